export interface SuppressedKeys {
  /** @param key A signed 64-bit number or its text. */
  has(key: string | bigint): boolean
}

const BYTES = 8
const HIGH_HALF = 2 ** 32

/**
 * A hundred thousand keys in 800 kB, looked up in a fraction of a microsecond. Doubles keep 53 bits of each hash.
 * @param sorted Ascending keys, eight bytes big-endian; null for nobody.
 */
export function createSuppressedKeys(sorted: Uint8Array | null): SuppressedKeys | null {
  if (sorted === null || sorted.length === 0) return null
  const view = new DataView(sorted.buffer, sorted.byteOffset, sorted.byteLength)
  const keys = new Float64Array(sorted.length / BYTES)
  for (let at = 0; at < keys.length; at += 1)
    keys[at] = view.getInt32(at * BYTES) * HIGH_HALF + view.getUint32(at * BYTES + BYTES / 2)
  return {
    has(key) {
      const wanted = Number(key)
      let [from, to] = [0, keys.length]
      while (from < to) {
        const middle = (from + to) >>> 1
        if ((keys[middle] ?? wanted) < wanted) from = middle + 1
        else to = middle
      }
      return keys[from] === wanted
    }
  }
}
