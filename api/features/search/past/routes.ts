import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { callerOf, responseOf } from '#api/features/search/search-call.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { compareAnswer, compareQuery } from '#shared/contracts/compare.ts'
import {
  moreAnswer,
  moreBody,
  pastSearchAnswer,
  pastSearchQuery,
  revealAnswer,
  revealBody
} from '#shared/contracts/search.ts'
import { describeSearch } from './describe-search.ts'
import { compareInSearch, moreRecords, revealValue } from './service.ts'

const OF_LIVE_SEARCH = [
  'TOO_MANY_SEARCHES',
  'OVERLOADED',
  'NOT_FOUND',
  'SEARCH_EXPIRED',
  'PURPOSE_REQUIRED',
  'UNKNOWN_PERSON',
  'SEARCH_DOWN'
] as const

export const moreRoutes = (context: Context) =>
  new Elysia({ name: 'more', prefix: '/api/search' })
    .use(guard(context))
    .post(
      '/more',
      async ({ user, address, body, request, set }) => {
        const { search_id: searchId, source = null, cursor = null, people = null, further = null } = body
        const page = { searchId, source, cursor, people, further, isCountOnly: body.count_only ?? false }
        return responseOf(
          request,
          await moreRecords(context, callerOf(user, address, request), page),
          set.headers
        )
      },
      {
        signedIn: true,
        addressed: true,
        body: moreBody,
        ...contract({
          summary: 'Следующие записи поиска или другие записи человека: бесплатно в течение получаса',
          answers: { 200: moreAnswer },
          refusals: [...OF_LIVE_SEARCH, 'SEARCH_SLOWED']
        })
      }
    )
    .post(
      '/reveal',
      async ({ user, address, body, request, set }) =>
        responseOf(request, await revealValue(context, callerOf(user, address, request), body), set.headers),
      {
        signedIn: true,
        addressed: true,
        body: revealBody,
        ...contract({
          summary: 'Скрытое значение одной записи поиска: бесплатно в течение получаса, с записью в журнал',
          answers: { 200: revealAnswer },
          refusals: OF_LIVE_SEARCH
        })
      }
    )
    .get(
      '/:search_id/compare',
      async ({ user, address, params, query, request, set }) => {
        const caller = callerOf(user, address, request)
        return responseOf(
          request,
          await compareInSearch(context, caller, params.search_id, query),
          set.headers
        )
      },
      {
        signedIn: true,
        addressed: true,
        query: compareQuery,
        ...contract({
          summary: 'Два человека или две записи поиска рядом: бесплатно в течение получаса',
          answers: { 200: compareAnswer },
          refusals: [...OF_LIVE_SEARCH, 'ONE_PERSON']
        })
      }
    )
    .get(
      '/:search_id',
      ({ user, params, query, request: { signal } }) =>
        describeSearch(context, { userId: user.id, signal }, params.search_id, query.names === 'true'),
      {
        signedIn: true,
        query: pastSearchQuery,
        ...contract({
          summary: 'Что искали и до какого времени поиск продолжается бесплатно',
          answers: { 200: pastSearchAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
