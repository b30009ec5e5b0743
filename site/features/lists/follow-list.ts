import type { List } from '#shared/contracts/lists/lists.ts'
import { errorText } from '#site/lib/ask.ts'
import { fetchList } from './list-calls.ts'

const POLL_MS = 2_000

/**
 * Hears of a running list by events of the server, and asks where those do not come.
 *
 * @param onLost Why nothing is heard; it is asked again all the same.
 * @returns stops.
 */
export function followList(
  id: string,
  onList: (list: List) => void,
  onLost: (text: string) => void
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const events = new EventSource(`/api/lists/${id}/events`)
  const take = (list: List) => {
    if (isOver) return
    onList(list)
    if (list.state !== 'running') stop()
  }
  async function ask() {
    clearTimeout(timer)
    await fetchList(id).then(take, error => isOver || onLost(errorText(error)))
    if (!isOver && events.readyState !== EventSource.OPEN) wait()
  }
  function wait() {
    clearTimeout(timer)
    timer = setTimeout(ask, POLL_MS)
  }
  events.addEventListener('list', ({ data }) => take(JSON.parse(data)))
  events.addEventListener('error', wait)
  addEventListener('online', ask)
  function stop() {
    isOver = true
    clearTimeout(timer)
    events.close()
    removeEventListener('online', ask)
  }
  return stop
}
