import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/lib/route-contract.ts'
import { moreAnswer, moreBody, pastSearchAnswer } from '#shared/contracts/search.ts'
import { describeSearch, moreRecords } from './past-search.ts'
import { callerOf, responseOf } from './search-call.ts'

/** What goes on with a search that was made. */
export const moreRoutes = (context: Context) =>
  new Elysia({ name: 'more', prefix: '/api/search' })
    .use(guard(context))
    .post(
      '/more',
      async ({ user, address, body, request, set }) => {
        const { search_id: searchId, source = null, cursor = null } = body
        const caller = callerOf(user, address, request)
        return responseOf(await moreRecords(context, caller, { searchId, source, cursor }), set.headers)
      },
      {
        signedIn: true,
        addressed: true,
        body: moreBody,
        ...contract({
          summary: 'Следующие записи поиска: бесплатно в течение получаса',
          answers: { 200: moreAnswer },
          refusals: ['TOO_MANY_SEARCHES', 'OVERLOADED', 'NOT_FOUND', 'SEARCH_EXPIRED', 'SEARCH_DOWN']
        })
      }
    )
    .get('/:search_id', ({ user, params }) => describeSearch(context, user.id, params.search_id), {
      signedIn: true,
      ...contract({
        summary: 'Что искали и до какого времени поиск продолжается бесплатно',
        answers: { 200: pastSearchAnswer },
        refusals: ['NOT_FOUND']
      })
    })
