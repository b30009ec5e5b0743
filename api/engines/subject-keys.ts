import type { KeyedHash } from '#api/lib/hmac.ts'

/** What of a person stands in a suppression: a kind and its normal form (`shared/identity/records/subject.ts`). */
export interface SubjectValue {
  kind: string
  value: string
}

/**
 * HMAC-SHA256(key, kind + ':' + base64(SHA256(value))), 32 bytes: all that the product keeps of somebody who must not
 * be found (`docs/data-protection.md` §2). The inner hash is the one that public opt-out lists use.
 */
export function subjectToken(suppressHash: KeyedHash, value: SubjectValue): Buffer {
  return suppressHash.digest(hashedText(value))
}

/** The first eight bytes of each token as signed numbers: what records carry and the gate compares. */
export function subjectKeys(suppressHash: KeyedHash, values: readonly SubjectValue[]): bigint[] {
  return values.map(value => suppressHash.number(hashedText(value)))
}

function hashedText({ kind, value }: SubjectValue): string {
  return `${kind}:${Bun.SHA256.hash(value, 'base64')}`
}
