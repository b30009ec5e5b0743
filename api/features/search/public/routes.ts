import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { responseOf } from '#api/features/search/search-call.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract, TOKEN_REFUSALS } from '#api/http/route-contract.ts'
import {
  balanceAnswer,
  balanceBody,
  publicAnswer,
  publicSearchBody
} from '#shared/contracts/programs/public-api.ts'
import { SEARCH_PRICE } from '#shared/texts/price.ts'
import { BALANCE_EXAMPLES, SEARCH_EXAMPLES } from './call-examples.ts'
import { entitiesResponse } from './entities-response.ts'
import { balanceByToken, callOptions, searchByToken, tokenIn } from './service.ts'

export const publicRoutes = (context: Context) =>
  new Elysia({ name: 'public', prefix: '/api' })
    .use(guard(context))
    .post(
      '/search',
      async ({ body, query, address, request, set }) => {
        const token = tokenIn(body, query, request.headers)
        const answer = await searchByToken(context, { token, address }, body, callOptions(request))
        if (answer.delivery !== null) context.deliveries.awaitHandOver(request, answer.delivery)
        request.signal.addEventListener('abort', answer.release, { once: true })
        if ('format' in body && body.format === 'ftm') return entitiesResponse(answer, set.headers)
        return responseOf(request, answer, set.headers, answer.release)
      },
      {
        addressed: true,
        body: publicSearchBody,
        afterResponse: ({ request }) => context.deliveries.handedOver(request),
        ...contract({
          summary: `Поиск по токену: ${SEARCH_PRICE} со счёта, если ответили все источники`,
          answers: { 200: publicAnswer },
          refusals: [
            ...TOKEN_REFUSALS,
            'BAD_LIMIT',
            'EMPTY_QUERY',
            'QUERY_TOO_LONG',
            'LIST_OF_PEOPLE',
            'NOTHING_TO_SEARCH',
            'WORD_TOO_LONG',
            'PURPOSE_REQUIRED',
            'UNKNOWN_PURPOSE',
            'BAD_CASE_REF',
            'NO_CREDITS',
            'SEARCH_SLOWED',
            'NOT_FOUND',
            'KEY_REUSED',
            'SEARCH_EXPIRED',
            'TOO_MANY_SEARCHES',
            'SEARCH_FAILED',
            'OVERLOADED'
          ],
          takesKey: true,
          examples: SEARCH_EXAMPLES
        })
      }
    )
    .post(
      '/balance',
      ({ body, query, address, request }) =>
        balanceByToken(context, { token: tokenIn(body, query, request.headers), address }),
      {
        addressed: true,
        body: balanceBody,
        ...contract({
          summary: 'Остаток запросов по токену: бесплатно',
          answers: { 200: balanceAnswer },
          refusals: TOKEN_REFUSALS,
          examples: BALANCE_EXAMPLES
        })
      }
    )
