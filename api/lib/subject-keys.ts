import { hmac } from './hmac.ts'

/** What of a person stands in a suppression: a kind and its normal form (`shared/identity/subject.ts`). */
export interface KeyedValue {
  kind: string
  value: string
}

/**
 * HMAC-SHA256(key, kind + ':' + base64(SHA256(value))), 32 bytes: all that the product keeps of somebody who must not
 * be found (`design/responsible-data.md` 2). The inner hash is the one that public opt-out lists use.
 */
export function subjectToken(suppressKey: string, { kind, value }: KeyedValue): Buffer {
  return hmac(suppressKey, `${kind}:${Bun.SHA256.hash(value, 'base64')}`)
}

/** The first eight bytes of each token as signed numbers: what records carry and the gate compares. */
export function subjectKeys(suppressKey: string, values: readonly KeyedValue[]): bigint[] {
  return values.map(value => subjectToken(suppressKey, value).readBigInt64BE(0))
}
