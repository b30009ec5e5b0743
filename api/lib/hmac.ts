export interface KeyedHash {
  digest(text: string): Buffer
  number(text: string): bigint
}

const LONGEST_HASH_BYTES = 64
/** Separates joined keys; no key contains it. */
const NEXT_KEY = '\n'

/** Joins keys, the oldest first, into one that hashes as they did in turn. */
export const joinKeys = (keys: readonly string[]): string => keys.join(NEXT_KEY)
export const keysOf = (joined: string): string[] => joined.split(NEXT_KEY)

/** Applies a further key to a hash, without the original text. */
export const rehash = (key: string, hash: Buffer): Buffer => createKeyedHash(key).digest(hash.toString('hex'))

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
