import { createHash, randomBytes } from 'node:crypto'

const PREFIX = 'ps_'
const SECRET_BYTES = 32
const TOKEN = /^ps_[\w-]{43}$/
/** Characters of the secret that a mask shows at either end. */
const SHOWN_CHARS = 4

/** «ps_» and 256 random bits. */
const newToken = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}`

/** «ps_abcd…wxyz»: all that is ever shown again. */
const maskToken = (token: string): string =>
  `${token.slice(0, PREFIX.length + SHOWN_CHARS)}…${token.slice(-SHOWN_CHARS)}`

/** SHA-256, all that is stored of a token; null of a text that is none. */
export const hashToken = (token: string): Uint8Array | null =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : null

/** A new token, with what is stored of it. */
export function newStoredToken(): { token: string; hash: Uint8Array; masked: string } {
  const token = newToken()
  const hash = hashToken(token)
  if (hash === null) throw new Error('a new token is none')
  return { token, hash, masked: maskToken(token) }
}
