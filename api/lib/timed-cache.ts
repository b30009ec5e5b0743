/** Values in memory within limits of time and bytes; what was stored first goes first. */
export interface TimedCache<Value> {
  set(key: string, value: Value): void
  get(key: string): Value | undefined
  /** Forgets everything. */
  close(): void
}

export interface CacheLimits<Value> {
  maxMs: number
  maxBytes: number
  bytesOf(value: Value): number
}

export function createTimedCache<Value>({ maxMs, maxBytes, bytesOf }: CacheLimits<Value>): TimedCache<Value> {
  const entries = new Map<string, { value: Value; at: number }>()
  let bytes = 0
  const isOld = (at: number) => performance.now() - at >= maxMs

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    bytes -= bytesOf(entry.value)
    entries.delete(key)
  }

  function evict(): void {
    for (const [key, { at }] of entries) {
      if (bytes <= maxBytes && !isOld(at)) return
      remove(key)
    }
  }

  // Expired values must go even when no further one evicts them.
  const sweep = setInterval(evict, maxMs)
  sweep.unref()

  return {
    set(key, value) {
      remove(key)
      entries.set(key, { value, at: performance.now() })
      bytes += bytesOf(value)
      evict()
    },

    get(key) {
      const entry = entries.get(key)
      return entry && !isOld(entry.at) ? entry.value : undefined
    },

    close() {
      clearInterval(sweep)
      entries.clear()
      bytes = 0
    }
  }
}
