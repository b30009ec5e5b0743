import { Deadline } from '#api/lib/deadline.ts'

export interface BackgroundLimits {
  /** Places in the process. */
  total: number
  /** Maximal wait for quiet. */
  patienceMs: number
  /** After other work one place is used for so long, with pauses. */
  cautionMs: number
  /** Pause relative to the duration. */
  restTimes: number
}

/** Work that yields to other work. */
interface BackgroundQueue {
  /** Waits for a place and for quiet, within limits. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<void>
  leave(): void
  /** Called when it may be quiet. */
  look(): void
}

/** @param quietMs Time since other work ran or waited. */
export function createBackgroundQueue(
  { total, patienceMs, cautionMs, restTimes }: BackgroundLimits,
  quietMs: () => number
): BackgroundQueue {
  const waiting = new Set<() => void>()
  let places = 0
  let admittedAt = 0
  let restUntil = 0
  let later: ReturnType<typeof setTimeout> | undefined

  function admit(most: number): void {
    for (const enter of [...waiting].slice(0, most)) {
      waiting.delete(enter)
      places += 1
      admittedAt = performance.now()
      enter()
    }
  }

  function look(): void {
    const quiet = quietMs()
    const isCautious = quiet < cautionMs
    const room = (isCautious ? 1 : total) - places
    if (waiting.size === 0 || room <= 0) return
    if (quiet === 0) {
      later ??= setTimeout(() => {
        later = undefined
        if (places === 0) admit(1)
        look()
      }, patienceMs)
      return
    }
    clearTimeout(later)
    later = undefined
    const restMs = isCautious ? restUntil - performance.now() : 0
    if (restMs <= 0) admit(room)
    else
      later = setTimeout(() => {
        later = undefined
        look()
      }, restMs)
  }

  return {
    async enter(signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const deadline = new Deadline(signal, LONGEST_MS)
      deadline.onExpiry = () => {
        if (waiting.delete(resolve)) reject(deadline.reason)
      }
      waiting.add(resolve)
      look()
      try {
        await promise
      } finally {
        deadline.clear()
      }
    },

    leave() {
      places -= 1
      const now = performance.now()
      restUntil = now + restTimes * (now - admittedAt)
      look()
    },

    look
  }
}

/** Ends with its signal. */
const LONGEST_MS = 2 ** 30
