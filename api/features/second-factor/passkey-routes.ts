import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { actorOf, guard } from '#api/features/sessions/guard.ts'
import { pathNumber } from '#api/http/request-path.ts'
import { contract } from '#api/http/route-contract.ts'
import { doneAnswer, passkeyAddedAnswer, passkeyOptionsAnswer } from '#shared/contracts/account/security.ts'
import { newPasskey, passkeyTitle } from '#shared/rules/security.ts'
import { changeTitle, endPasskey, offerPasskey, takePasskey } from './own-passkeys.ts'

const own = { signedIn: 'set_up', addressed: true } as const

/** Passkeys of one's own account. */
export const passkeyRoutes = (context: Context) =>
  new Elysia({ name: 'passkeys', prefix: '/api/profile/passkeys' })
    .use(guard(context))
    .post(
      '/options',
      async ({ user }) => ({ ok: true, options: { ...(await offerPasskey(context, user)) } }),
      {
        ...own,
        ...contract({
          summary: 'По чему браузер делает новый ключ',
          answers: { 200: passkeyOptionsAnswer },
          refusals: ['PROOF_REQUIRED']
        })
      }
    )
    .post(
      '/',
      async ({ user, body, address }) => ({
        ok: true,
        ...(await takePasskey(context, user, body, actorOf(user, address)))
      }),
      {
        ...own,
        body: newPasskey,
        ...contract({
          summary: 'Новый ключ; с первым способом второго шага отвечаются резервные коды',
          answers: { 200: passkeyAddedAnswer },
          refusals: ['PROOF_REQUIRED', 'PASSKEY_REFUSED', 'PASSKEY_KNOWN', 'TOO_MANY_PASSKEYS']
        })
      }
    )
    .put(
      '/:id',
      async ({ user, params, body }) => {
        await changeTitle(context, user, pathNumber(params.id), body.title)
        return { ok: true }
      },
      {
        ...own,
        body: passkeyTitle,
        ...contract({ summary: 'Название ключа', answers: { 200: doneAnswer }, refusals: ['NOT_FOUND'] })
      }
    )
    .delete(
      '/:id',
      async ({ user, params, address }) => {
        await endPasskey(context, user, pathNumber(params.id), actorOf(user, address))
        return { ok: true }
      },
      {
        ...own,
        ...contract({
          summary: 'Удаление ключа',
          answers: { 200: doneAnswer },
          refusals: ['PROOF_REQUIRED', 'NOT_FOUND', 'LAST_FACTOR']
        })
      }
    )
