const ENTRIES_MAX = 100_000

/** Longer texts hardly repeat and would fill the memory. */
const KEY_CHARS_MAX = 64

/**
 * Caches the results of a pure function of one word, because words repeat far more often than they differ. A full cache
 * is emptied.
 */
export function memoize<T>(compute: (word: string) => T, entriesMax = ENTRIES_MAX): (word: string) => T {
  const cache = new Map<string, T>()
  return word => {
    if (word.length > KEY_CHARS_MAX) return compute(word)
    const cached = cache.get(word)
    if (cached !== undefined) return cached
    if (cache.size >= entriesMax) cache.clear()
    const result = compute(word)
    cache.set(word, result)
    return result
  }
}

const TEXTS_MAX = 5_000

const textCaches: Map<string, unknown>[] = []

/** Caches texts of one line. Results must not change; cleared before the next line (`forgetTexts`). */
export function memoizeTexts<T>(compute: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  textCaches.push(cache)
  return text => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    if (cache.size >= TEXTS_MAX) cache.clear()
    cache.set(text, result)
    return result
  }
}

export function forgetTexts(): void {
  for (const cache of textCaches) cache.clear()
}

/** Caches a pure function of an immutable object for the object's lifetime. */
export function memoizeByObject<Key extends object, Result>(
  make: (key: Key) => Result
): (key: Key) => Result {
  const results = new WeakMap<Key, Result>()
  return key => {
    const cached = results.get(key)
    if (cached !== undefined) return cached
    const result = make(key)
    results.set(key, result)
    return result
  }
}
