import type { Context } from '#api/context.ts'
import { log } from '#api/lib/log.ts'
import { confirmDeliveries } from './store.ts'

/** After a statement the next one waits this long: a thousand searches a second cost fifty statements. */
const REST_MS = 20

/** What one process has handed over and not yet written down. */
interface Outbox {
  waiting: string[]
  /** The statement under way; whether it went well. */
  writing: Promise<boolean> | null
  isResting: boolean
}

const outboxes = new WeakMap<Context, Outbox>()
const onTheirWay = new WeakMap<Request, string>()

/** The charge that the answer to this request is for. */
export function awaitHandOver(request: Request, delivery: string): void {
  onTheirWay.set(request, delivery)
}

/**
 * To be called when the answer's bytes are given to the socket: what the client makes of them cannot be known. Takes a
 * microsecond; the charge is confirmed beside it, at once or with what comes within `REST_MS`.
 */
export function handedOver(context: Context, request: Request): void {
  const delivery = onTheirWay.get(request)
  if (delivery === undefined) return
  const outbox = outboxOf(context)
  outbox.waiting.push(delivery)
  if (!outbox.isResting) void write(context, outbox)
}

/** Writes down all that was handed over until now. Throws when that cannot be done; it is kept for the next time. */
export async function flushDeliveries(context: Context): Promise<void> {
  // An answer that has just been sent is noted in the turn after.
  await new Promise(setImmediate)
  const outbox = outboxOf(context)
  await outbox.writing
  if (outbox.waiting.length > 0 && !(await write(context, outbox))) {
    throw new Error('deliveries are not confirmed')
  }
}

/** One statement at a time. */
function write(context: Context, outbox: Outbox): Promise<boolean> {
  outbox.writing ??= writeBatch(context, outbox)
  return outbox.writing
}

/** Never rejects: what failed goes with the next. */
async function writeBatch(context: Context, outbox: Outbox): Promise<boolean> {
  const batch = outbox.waiting.splice(0)
  let isWritten = true
  try {
    await confirmDeliveries(context.sql, batch)
  } catch (error) {
    isWritten = false
    outbox.waiting.unshift(...batch)
    log.error('deliveries_unconfirmed', { count: outbox.waiting.length, error })
  }
  outbox.writing = null
  outbox.isResting = true
  setTimeout(() => {
    outbox.isResting = false
    if (isWritten && outbox.waiting.length > 0) void write(context, outbox)
  }, REST_MS)
  return isWritten
}

function outboxOf(context: Context): Outbox {
  const known = outboxes.get(context)
  if (known) return known
  const outbox: Outbox = { waiting: [], writing: null, isResting: false }
  outboxes.set(context, outbox)
  return outbox
}
