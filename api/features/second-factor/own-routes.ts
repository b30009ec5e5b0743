import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import {
  backupCodesAnswer,
  doneAnswer,
  passkeyOptionsAnswer,
  totpDraftAnswer
} from '#shared/contracts/account/security.ts'
import { proof, totpEnable } from '#shared/rules/security.ts'
import { beginTotp, endTotp, finishTotp, makeBackupCodes, proveAgain } from './own-factors.ts'
import { askForPasskey } from './passkeys.ts'

const own = { signedIn: 'set_up', addressed: true } as const

/** One-time codes of one's own account. */
export const ownFactorRoutes = (context: Context) =>
  new Elysia({ name: 'own-factors', prefix: '/api/profile' })
    .use(guard(context))
    .post(
      '/proof',
      async ({ user, body, address }) => {
        await proveAgain(context, user, body, actorOf(user, address))
        return { ok: true }
      },
      {
        ...own,
        body: proof,
        ...contract({
          summary: 'Подтверждение перед изменением второго шага: кодом или ключом, а пока их нет — паролем',
          answers: { 200: doneAnswer },
          refusals: [
            'PROOF_BY_FACTOR',
            'PASSKEY_REFUSED',
            'WRONG_PASSWORD',
            'TOO_MANY_LOGINS',
            'TOO_MANY_CODES',
            'BAD_CODE',
            'CODE_USED',
            'OVERLOADED'
          ]
        })
      }
    )
    .post(
      '/proof/options',
      async ({ user }) => ({ ok: true, options: { ...(await askForPasskey(context, user.id)) } }),
      {
        signedIn: 'set_up',
        ...contract({
          summary: 'Что браузер спрашивает у ключа для подтверждения',
          answers: { 200: passkeyOptionsAnswer },
          refusals: []
        })
      }
    )
    .post('/totp', async ({ user }) => ({ ok: true, ...(await beginTotp(context, user)) }), {
      ...own,
      ...contract({
        summary: 'Начало настройки кодов: ключ для приложения, в одном сеансе 10 минут тот же',
        answers: { 200: totpDraftAnswer },
        refusals: ['PROOF_REQUIRED', 'TOTP_ENABLED']
      })
    })
    .post(
      '/totp/enable',
      async ({ user, body, address }) => ({
        ok: true,
        backup_codes: await finishTotp(context, user, body.code, actorOf(user, address))
      }),
      {
        ...own,
        body: totpEnable,
        ...contract({
          summary: 'Включение кодов первым кодом; резервные коды отвечаются один раз',
          answers: { 200: backupCodesAnswer },
          refusals: ['PROOF_REQUIRED', 'BAD_CODE', 'TOTP_DISABLED', 'TOTP_ENABLED']
        })
      }
    )
    .delete(
      '/totp',
      async ({ user, address }) => {
        await endTotp(context, user, actorOf(user, address))
        return { ok: true }
      },
      {
        ...own,
        ...contract({
          summary: 'Отключение кодов',
          answers: { 200: doneAnswer },
          refusals: ['PROOF_REQUIRED', 'TOTP_DISABLED', 'LAST_FACTOR']
        })
      }
    )
    .post(
      '/backup-codes',
      async ({ user, address }) => ({
        ok: true,
        backup_codes: await makeBackupCodes(context, user, actorOf(user, address))
      }),
      {
        ...own,
        ...contract({
          summary: 'Новые резервные коды: прежние больше не действуют',
          answers: { 200: backupCodesAnswer },
          refusals: ['PROOF_REQUIRED', 'NO_FACTOR']
        })
      }
    )
