export interface KeyedHash {
  digest(text: string): Buffer
  /** The first eight bytes as a signed number. */
  number(text: string): bigint
}

/** `digest` requires a buffer for Bun's longest hash. */
const LONGEST_HASH_BYTES = 64
/** Between a key and the one that took its place; no key holds it. */
const NEXT_KEY = '\n'

/** A key that hashes what the keys before it have hashed, the oldest first: of one key that key itself. */
export const joinKeys = (keys: readonly string[]): string => keys.join(NEXT_KEY)
export const keysOf = (joined: string): string[] => joined.split(NEXT_KEY)

/** What a further key makes of a hash. Nothing but the hash is needed for it. */
export const rehash = (key: string, hash: Buffer): Buffer => createKeyedHash(key).digest(hash.toString('hex'))

/** Copying a keyed hasher saves half the work of each hash. */
export function createKeyedHash(key: string): KeyedHash {
  if (key === '') throw new Error('a keyed hash needs a key')
  const [first = '', ...further] = keysOf(key)
  return further.length === 0 ? hashOf(first) : further.reduce(hashOver, hashOf(first))
}

function hashOf(key: string): KeyedHash {
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

function hashOver(before: KeyedHash, key: string): KeyedHash {
  const own = hashOf(key)
  return {
    digest: text => own.digest(before.digest(text).toString('hex')),
    number: text => own.number(before.digest(text).toString('hex'))
  }
}
