import { Refusal } from '#api/lib/refusal.ts'
import { DRAIN_MS } from '#shared/constants.ts'

/** What Bun's server tells and does; a stop closes every connection on which it has not begun to read a request. */
interface Server {
  readonly pendingRequests: number
  stop(closesAll?: boolean): Promise<void>
}

/** How a server stops without breaking a call that was made before. */
export interface Drain {
  readonly isStopping: boolean
  /**
   * To be asked for every call. While the server stops, the answer tells the client to close its connection.
   *
   * @throws Refusal `STOPPING` for what has come too late.
   */
  admit(headers: Record<string, string | number>): void
  /** Ends when all calls are answered, at most after `DRAIN_MS`. */
  stop(server: Server): Promise<void>
}

/** Calls on their way when the signal came are read and answered within this; later ones are refused. */
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

    admit(headers) {
      if (!isStopping) return
      headers.connection = 'close'
      if (isRefusing) throw new Refusal('STOPPING', { retryAfterSeconds: RETRY_SECONDS })
    },

    async stop(server) {
      const until = performance.now() + DRAIN_MS
      isStopping = true
      await Bun.sleep(ADMIT_MS)
      isRefusing = true
      // Before Bun's stop, after which nobody could ask whether the server is healthy.
      do await Bun.sleep(POLL_MS)
      while (server.pendingRequests > 0 && performance.now() < until)
      await Promise.race([server.stop(), Bun.sleep(until - performance.now())])
      await server.stop(true)
    }
  }
}
