/**
 * Expires with the caller's signal, or after `ms` with a `TimeoutError`; call `clear` when done. Cheaper than
 * `AbortSignal.any`, whose timer would outlive the work. Throws the reason of a fired signal.
 */
export class Deadline {
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

/** When the caller leaves, rejects once the work has stopped; on timeout at once, because stuck work may never stop. */
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

/** Waits for `ms` or the signal. A loop may rest so for ever: nothing of a rest stays with the signal. */
export function rest(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, signal.aborted ? 0 : ms)
  signal.addEventListener('abort', end)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  })
}
