import type { Context } from '#api/context.ts'
import { readAccess } from './access-token.ts'
import { readSessionCookies } from './cookies.ts'
import { type SignedInUser, userOfSession } from './store.ts'

export type { SignedInUser }

/** Who sent this request, or null: no session, one that ended, or one of an account that is gone. */
export async function signedInUser(context: Context, headers: Headers): Promise<SignedInUser | null> {
  const { access } = readSessionCookies(context.config, headers)
  if (access === null) return null
  const claims = await readAccess(context.secrets, access)
  return claims && (await userOfSession(context.sql, claims.sessionId, claims.userId))
}
