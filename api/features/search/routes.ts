import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { healthAnswer } from '#shared/contracts/health.ts'
import {
  examplesAnswer,
  fieldLabelsAnswer,
  parseAnswer,
  parseBody,
  performBody,
  searchAnswer,
  statsAnswer
} from '#shared/contracts/search.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { fieldLabels, readingsOf, searchHealth, searchStats } from './catalogue.ts'
import { answerAgain } from './past/service.ts'
import { callerOf, responseOf } from './search-call.ts'
import { performSearch } from './service.ts'

export const HEALTH_PATH = '/api/search/health'
const BAD_LINES = ['EMPTY_QUERY', 'QUERY_TOO_LONG', 'LIST_OF_PEOPLE', 'NOTHING_TO_SEARCH'] as const
const UNSEARCHABLE = [...BAD_LINES, 'WORD_TOO_LONG', 'UNKNOWN_READING'] as const
const OF_PURPOSE = ['PURPOSE_REQUIRED', 'UNKNOWN_PURPOSE', 'BAD_CASE_REF'] as const
const CROWDED = ['TOO_MANY_SEARCHES', 'OVERLOADED'] as const

export const searchRoutes = (context: Context) =>
  new Elysia({ name: 'search', prefix: '/api/search' })
    .use(guard(context))
    .post(
      '/perform',
      async ({ user, address, body, request, set }) => {
        const caller = callerOf(user, address, request)
        const answer =
          body.query !== undefined
            ? await performSearch(context, caller, {
                line: body.query,
                chosen: body.reading,
                detail: body.detail,
                repeatsLive: body.live ?? false,
                given: body
              })
            : await answerAgain(context, caller, body.search_id, body.detail)
        if (answer.delivery !== null) context.deliveries.awaitHandOver(request, answer.delivery)
        return responseOf(request, answer, set.headers)
      },
      {
        signedIn: true,
        addressed: true,
        body: performBody,
        afterResponse: ({ request }) => context.deliveries.handedOver(request),
        ...contract({
          summary: `Поиск по всем источникам: ${SEARCH_PRICE} со счёта, если ответили все`,
          answers: { 200: searchAnswer },
          refusals: [
            ...UNSEARCHABLE,
            ...CROWDED,
            ...OF_PURPOSE,
            'NO_CREDITS',
            'SEARCH_SLOWED',
            'KEY_REUSED',
            'SEARCH_DOWN',
            'NOT_FOUND',
            'SEARCH_EXPIRED'
          ],
          takesKey: true
        })
      }
    )
    .post(
      '/parse_query',
      ({ user, body, request }) => readingsOf(context, user.id, body.query, request.signal),
      {
        signedIn: true,
        body: parseBody,
        ...contract({
          summary: 'Прочтения строки',
          answers: { 200: parseAnswer },
          refusals: [...BAD_LINES, ...CROWDED, 'SEARCH_DOWN']
        })
      }
    )
    .get('/stats', () => searchStats(context), {
      signedIn: true,
      ...contract({ summary: 'Источники и число записей', answers: { 200: statsAnswer } })
    })
    .get('/field_labels', fieldLabels, {
      signedIn: true,
      ...contract({ summary: 'Русские названия полей', answers: { 200: fieldLabelsAnswer } })
    })
    .get('/examples', () => context.examples(), {
      signedIn: true,
      ...contract({ summary: 'Примеры запросов', answers: { 200: examplesAnswer } })
    })
    .get(
      '/health',
      async ({ set }) => {
        const health = await searchHealth(context)
        if (health.status !== 'ok') {
          set.status = 503
          set.headers['retry-after'] = '5'
        }
        return health
      },
      contract({ summary: 'Отвечает ли поиск', answers: { 200: healthAnswer, 503: healthAnswer } })
    )
