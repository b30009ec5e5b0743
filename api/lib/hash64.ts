const HASH_BITS = 64

/** xxHash64 as a signed number. It is stored: a golden test pins it. */
export function hash64(text: string): bigint {
  return BigInt.asIntN(HASH_BITS, unsignedHash64(text))
}

/** A key as it is stored and sent. */
export const storedKey = (key: string): string => String(hash64(key))

export const unsignedHash64: (text: string) => bigint = Bun.hash.xxHash64

export function recordNumber(recordId: string): bigint {
  return hash64(`record:${recordId}`)
}
