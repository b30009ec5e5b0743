/** Bytes by their names, in memory of a fixed size. */
export interface ByteRing {
  /**
   * Keeps a copy of the parts, put together, until it is too old or newer ones need its room; one of more than a quarter
   * of all room is not kept.
   */
  put(name: string, parts: readonly Uint8Array[]): void
  /** A copy of what is kept. */
  get(name: string): Uint8Array<ArrayBuffer> | undefined
}

interface Kept {
  from: number
  bytes: number
  at: number
}

const LARGEST_PART = 1 / 4

/** What is forgotten is overwritten with zeros, at the latest `keptMs` after it became too old. */
export function createByteRing(size: number, keptMs: number): ByteRing {
  const room = new Uint8Array(size)
  /** From the oldest to the newest, which is also their order in the room, going round. */
  const kept = new Map<string, Kept>()
  let head = 0
  let isSweepDue = false

  function forget(name: string, { from, bytes }: Kept): void {
    room.fill(0, from, from + bytes)
    kept.delete(name)
  }

  function forgetFirst(isInTheWay: (oldest: Kept) => boolean): void {
    for (const [name, oldest] of kept) {
      if (!isInTheWay(oldest)) return
      forget(name, oldest)
    }
  }

  const isOld = ({ at }: Kept) => performance.now() - at >= keptMs

  /** Nobody may come any more, and what is too old must go all the same. */
  function sweepLater(): void {
    if (isSweepDue || kept.size === 0) return
    isSweepDue = true
    setTimeout(() => {
      isSweepDue = false
      forgetFirst(isOld)
      sweepLater()
    }, keptMs).unref()
  }

  return {
    put(name, parts) {
      const before = kept.get(name)
      if (before) forget(name, before)
      const bytes = parts.reduce((sum, part) => sum + part.length, 0)
      if (bytes > size * LARGEST_PART) return
      if (head + bytes > size) {
        const from = head
        forgetFirst(oldest => oldest.from >= from)
        head = 0
      }
      const end = head + bytes
      forgetFirst(oldest => isOld(oldest) || (oldest.from < end && oldest.from + oldest.bytes > head))
      kept.set(name, { from: head, bytes, at: performance.now() })
      for (const part of parts) {
        room.set(part, head)
        head += part.length
      }
      sweepLater()
    },

    get(name) {
      const found = kept.get(name)
      if (!found || isOld(found)) return undefined
      return room.slice(found.from, found.from + found.bytes)
    }
  }
}
