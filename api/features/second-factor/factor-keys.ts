import { createKeyedHash } from '#api/lib/hmac.ts'
import { derivedKey, openText, sealText } from '#api/lib/sealed-text.ts'

/**
 * Keeps what a stolen database must not give away. The keys are derived from a secret of the server that goes with a
 * backup, so that factors work in a restored product.
 */
export interface FactorKeys {
  /** Encrypts for one user: the row of another cannot be put in its place. */
  seal(userId: number, text: string): Uint8Array
  /** Null of what was sealed for another user or by another key. */
  open(userId: number, sealed: Uint8Array): string | null
  hashCode(userId: number, code: string): Uint8Array
}

export function createFactorKeys(secret: string): FactorKeys {
  const key = derivedKey(secret, 'sverka totp secrets')
  const hash = createKeyedHash(derivedKey(secret, 'sverka backup codes').toString('hex'))
  const ownerOf = (userId: number) => Buffer.from(`user ${userId}`)

  return {
    seal: (userId, text) => sealText(key, ownerOf(userId), text),
    open: (userId, sealed) => openText(key, ownerOf(userId), sealed),
    hashCode: (userId, code) => hash.digest(`${userId}\0${code}`)
  }
}
