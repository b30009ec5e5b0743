import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { contract } from '#api/http/route-contract.ts'
import { signalsAnswer } from '#shared/contracts/admin/signals.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { signalDecision } from '#shared/rules/signal.ts'
import { decide, readSignals } from './service.ts'

/** «Сигналы» of the administrator. */
export const riskRoutes = (context: Context) =>
  new Elysia({ name: 'risk', prefix: '/api/auth/admin/risk' })
    .use(guard(context))
    .get('/', () => readSignals(context), {
      role: ROLE_ADMIN,
      ...contract({ summary: 'Сигналы о необычном поиске, новые впереди', answers: { 200: signalsAnswer } })
    })
    .post(
      '/:id',
      ({ params, body, user, address }) =>
        decide(context, params.id, body, { actorId: user.id, ipPrefix: addressPrefix(address) }),
      {
        role: ROLE_ADMIN,
        addressed: true,
        body: signalDecision,
        ...contract({
          summary: 'Сигнал взят в работу или снят',
          answers: { 200: signalsAnswer },
          refusals: ['NOT_FOUND']
        })
      }
    )
