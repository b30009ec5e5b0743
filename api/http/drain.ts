import { Refusal } from '#api/lib/refusal.ts'
import { DRAIN_MS } from '#shared/constants.ts'

/** A stop closes connections whose request was not read yet. */
interface Server {
  readonly pendingRequests: number
  stop(closesAll?: boolean): Promise<void>
}

export interface Drain {
  readonly isStopping: boolean
  /**
   * While stopping the answer closes its connection.
   *
   * @param isRefusable A page is given out to the end: it comes from memory, and a browser shows no refusal.
   * @throws Refusal `STOPPING` for late calls.
   */
  admit(headers: Record<string, string | number>, isRefusable?: boolean): void
  /** Ends with the last answer, at most after `DRAIN_MS`. */
  stop(server: Server): Promise<void>
}

/** Later calls are refused. */
const ADMIT_MS = 300
const POLL_MS = 20
const RETRY_SECONDS = 5

export function createDrain(): Drain {
  let isStopping = false
  let isRefusing = false
  return {
    get isStopping() {
      return isStopping
    },

    admit(headers, isRefusable = true) {
      if (!isStopping) return
      headers.connection = 'close'
      if (isRefusing && isRefusable) throw new Refusal('STOPPING', { retryAfterSeconds: RETRY_SECONDS })
    },

    async stop(server) {
      const until = performance.now() + DRAIN_MS
      isStopping = true
      await Bun.sleep(ADMIT_MS)
      isRefusing = true
      // Before Bun's stop, after which health checks fail.
      do await Bun.sleep(POLL_MS)
      while (server.pendingRequests > 0 && performance.now() < until)
      await Promise.race([server.stop(), Bun.sleep(until - performance.now())])
      await server.stop(true)
    }
  }
}
