import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { requestIdOf } from '#api/http/request-id.ts'
import { contract } from '#api/http/route-contract.ts'
import { messengerAnswer, messengerBody, poolAnswer } from '#shared/contracts/messengers.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { type CheckCaller, checkMessenger, messengerPool } from './service.ts'

const callerOf = (
  user: { id: number },
  address: string | null,
  set: Parameters<typeof requestIdOf>[0]
): CheckCaller => ({ userId: user.id, address, requestId: requestIdOf(set) })

const messengerContract = (summary: string) =>
  contract({ summary, answers: { 200: messengerAnswer }, refusals: ['NOT_A_PHONE', 'TOO_MANY_CHECKS'] })

export const messengerRoutes = (context: Context) =>
  new Elysia({ name: 'messengers', prefix: '/api' })
    .use(guard(context))
    .post(
      '/check_telegram',
      ({ user, address, set, body }) =>
        checkMessenger(context, callerOf(user, address, set), 'telegram', body.phone),
      {
        signedIn: true,
        addressed: true,
        body: messengerBody,
        ...messengerContract('Есть ли телефон в Telegram')
      }
    )
    .post(
      '/check_whatsapp',
      ({ user, address, set, body }) =>
        checkMessenger(context, callerOf(user, address, set), 'whatsapp', body.phone),
      {
        signedIn: true,
        addressed: true,
        body: messengerBody,
        ...messengerContract('Есть ли телефон в WhatsApp')
      }
    )
    .get(
      '/auth/admin/telegram_accounts',
      async () => ({ ok: true as const, ...(await messengerPool(context)) }),
      {
        role: ROLE_ADMIN,
        ...contract({
          summary: 'Аккаунты службы проверки мессенджеров',
          answers: { 200: poolAnswer },
          refusals: ['MESSENGER_DOWN']
        })
      }
    )
