import type { SQL } from 'bun'
import type { OutageLog } from '#api/lib/log.ts'
import { confirmDeliveries } from './store.ts'

/** After a statement the next one waits this long: a thousand searches a second cost fifty statements. */
const REST_MS = 20

/** What one process has handed over and not yet written down. */
export interface DeliveryOutbox {
  /** Those that were handed over and are not written down. */
  readonly waiting: number
  /** A charge that the answer to this request is for; it may be for several. */
  awaitHandOver(request: Request, delivery: string): void
  /**
   * To be called when the answer's bytes are given to the socket: what the client makes of them cannot be known. Takes a
   * microsecond; the charge is confirmed beside it, at once or with what comes within `REST_MS`.
   */
  handedOver(request: Request): void
  /** To be called when a refusal takes the place of the answer: what was charged for it is given back. */
  dropped(request: Request): void
  /** Writes down all that was handed over until now. Throws when that cannot be done; it is kept for the next time. */
  flush(): Promise<void>
}

export function createDeliveryOutbox(sql: SQL, outages: OutageLog): DeliveryOutbox {
  const onTheirWay = new WeakMap<Request, string[]>()
  const waiting: string[] = []
  /** The statement under way; whether it went well. */
  let writing: Promise<boolean> | null = null
  let isResting = false

  /** One statement at a time. */
  function write(): Promise<boolean> {
    writing ??= writeBatch()
    return writing
  }

  /** Never rejects: what failed goes with the next. */
  async function writeBatch(): Promise<boolean> {
    const batch = waiting.splice(0)
    let isWritten = true
    try {
      await confirmDeliveries(sql, batch)
    } catch (error) {
      isWritten = false
      waiting.unshift(...batch)
      outages.note('deliveries_unconfirmed', error)
    }
    writing = null
    isResting = true
    setTimeout(() => {
      isResting = false
      if (isWritten && waiting.length > 0) void write()
    }, REST_MS)
    return isWritten
  }

  return {
    get waiting() {
      return waiting.length
    },

    awaitHandOver(request, delivery) {
      const own = onTheirWay.get(request)
      if (own) own.push(delivery)
      else onTheirWay.set(request, [delivery])
    },

    handedOver(request) {
      const own = onTheirWay.get(request)
      // Whoever left before is given the credit back, or asks again with the same key.
      if (own === undefined || request.signal.aborted) return
      waiting.push(...own)
      if (!isResting) void write()
    },

    dropped: request => void onTheirWay.delete(request),

    async flush() {
      // An answer that has just been sent is noted in the turn after.
      await new Promise(setImmediate)
      await writing
      if (waiting.length > 0 && !(await write())) throw new Error('deliveries are not confirmed')
    }
  }
}
