/**
 * The time that a piece of work has: over when the caller's signal fires, or after so many milliseconds with a
 * `TimeoutError`. Cheaper than `AbortSignal.any` with `AbortSignal.timeout`, whose timer would outlive the work.
 * Throws the signal's reason when it has fired already. Whoever makes one says `end` when the work is done.
 */
export class Deadline {
  /** Called once when the time is over. Work that goes on to something else puts another one here. */
  whenOver = () => {}
  /** Why the time is over; undefined while it is not. */
  reason: unknown
  readonly #signal: AbortSignal
  readonly #leave: () => void
  readonly #timer: Timer

  constructor(signal: AbortSignal, ms: number) {
    signal.throwIfAborted()
    this.#signal = signal
    this.#leave = () => this.#close(signal.reason)
    signal.addEventListener('abort', this.#leave)
    this.#timer = setTimeout(() => this.#close(new DOMException('out of time', 'TimeoutError')), ms)
  }

  throwIfOver(): void {
    if (this.reason !== undefined) throw this.reason
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#leave)
  }

  #close(reason: unknown): void {
    if (this.reason !== undefined) return
    this.reason = reason
    this.whenOver()
  }
}
