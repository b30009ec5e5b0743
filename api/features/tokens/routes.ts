import { Elysia } from 'elysia'
import type { Context } from '#api/context.ts'
import { guard } from '#api/features/sessions/guard.ts'
import { contract } from '#api/http/route-contract.ts'
import { newTokenAnswer, tokenDeletedAnswer, tokensAnswer } from '#shared/contracts/tokens.ts'
import { purposeBody } from '#shared/rules/purpose.ts'
import { tokenLimits } from '#shared/rules/tokens.ts'
import { changeTokenPurpose, createToken, deleteToken, listTokens } from './service.ts'

const list = contract({ summary: 'Свои токены API, без секретной части', answers: { 200: tokensAnswer } })

/** A person's own tokens: made and deleted on the site, never by a token. */
export const tokenRoutes = (context: Context) =>
  new Elysia({ name: 'tokens' })
    .use(guard(context))
    .get('/api/tokens', async ({ user }) => ({ ok: true, api_tokens: await listTokens(context, user.id) }), {
      signedIn: true,
      ...list
    })
    .get(
      '/dashboard/api/tokens',
      async ({ user }) => ({ ok: true, api_tokens: await listTokens(context, user.id) }),
      { signedIn: true, ...list }
    )
    .post(
      '/api/generate_token',
      async ({ user, address, body }) => ({
        ok: true,
        token: await createToken(context, { ...user, address }, body)
      }),
      {
        signedIn: true,
        addressed: true,
        body: tokenLimits,
        ...contract({
          summary: 'Новый токен API: целиком он отвечается один раз',
          answers: { 200: newTokenAnswer },
          refusals: ['TOKEN_EXISTS', 'TOO_MANY_TOKENS']
        })
      }
    )
    .put(
      '/api/tokens/:id/purpose',
      async ({ user, address, params, body }) => {
        await changeTokenPurpose(context, { id: user.id, address }, params.id, body)
        return { ok: true, api_tokens: await listTokens(context, user.id) }
      },
      {
        signedIn: true,
        addressed: true,
        body: purposeBody,
        ...contract({
          summary: 'Цель поисков по токену, в которых не указана другая',
          answers: { 200: tokensAnswer },
          refusals: ['NO_SUCH_TOKEN', 'UNKNOWN_PURPOSE', 'BAD_CASE_REF']
        })
      }
    )
    .delete(
      '/api/delete_token/:token',
      async ({ user, address, params }) => {
        await deleteToken(context, { id: user.id, address }, params.token)
        return { ok: true }
      },
      {
        signedIn: true,
        addressed: true,
        ...contract({
          summary: 'Удаление токена по номеру или по полному тексту',
          answers: { 200: tokenDeletedAnswer },
          refusals: ['NO_SUCH_TOKEN']
        })
      }
    )
