import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { passwordChangedAnswer, settingsAnswer } from '#shared/contracts/profile.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { changePassword, profileSettings } from '#shared/rules/profile.ts'
import { purposeBody } from '#shared/rules/purpose.ts'
import { changeOwnPassword, changeOwnSettings, changeUsualPurpose } from './service.ts'

/** What users change about themselves. */
export const profileRoutes = (context: Context) =>
  new Elysia({ name: 'profile', prefix: '/api/profile' })
    .use(guard(context))
    .post(
      '/change-password',
      async ({ user, body, address }) => {
        await changeOwnPassword(context, user, body, address)
        return { ok: true, success: true, message: 'Пароль успешно изменен' }
      },
      {
        signedIn: 'set_up',
        addressed: true,
        body: changePassword,
        ...contract({
          summary: 'Смена пароля: остальные сеансы кончаются',
          answers: { 200: passwordChangedAnswer },
          refusals: ['PASSWORDS_DIFFER', 'COMMON_PASSWORD', 'WRONG_PASSWORD', 'TOO_MANY_LOGINS', 'OVERLOADED']
        })
      }
    )
    .put(
      '/purpose',
      async ({ user, body, address }) => {
        const changed = await changeUsualPurpose(context, user, body, address)
        return { ok: true, success: true, message: 'Цель поиска сохранена', user: changed }
      },
      {
        signedIn: true,
        addressed: true,
        body: purposeBody,
        ...contract({
          summary: 'Цель поисков, в которых не указана другая',
          answers: { 200: settingsAnswer },
          refusals: ['UNKNOWN_PURPOSE', 'BAD_CASE_REF', 'OVERLOADED']
        })
      }
    )
    .put(
      '/settings',
      async ({ user, body, address }) => {
        const changed = await changeOwnSettings(context, user, body.telegram_chat_id, address)
        return { ok: true, success: true, message: 'Telegram Chat ID успешно обновлен', user: changed }
      },
      {
        role: ROLE_ADMIN,
        addressed: true,
        body: profileSettings,
        ...contract({
          summary: 'Telegram Chat ID администратора',
          answers: { 200: settingsAnswer },
          refusals: ['OVERLOADED']
        })
      }
    )
