import type { SQL } from 'bun'
import type { OutageLog } from '#api/lib/log.ts'
import { confirmDeliveries } from './store.ts'

/** Pause between statements: a thousand searches cost fifty. */
const REST_MS = 20

/** Answers handed over but not recorded. */
export interface DeliveryOutbox {
  readonly waiting: number
  /** A charge of this request; there may be several. */
  awaitHandOver(request: Request, delivery: string): void
  /** Called when the bytes are given to the socket. Takes a microsecond; the charge is confirmed within `REST_MS`. */
  handedOver(request: Request): void
  /** Called when a refusal replaces the answer: its charge is refunded. */
  dropped(request: Request): void
  /** Records all deliveries. Throws when it cannot; they are kept. */
  flush(): Promise<void>
}

export function createDeliveryOutbox(sql: SQL, outages: OutageLog): DeliveryOutbox {
  const onTheirWay = new WeakMap<Request, string[]>()
  const waiting: string[] = []
  /** Resolves to the success of the running statement. */
  let writing: Promise<boolean> | null = null
  let isResting = false

  function write(): Promise<boolean> {
    writing ??= writeBatch()
    return writing
  }

  /** Never rejects; failed deliveries go with the next batch. */
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
      // A client that left is refunded, or repeats with its key.
      if (own === undefined || request.signal.aborted) return
      waiting.push(...own)
      if (!isResting) void write()
    },

    dropped: request => void onTheirWay.delete(request),

    async flush() {
      // Includes answers of this turn.
      await new Promise(setImmediate)
      await writing
      if (waiting.length > 0 && !(await write())) throw new Error('deliveries are not confirmed')
    }
  }
}
