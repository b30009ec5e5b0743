import { derivedKey, openText, sealText } from '#api/lib/sealed-text.ts'
import type { Secrets } from '#api/lib/secrets.ts'

/** Keys of this feature, each for one thing, which say nothing of the audit's key. */
const derived = ({ audit }: Pick<Secrets, 'audit'>, use: string): Buffer =>
  derivedKey(audit, `sverka/subject-request/${use}/1`)

/** Seals something for the one request whose key hash is given: nobody can put it into the row of another. */
export const seal = (secrets: Pick<Secrets, 'audit'>, keyHash: Uint8Array, value: unknown): Buffer =>
  sealText(derived(secrets, 'seal'), keyHash, JSON.stringify(value))

/** Null when there is nothing, or the key is another one by now. */
export function unseal<T>(
  secrets: Pick<Secrets, 'audit'>,
  keyHash: Uint8Array,
  sealed: Uint8Array | null
): T | null {
  const text = sealed && openText(derived(secrets, 'seal'), keyHash, sealed)
  return text === null ? null : JSON.parse(text)
}

/** What is stored of a key of a page, a code or the secret of a link. */
export const hashOf = (
  secrets: Pick<Secrets, 'audit'>,
  use: 'key' | 'code' | 'contact' | 'report',
  text: string
): Buffer => new Bun.CryptoHasher('sha256', derived(secrets, use)).update(text).digest()
