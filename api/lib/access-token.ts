import { randomUUID } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import { ACCESS_TOKEN_SECONDS, SESSION_ABSOLUTE_DAYS } from '#shared/constants.ts'
import type { Secrets } from './secrets.ts'

/** What the short token says: whose session, and which one. Everything else is read from the database. */
export interface AccessClaims {
  userId: number
  sessionId: string
}

const ALGORITHM = 'HS256'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const signers = new WeakMap<Secrets, ReturnType<typeof makeSigner>>()

const makeSigner = (secret: string) => jwt({ name: 'access', secret, alg: ALGORITHM }).decorator.access

function signer(secrets: Secrets): ReturnType<typeof makeSigner> {
  const known = signers.get(secrets)
  if (known) return known
  const made = makeSigner(secrets.session)
  signers.set(secrets, made)
  return made
}

export async function signAccess(secrets: Secrets, { userId, sessionId }: AccessClaims): Promise<string> {
  return await signer(secrets).sign({
    sub: String(userId),
    sid: sessionId,
    jti: randomUUID(),
    exp: `${ACCESS_TOKEN_SECONDS}s`
  })
}

/**
 * @param expiredToo Also takes a token that is out of date, to know which session a late logout means.
 * @returns Null unless the token is ours and whole.
 */
export async function readAccess(
  secrets: Secrets,
  token: string,
  expiredToo = false
): Promise<AccessClaims | null> {
  const late = expiredToo ? SESSION_ABSOLUTE_DAYS * 86_400 : 0
  const claims = await signer(secrets).verify(token, { algorithms: [ALGORITHM], clockTolerance: late })
  if (!claims) return null
  const { sub, sid } = claims as { sub?: unknown; sid?: unknown }
  const isWhole =
    typeof sub === 'string' && /^\d{1,9}$/.test(sub) && typeof sid === 'string' && UUID.test(sid)
  return isWhole ? { userId: Number(sub), sessionId: sid } : null
}
