import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { isMasked } from '#api/features/search/service.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  codeAnswer,
  decidedAnswer,
  reachAnswer,
  reportQuery,
  requestAnswer,
  requestsAnswer,
  requestsQuery
} from '#shared/contracts/admin/subject-requests.ts'
import { reportAnswer } from '#shared/contracts/privacy/privacy.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { requestDecision } from '#shared/rules/subject-request.ts'
import { decideRequest, listRequests, readRequest, sendAnswerAgain, showCode } from './admin-service.ts'
import { previewReport } from './open-report.ts'
import { reachOf } from './reach.ts'

const byAdmin = { role: ROLE_ADMIN, addressed: true } as const

/** «Обращения» of the administrator. */
export const adminSubjectRequestRoutes = (context: Context) =>
  new Elysia({ name: 'admin-subject-requests', prefix: '/api/auth/admin/subject_requests' })
    .use(guard(context))
    .get(
      '/',
      async ({ query, request }) => jsonResponse(await listRequests(context, query), request.headers),
      {
        role: ROLE_ADMIN,
        query: requestsQuery,
        ...contract({
          summary: 'Обращения о сведениях: сначала те, чей срок ближе',
          answers: { 200: requestsAnswer }
        })
      }
    )
    .get(
      '/:id',
      async ({ params }) => ({ ok: true as const, request: await readRequest(context, params.id) }),
      {
        role: ROLE_ADMIN,
        ...contract({ summary: 'Одно обращение', answers: { 200: requestAnswer }, refusals: ['NOT_FOUND'] })
      }
    )
    .get(
      '/:id/report',
      async ({ params, query, user, address }) => {
        const shown = { isWhole: query.whole === '1', isMasked: isMasked(context, user) }
        return {
          ok: true as const,
          report: await previewReport(context, params.id, shown, actorOf(user, address))
        }
      },
      {
        ...byAdmin,
        query: reportQuery,
        ...contract({
          summary: 'Отчёт по обращению, каким его увидит человек',
          answers: { 200: reportAnswer },
          refusals: ['NOT_FOUND', 'REQUEST_DECIDED', 'REQUEST_FORGOTTEN']
        })
      }
    )
    .get(
      '/:id/reach',
      async ({ params, query, user, address }) => {
        const shown = { isWhole: query.whole === '1', isMasked: isMasked(context, user) }
        return { ok: true as const, reach: await reachOf(context, params.id, shown, actorOf(user, address)) }
      },
      {
        ...byAdmin,
        query: reportQuery,
        ...contract({
          summary: 'Какие записи затронет исключение или удаление по обращению',
          answers: { 200: reachAnswer },
          refusals: ['NOT_FOUND', 'REQUEST_DECIDED', 'REQUEST_FORGOTTEN', 'SEARCH_DOWN']
        })
      }
    )
    .post('/:id/code', ({ params, user, address }) => showCode(context, params.id, actorOf(user, address)), {
      ...byAdmin,
      ...contract({
        summary: 'Код обращения, чтобы передать его человеку',
        answers: { 200: codeAnswer },
        refusals: ['NOT_FOUND', 'REQUEST_DECIDED', 'REQUEST_FORGOTTEN']
      })
    })
    .post(
      '/:id/decide',
      ({ params, body, user, address }) => decideRequest(context, params.id, body, actorOf(user, address)),
      {
        ...byAdmin,
        body: requestDecision,
        ...contract({
          summary: 'Решение по обращению: исполнить, отказать, запросить документ',
          answers: { 200: decidedAnswer },
          refusals: ['NOT_FOUND', 'REQUEST_DECIDED', 'REQUEST_FORGOTTEN']
        })
      }
    )
    .post(
      '/:id/send',
      ({ params, user, address }) => sendAnswerAgain(context, params.id, actorOf(user, address)),
      {
        ...byAdmin,
        ...contract({
          summary: 'Ответ отправляется ещё раз, с новой ссылкой на отчёт',
          answers: { 200: decidedAnswer },
          refusals: ['NOT_FOUND', 'REQUEST_DECIDED', 'REQUEST_FORGOTTEN']
        })
      }
    )
