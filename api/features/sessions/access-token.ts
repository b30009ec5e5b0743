import { randomUUID } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import type { Secrets } from '#api/lib/secrets.ts'
import { ACCESS_TOKEN_SECONDS, SESSION_ABSOLUTE_DAYS } from '#shared/constants.ts'

/** What the short token says: whose session, and which one. Everything else is read from the database. */
export interface AccessClaims {
  userId: number
  sessionId: string
}

const ALGORITHM = 'HS256'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A token comes with every request of its fifteen minutes; so many are known to be ours without a look at the signature. */
const VERIFIED_MAX = 20_000

const makeSigner = (secret: string) => ({
  ...jwt({ name: 'access', secret, alg: ALGORITHM }).decorator.access,
  verified: new Map<string, AccessClaims & { expiresAt: number }>()
})

const signers = new WeakMap<Secrets, ReturnType<typeof makeSigner>>()

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
  const { verify, verified } = signer(secrets)
  const known = verified.get(token)
  if (known && (expiredToo || known.expiresAt > Date.now())) return known
  const late = expiredToo ? SESSION_ABSOLUTE_DAYS * 86_400 : 0
  const claims = await verify(token, { algorithms: [ALGORITHM], clockTolerance: late })
  if (!claims) return null
  const { sub, sid, exp } = claims as { sub?: unknown; sid?: unknown; exp?: unknown }
  const isWhole =
    typeof sub === 'string' && /^\d{1,9}$/.test(sub) && typeof sid === 'string' && UUID.test(sid)
  if (!isWhole || typeof exp !== 'number') return null
  const whose = { userId: Number(sub), sessionId: sid, expiresAt: 1000 * exp }
  if (verified.size >= VERIFIED_MAX) verified.clear()
  verified.set(token, whose)
  return whose
}
