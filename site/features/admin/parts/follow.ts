import { AskError } from '#site/lib/ask.ts'
import type { LoadStore } from '#site/lib/load-store.ts'

/**
 * Looks again at something that changes by itself. While the server is away what is shown stays. Never rejects.
 *
 * @returns whether the server was there.
 */
export async function follow<T>(
  { change, refresh }: LoadStore<T>,
  fetchData: () => Promise<T>
): Promise<boolean> {
  try {
    const data = await fetchData()
    change(() => data)
  } catch (error) {
    if (error instanceof AskError && (error.status === 0 || error.status >= 500)) return false
    await refresh()
  }
  return true
}
