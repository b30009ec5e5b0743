import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { newsAnswer, newsItemAnswer, newsQuery } from '#shared/contracts/news.ts'
import { listNews, readNews } from './service.ts'

/** «Новости и обновления» of the dashboard. */
export const newsRoutes = (context: Context) =>
  new Elysia({ name: 'news', prefix: '/api/news' })
    .use(guard(context))
    .get(
      '/',
      async ({ query, request }) =>
        jsonResponse({ ok: true, data: await listNews(context, query.limit) }, request.headers),
      {
        signedIn: true,
        query: newsQuery,
        ...contract({ summary: 'Новости, новые впереди', answers: { 200: newsAnswer } })
      }
    )
    .get('/:id', async ({ params }) => ({ ok: true, data: await readNews(context, params.id) }), {
      signedIn: true,
      ...contract({
        summary: 'Одна новость',
        answers: { 200: newsItemAnswer },
        refusals: ['NOT_FOUND']
      })
    })
