import { hmac, hmacNumber } from './hmac.ts'

/** What of a person stands in a suppression: a kind and its normal form (`shared/identity/records/subject.ts`). */
export interface KeyedValue {
  kind: string
  value: string
}

/**
 * HMAC-SHA256(key, kind + ':' + base64(SHA256(value))), 32 bytes: all that the product keeps of somebody who must not
 * be found (`design/responsible-data.md` 2). The inner hash is the one that public opt-out lists use.
 */
export function subjectToken(suppressKey: string, value: KeyedValue): Buffer {
  return hmac(suppressKey, keyedText(value))
}

const hashed = Buffer.alloc(32)

function keyedText({ kind, value }: KeyedValue): string {
  Bun.SHA256.hash(value, hashed)
  return `${kind}:${hashed.toString('base64')}`
}

/** The first eight bytes of each token as signed numbers: what records carry and the gate compares. */
export function subjectKeys(suppressKey: string, values: readonly KeyedValue[]): bigint[] {
  return values.map(value => hmacNumber(suppressKey, keyedText(value)))
}
