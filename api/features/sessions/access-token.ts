import { randomUUID } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { ACCESS_TOKEN_SECONDS, SESSION_ABSOLUTE_DAYS } from '#shared/constants.ts'

/** What the short token says: whose session, and which one. Everything else is read from the database. */
export interface AccessClaims {
  userId: number
  sessionId: string
}

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>
  /** Null unless the token is ours, whole and in time. */
  read(token: string): Promise<AccessClaims | null>
  /** The same of a token that may be out of date, to know which session a late logout means. */
  readLate(token: string): Promise<AccessClaims | null>
}

const ALGORITHM = 'HS256'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const SESSION_SECONDS = SESSION_ABSOLUTE_DAYS * 86_400

export function createAccessTokens(secret: string): AccessTokens {
  const key = new TextEncoder().encode(secret)

  async function read(token: string, clockTolerance: number): Promise<AccessClaims | null> {
    const verified = await jwtVerify(token, key, { algorithms: [ALGORITHM], clockTolerance }).catch(
      () => null
    )
    const { sub, sid } = verified?.payload ?? {}
    const isWhole = sub !== undefined && /^\d{1,9}$/.test(sub) && typeof sid === 'string' && UUID.test(sid)
    return isWhole ? { userId: Number(sub), sessionId: sid } : null
  }

  return {
    sign: ({ userId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(String(userId))
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
        .sign(key),
    read: token => read(token, 0),
    readLate: token => read(token, SESSION_SECONDS)
  }
}
