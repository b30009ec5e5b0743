import { createHash, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32
const REFRESH = /^([\w-]{22})[\w-]{43}$/

/** Opaque to everybody else: the session's id, to know whom a stale token belongs to, and 256 random bits. */
export function newRefreshToken(sessionId: string): string {
  const id = Buffer.from(sessionId.replaceAll('-', ''), 'hex')
  return `${id.toString('base64url')}${randomBytes(SECRET_BYTES).toString('base64url')}`
}

/** @returns The session that a refresh token names, or null when the text is no such token. */
export function sessionOfRefresh(token: string): string | null {
  const id = REFRESH.exec(token)?.[1]
  if (id === undefined) return null
  const hex = Buffer.from(id, 'base64url').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** SHA-256: all that is ever stored of a token. */
export function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
