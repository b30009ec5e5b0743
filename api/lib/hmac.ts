export interface KeyedHash {
  digest(text: string): Buffer
  /** The first eight bytes as a signed number. */
  number(text: string): bigint
}

/** `digest` requires a buffer for Bun's longest hash. */
const LONGEST_HASH_BYTES = 64

/** Copying a keyed hasher saves half the work of each hash. */
export function createKeyedHash(key: string): KeyedHash {
  if (key === '') throw new Error('a keyed hash needs a key')
  const keyedHasher = new Bun.CryptoHasher('sha256', key)
  const digestBuffer = Buffer.alloc(LONGEST_HASH_BYTES)
  return {
    digest: text => keyedHasher.copy().update(text).digest(),
    number(text) {
      keyedHasher.copy().update(text).digest(digestBuffer)
      return digestBuffer.readBigInt64BE(0)
    }
  }
}
