import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { formBody } from '#api/http/body.ts'
import { jsonResponse } from '#api/http/encoded-body.ts'
import { contract } from '#api/http/route-contract.ts'
import { settingsOfServiceAnswer } from '#shared/contracts/admin/settings.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { creditTermsForm } from '#shared/rules/settings.ts'
import { changeTerms, readSettings } from './service.ts'

/** «Настройки» of the administrator. */
export const settingsRoutes = (context: Context) =>
  new Elysia({ name: 'settings', prefix: '/api/auth/admin/settings' })
    .use(guard(context))
    .get('/', async ({ request }) => jsonResponse(await readSettings(context), request.headers), {
      role: ROLE_ADMIN,
      ...contract({
        summary: 'Курс, бонус, запросы при регистрации, адреса без проверки, администраторы с Telegram',
        answers: { 200: settingsOfServiceAnswer }
      })
    })
    .post('/rate', ({ user, address, body }) => changeTerms(context, body, actorOf(user, address)), {
      role: ROLE_ADMIN,
      addressed: true,
      parse: formBody,
      body: creditTermsForm,
      ...contract({
        summary: 'Курс; также бонус и запросы при регистрации',
        answers: { 200: settingsOfServiceAnswer }
      })
    })
