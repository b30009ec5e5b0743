/**
 * Expires when the caller's signal fires, or after `ms` milliseconds with a `TimeoutError`; call `clear` when the work
 * is done. Cheaper than `AbortSignal.any` with `AbortSignal.timeout`, whose timer would outlive the work. The
 * constructor throws the reason of a signal that has fired already.
 */
export class Deadline {
  /** Called once, at expiry. Each stage of the work sets its own. */
  onExpiry = () => {}
  reason: unknown
  readonly #signal: AbortSignal
  readonly #onAbort: () => void
  readonly #timer: Timer

  constructor(signal: AbortSignal, ms: number) {
    signal.throwIfAborted()
    this.#signal = signal
    this.#onAbort = () => this.#expire(signal.reason)
    signal.addEventListener('abort', this.#onAbort)
    const late = () => this.#expire(new DOMException('out of time', 'TimeoutError'))
    this.#timer = setTimeout(late, Math.max(0, ms))
  }

  throwIfExpired(): void {
    if (this.reason !== undefined) throw this.reason
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }

  #expire(reason: unknown): void {
    if (this.reason !== undefined) return
    this.reason = reason
    this.onExpiry()
  }
}

/**
 * Runs work that heeds a signal. When the caller leaves, this rejects as soon as the work has stopped; when the time is
 * over, at once with a `TimeoutError`, since work that is stuck may never stop.
 */
export async function withinTime<T>(
  caller: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  const deadline = new Deadline(caller, ms)
  const stop = new AbortController()
  const late = Promise.withResolvers<never>()
  deadline.onExpiry = () => {
    stop.abort(deadline.reason)
    if (!caller.aborted) late.reject(deadline.reason)
  }
  try {
    return await Promise.race([work(stop.signal), late.promise])
  } finally {
    deadline.clear()
  }
}
