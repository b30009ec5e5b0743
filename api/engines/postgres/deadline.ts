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
    this.#timer = setTimeout(() => this.#expire(new DOMException('out of time', 'TimeoutError')), ms)
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
