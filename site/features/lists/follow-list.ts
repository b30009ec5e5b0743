import type { List } from '#shared/contracts/lists/lists.ts'
import { fetchList } from './list-calls.ts'

const POLL_MS = 2_000

/** Hears of a running list by events of the server, and asks where those do not come. @returns stops. */
export function followList(id: string, onList: (list: List) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const events = new EventSource(`/api/lists/${id}/events`)
  const take = (list: List) => {
    if (isOver) return
    onList(list)
    if (list.state !== 'running') stop()
  }
  const poll = () => {
    timer = setTimeout(async () => {
      const list = await fetchList(id).catch(() => null)
      if (list) take(list)
      if (!isOver && events.readyState !== EventSource.OPEN) poll()
    }, POLL_MS)
  }
  events.addEventListener('list', ({ data }) => take(JSON.parse(data)))
  events.addEventListener('error', () => {
    clearTimeout(timer)
    poll()
  })
  function stop() {
    isOver = true
    clearTimeout(timer)
    events.close()
  }
  return stop
}
