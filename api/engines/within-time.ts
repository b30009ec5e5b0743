/**
 * Does work under a signal that fires with the caller's, or with a `TimeoutError` after so many milliseconds. Cheaper
 * than `AbortSignal.any` with `AbortSignal.timeout`, whose timer would outlive the work.
 */
export async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>
): Promise<T> {
  signal.throwIfAborted()
  const until = new AbortController()
  const leave = () => until.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const timer = setTimeout(() => until.abort(new DOMException('out of time', 'TimeoutError')), ms)
  try {
    return await work(until.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}
