import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createKeyedHash } from '#api/lib/hmac.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

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
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `sverka ${purpose}`, KEY_BYTES))
  const key = derive('totp secrets')
  const hash = createKeyedHash(derive('backup codes').toString('hex'))
  const ownerOf = (userId: number) => Buffer.from(`user ${userId}`)

  return {
    seal(userId, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(ownerOf(userId))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },

    open(userId, sealed) {
      const bytes = Buffer.from(sealed)
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAAD(ownerOf(userId)).setAuthTag(bytes.subarray(-TAG_BYTES))
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },

    hashCode: (userId, code) => hash.digest(`${userId}\0${code}`)
  }
}
