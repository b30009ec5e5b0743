import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { reconciledAnswer } from '#shared/contracts/admin/payments.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { reconcileNow } from './reconcile.ts'

export const reconcileRoutes = (context: Context) =>
  new Elysia({ name: 'payments-reconcile', prefix: '/api/auth/admin/payments/reconcile' })
    .use(guard(context))
    .post(
      '/',
      async ({ user, address }) => ({
        ok: true,
        reconciliation: await reconcileNow(context, actorOf(user, address))
      }),
      {
        role: ROLE_ADMIN,
        addressed: true,
        ...contract({
          summary: 'Сверить счета сейчас',
          answers: { 200: reconciledAnswer },
          refusals: ['RECONCILING']
        })
      }
    )
