import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { operatorAnswer, operatorBody } from '#shared/contracts/operator.ts'

/** Free, because ranges concern nobody in particular. */
export const numberingRoutes = (context: Context) =>
  new Elysia({ name: 'numbering', prefix: '/api/search' }).use(guard(context)).post(
    '/check_operator',
    async ({ body }) => ({
      success: true,
      operator_info: await context.numbering.operatorOf(body.phone)
    }),
    {
      signedIn: true,
      body: operatorBody,
      ...contract({ summary: 'Оператор и регион телефона', answers: { 200: operatorAnswer } })
    }
  )
