const SIGNED = 64

/** xxHash64 of a text as a signed number. It is stored: a golden test pins it. */
export function hash64(text: string): bigint {
  return BigInt.asIntN(SIGNED, unsignedHash64(text))
}

/** The same 64 bits without a sign, for where they are written as bytes. */
export const unsignedHash64: (text: string) => bigint = Bun.hash.xxHash64

/** The number that stands for a `record_id` in an engine and in the audit. */
export function recordNumber(recordId: string): bigint {
  return hash64(`record:${recordId}`)
}
