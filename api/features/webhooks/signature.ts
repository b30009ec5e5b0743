import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whs_'
const NONCE_BYTES = 32
const SHOWN_CHARS = 4

export const newNonce = (): Uint8Array => randomBytes(NONCE_BYTES)

/** «whs_» and 256 bits, made of what the database has and of a key that it has not. */
export const secretOf = (key: string, nonce: Uint8Array): string =>
  `${PREFIX}${createHmac('sha256', key).update('webhook:').update(nonce).digest('base64url')}`

/** «whs_…7c1d»: all that is ever shown again. */
export const maskSecret = (secret: string): string => `${PREFIX}…${secret.slice(-SHOWN_CHARS)}`

/** The value of `X-Sverka-Signature`: when it was signed, and the HMAC of that moment and the body. */
export function signatureOf(secret: string, body: string, seconds = Math.floor(Date.now() / 1000)): string {
  const hash = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}
