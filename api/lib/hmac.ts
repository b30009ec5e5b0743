/** HMAC-SHA256 under one key. */
export interface KeyedHash {
  digest(text: string): Buffer
  /** The first eight bytes as a signed number. */
  number(text: string): bigint
}

/** Bun asks for room for its longest hash. */
const LONGEST_HASH_BYTES = 64

/** Takes the key in once: copying that hasher saves half of the work of every hash. */
export function createKeyedHash(key: string): KeyedHash {
  if (key === '') throw new Error('a keyed hash needs a key')
  const keyed = new Bun.CryptoHasher('sha256', key)
  const room = Buffer.alloc(LONGEST_HASH_BYTES)
  return {
    digest: text => keyed.copy().update(text).digest(),
    number(text) {
      keyed.copy().update(text).digest(room)
      return room.readBigInt64BE(0)
    }
  }
}
