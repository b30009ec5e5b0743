/** Texts by their names, in memory of a fixed size. */
export interface TextRing {
  /** Keeps a text until it is too old or newer ones need its room; one of more than a quarter of all room is not kept. */
  put(name: string, text: string): void
  get(name: string): string | undefined
}

interface Kept {
  from: number
  bytes: number
  at: number
}

const LARGEST_PART = 1 / 4
/** UTF-8 needs at most so many bytes for a unit of UTF-16. */
const UNIT_BYTES_MAX = 3

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** What is forgotten is overwritten with zeros, at the latest `keptMs` after it became too old. */
export function createTextRing(bytes: number, keptMs: number): TextRing {
  const room = new Uint8Array(bytes)
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
    put(name, text) {
      const before = kept.get(name)
      if (before) forget(name, before)
      const most = text.length * UNIT_BYTES_MAX
      if (most > bytes * LARGEST_PART) return
      if (head + most > bytes) {
        const from = head
        forgetFirst(oldest => oldest.from >= from)
        head = 0
      }
      const end = head + most
      forgetFirst(oldest => isOld(oldest) || (oldest.from < end && oldest.from + oldest.bytes > head))
      const { written } = encoder.encodeInto(text, room.subarray(head, end))
      kept.set(name, { from: head, bytes: written, at: performance.now() })
      head += written
      sweepLater()
    },

    get(name) {
      const found = kept.get(name)
      if (!found || isOld(found)) return undefined
      return decoder.decode(room.subarray(found.from, found.from + found.bytes))
    }
  }
}
