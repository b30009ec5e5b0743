const HASH_BITS = 64

/** xxHash64 as a signed number. It is stored: a golden test pins it. */
export function hash64(text: string): bigint {
  return BigInt.asIntN(HASH_BITS, unsignedHash64(text))
}

/** For where the 64 bits are written as bytes. */
export const unsignedHash64: (text: string) => bigint = Bun.hash.xxHash64

/** Stands for a `record_id` in an engine and in the audit. */
export function recordNumber(recordId: string): bigint {
  return hash64(`record:${recordId}`)
}
