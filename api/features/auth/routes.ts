import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { isExempt } from '#api/features/ip-exceptions/service.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { clearSessionCookies, readSessionCookies, setSessionCookies } from '#api/features/sessions/service.ts'
import { shownUser } from '#api/features/users/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { AuthAnswer, IpExempt } from '#shared/contracts/auth.ts'
import { login, register } from '#shared/rules/account.ts'
import { signIn, signUp } from './service.ts'
import { turnstileConfig } from './turnstile.ts'

const REGISTERED = 'Регистрация прошла успешно! Теперь вы можете войти в систему.'

/** Accounts and sessions. */
export const authRoutes = (context: Context) =>
  new Elysia({ name: 'auth' })
    .use(guard(context))
    .get('/api/auth/turnstile-config', () => turnstileConfig(context))
    .get(
      '/api/auth/check-ip-exempt',
      async ({ address }): Promise<IpExempt> => ({ exempt: await isExempt(context, address), ip: address }),
      { addressed: true }
    )
    .post(
      '/api/auth/login',
      async ({ body, address, set }): Promise<AuthAnswer> => {
        const { user, tokens } = await signIn(context, body, address)
        setSessionCookies(context.config, set, tokens)
        return { success: true, user: await shownUser(context, user) }
      },
      { addressed: true, body: login }
    )
    .post(
      '/api/auth/register',
      async ({ body, address }): Promise<AuthAnswer> => {
        await signUp(context, body, address)
        return { success: true, message: REGISTERED }
      },
      { addressed: true, body: register }
    )
    .post(
      '/api/auth/logout',
      async ({ request, address, set }): Promise<AuthAnswer> => {
        clearSessionCookies(context.config, set)
        await context.sessions.end(readSessionCookies(context.config, request.headers), address)
        return { success: true }
      },
      { addressed: true }
    )
    .get('/api/auth/me', async ({ request }): Promise<AuthAnswer> => {
      const user = await context.sessions.userOf(request.headers)
      if (user === null) throw new Refusal('NOT_AUTHENTICATED')
      return { success: true, user: await shownUser(context, user) }
    })
    .post(
      '/refresh',
      async ({ request, address, set }): Promise<AuthAnswer> => {
        const brought = readSessionCookies(context.config, request.headers)
        setSessionCookies(context.config, set, await context.sessions.renew(brought, address))
        return { success: true }
      },
      { addressed: true }
    )
