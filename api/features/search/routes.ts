import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { corkedBody } from '#api/lib/corked-body.ts'
import { acceptsGzip } from '#api/lib/open-body.ts'
import { parseBody, performBody } from '#shared/contracts/search.ts'
import { fieldLabels, readingsOf, searchExamples, searchHealth, searchStats } from './catalogue.ts'
import { performSearch } from './service.ts'

/** The search of the site. */
export const searchRoutes = (context: Context) =>
  new Elysia({ name: 'search', prefix: '/api/search' })
    .use(guard(context))
    .post(
      '/perform',
      async ({ user, address, body, request, set }) => {
        const asker = {
          userId: user.id,
          role: user.role,
          requestsCount: user.requestsCount,
          address,
          isApi: false,
          clientKey: request.headers.get('idempotency-key'),
          acceptsGzip: acceptsGzip(request.headers),
          signal: request.signal
        }
        const answer = await performSearch(context, asker, body.query, body.reading)
        if (answer.delivery !== null) context.deliveries.awaitHandOver(request, answer.delivery)
        set.headers['content-type'] = 'application/json;charset=utf-8'
        set.headers.vary = 'accept-encoding'
        if (answer.encoding !== 'identity') set.headers['content-encoding'] = answer.encoding
        return new Response(corkedBody(answer.body))
      },
      {
        signedIn: true,
        addressed: true,
        body: performBody,
        afterResponse: ({ request }) => context.deliveries.handedOver(request)
      }
    )
    .post('/parse_query', ({ body }) => readingsOf(body.query), { signedIn: true, body: parseBody })
    .get('/stats', () => searchStats(context), { signedIn: true })
    .get('/field_labels', fieldLabels, { signedIn: true })
    .get('/examples', searchExamples, { signedIn: true })
    .get('/health', async ({ set }) => {
      const health = await searchHealth(context)
      if (health.status !== 'ok') {
        set.status = 503
        set.headers['retry-after'] = '5'
      }
      return health
    })
