import type { List } from '#shared/contracts/lists/lists.ts'

const POLL_MS = 2_000

/**
 * Hears of a running list by events of the server, and asks where those do not come.
 *
 * @param ask Asks for the list; never rejects.
 * @returns stops.
 */
export function followList(id: string, onList: (list: List) => void, ask: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const events = new EventSource(`/api/lists/${id}/events`)
  async function poll() {
    clearTimeout(timer)
    await ask()
    if (!isOver && events.readyState !== EventSource.OPEN) wait()
  }
  function wait() {
    clearTimeout(timer)
    timer = setTimeout(poll, POLL_MS)
  }
  events.addEventListener('list', ({ data }) => isOver || onList(JSON.parse(data)))
  events.addEventListener('error', wait)
  addEventListener('online', poll)
  return () => {
    isOver = true
    clearTimeout(timer)
    events.close()
    removeEventListener('online', poll)
  }
}
