/** Less than a test of a run has: what is waited for in vain is told by the expectation behind it. */
const PATIENCE_MS = 150_000
const PAUSE_MS = 10

/**
 * Reads again and again until what was read is so, however slow the machine is.
 *
 * @returns What was read last: after 150 seconds also when it is not so.
 */
export async function until<T>(
  read: () => T | Promise<T>,
  isSo: (value: T) => boolean = Boolean
): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const value = await read()
    if (isSo(value) || performance.now() > end) return value
    await Bun.sleep(PAUSE_MS)
  }
}
