import type { Context } from '#api/context.ts'
import { textStream } from '#api/http/text-stream.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import type { ListCaller } from './caller.ts'
import { oneList } from './service.ts'

const LOOK_MS = 1_000
/** Then the browser asks anew, with its session of then. */
const LONGEST_MS = 60_000
/** A line that says nothing keeps proxies from closing the connection. */
const SILENT_LOOKS = 10

/**
 * Server-sent events: the list whenever it has changed, until it stands still or is deleted.
 *
 * @throws Refusal `NOT_FOUND`.
 */
export async function listEvents(context: Context, { userId }: ListCaller, id: string): Promise<Response> {
  const first = await oneList(context, userId, id)
  const until = performance.now() + LONGEST_MS

  /** Null once it is deleted: whoever asks for the stream again is told so. */
  const listNow = () =>
    oneList(context, userId, id).catch(error => {
      if (error instanceof Refusal && error.code === 'NOT_FOUND') return null
      throw error
    })

  async function* events(): AsyncGenerator<string> {
    let before = ''
    let list: List | null = first
    for (let looks = 1; list; list = await listNow(), looks += 1) {
      const data = JSON.stringify(list)
      if (data !== before) yield `event: list\ndata: ${data}\n\n`
      else if (looks % SILENT_LOOKS === 0) yield ': \n\n'
      before = data
      if (list.state !== 'running' || performance.now() > until || context.drain.isStopping) return
      await Bun.sleep(LOOK_MS)
    }
  }

  return new Response(textStream(events()), {
    headers: { 'content-type': 'text/event-stream;charset=utf-8', 'cache-control': 'no-store' }
  })
}
