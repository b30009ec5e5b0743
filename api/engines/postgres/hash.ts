const SIGNED = 64

/**
 * The stored form of a key: signed 64-bit xxHash64. A changed hash would silently empty the index, so a golden test
 * pins it.
 */
export function hashKey(key: string): bigint {
  return BigInt.asIntN(SIGNED, unsignedHash(key))
}

/** The same 64 bits without a sign, for where they are written as bytes. */
export const unsignedHash: (key: string) => bigint = Bun.hash.xxHash64

/** The engine's number of a record, from its `record_id`. */
export function recordNumber(recordId: string): bigint {
  return hashKey(`record:${recordId}`)
}

/** Postgres array literal of signed 64-bit numbers, or of such as are written already. */
export function bigintArray(values: readonly (bigint | string)[]): string {
  return `{${values.join(',')}}`
}
