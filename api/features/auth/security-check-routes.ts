import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { isExempt } from '#api/features/ip-exceptions/service.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { ipExemptAnswer, turnstileConfigAnswer } from '#shared/contracts/auth.ts'
import { turnstileConfig } from './turnstile.ts'

/** What a form asks before it shows the bot check. */
export const securityCheckRoutes = (context: Context) =>
  new Elysia({ name: 'security-check' })
    .use(guard(context))
    .get(
      '/api/auth/turnstile-config',
      () => turnstileConfig(context),
      contract({ summary: 'Настройка проверки безопасности', answers: { 200: turnstileConfigAnswer } })
    )
    .get(
      '/api/auth/check-ip-exempt',
      async ({ address, certainAddress }) => ({
        exempt: await isExempt(context, certainAddress),
        ip: address
      }),
      {
        addressed: true,
        ...contract({
          summary: 'Свободен ли адрес от проверки безопасности',
          answers: { 200: ipExemptAnswer }
        })
      }
    )
