import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '#api/lib/secrets.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keys of this feature, each for one thing, which say nothing of the audit's key. */
const derived = ({ audit }: Pick<Secrets, 'audit'>, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', audit, '', `sverka/subject-request/${use}/1`, 32))

/** Seals something for the one request whose key hash is given: nobody can put it into the row of another. */
export function seal(secrets: Pick<Secrets, 'audit'>, keyHash: Uint8Array, value: unknown): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, derived(secrets, 'seal'), iv).setAAD(keyHash)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Null when there is nothing, or the key is another one by now. */
export function unseal<T>(
  secrets: Pick<Secrets, 'audit'>,
  keyHash: Uint8Array,
  sealed: Uint8Array | null
): T | null {
  if (sealed === null || sealed.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, derived(secrets, 'seal'), sealed.subarray(0, IV_BYTES))
  decipher.setAAD(keyHash).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    return null
  }
}

/** What is stored of a key of a page, a code or the secret of a link. */
export const hashOf = (
  secrets: Pick<Secrets, 'audit'>,
  use: 'key' | 'code' | 'contact' | 'report',
  text: string
): Buffer => new Bun.CryptoHasher('sha256', derived(secrets, use)).update(text).digest()
