import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  privacyAnswer,
  reportAnswer,
  requestConfirmed,
  requestTaken
} from '#shared/contracts/privacy/privacy.ts'
import { reportSecret, requestCode, requestKey, subjectRequest } from '#shared/rules/subject-request.ts'
import { requestTakenText } from '#shared/texts/request-taken.ts'
import { confirmRequest } from './confirm.ts'
import { openReport } from './open-report.ts'
import { describePrivacy } from './operator.ts'
import { sendAgain, takeRequest } from './service.ts'

const answerOf = ({ notifier }: Context) => ({
  ok: true as const,
  message: requestTakenText(notifier.isHandedOver)
})

/** What anybody may ask about the data on them, without an account. */
export const subjectRequestRoutes = (context: Context) =>
  new Elysia({ name: 'subject-requests', prefix: '/api/privacy' })
    .use(guard(context))
    .get(
      '/',
      () => describePrivacy(context),
      contract({ summary: 'Кто обрабатывает сведения и откуда они', answers: { 200: privacyAnswer } })
    )
    .post(
      '/requests',
      async ({ body, address }) => {
        await takeRequest(context, body, address)
        return answerOf(context)
      },
      {
        addressed: true,
        body: subjectRequest,
        ...contract({
          summary: 'Обращение о сведениях: отправляет код, ответ один для всех',
          answers: { 200: requestTaken },
          refusals: ['TOO_MANY_SUBJECT_REQUESTS', 'CHANNEL_OFF', 'KEY_REUSED', 'NOTIFIER_DOWN']
        })
      }
    )
    .post(
      '/requests/again',
      async ({ body, address }) => {
        await sendAgain(context, body.key, address)
        return answerOf(context)
      },
      {
        addressed: true,
        body: requestKey,
        ...contract({
          summary: 'Новый код обращения, не чаще раза в минуту',
          answers: { 200: requestTaken },
          refusals: ['TOO_MANY_CODES', 'NOTIFIER_DOWN']
        })
      }
    )
    .post(
      '/requests/confirm',
      async ({ body, address }) => ({ ok: true as const, ...(await confirmRequest(context, body, address)) }),
      {
        addressed: true,
        body: requestCode,
        ...contract({
          summary: 'Подтверждение обращения кодом; повтор кода показывает номер и срок снова',
          answers: { 200: requestConfirmed },
          refusals: [
            'CODE_WRONG',
            'CODE_SPENT',
            'CODE_EXPIRED',
            'REQUEST_CONFIRMED',
            'TOO_MANY_CODES',
            'TOO_MANY_SUBJECT_REQUESTS'
          ]
        })
      }
    )
    .post(
      '/report',
      async ({ body, address }) => ({
        ok: true as const,
        report: await openReport(context, body.secret, address)
      }),
      {
        addressed: true,
        body: reportSecret,
        ...contract({
          summary: 'Отчёт по ссылке из ответа, один раз',
          answers: { 200: reportAnswer },
          refusals: ['REPORT_LINK_USED', 'REQUEST_FORGOTTEN', 'TOO_MANY_CODES', 'SEARCH_DOWN']
        })
      }
    )
