import { takeCounts } from '#api/features/statistics/service.ts'
import type { Context } from '#api/lib/context.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { answerTo } from './answer.ts'
import {
  answerMessage,
  type FromThread,
  questionOf,
  refusalMessage,
  type ToThread
} from './worker-messages.ts'

const tell = (message: FromThread, handed: ArrayBuffer[] = []) => self.postMessage(message, handed)

/** Answers the questions of `threads.ts` until it is told to stop. To be called once by the thread's script. */
export function serveSearches(context: Context, close: () => Promise<void>): void {
  const leaving = new Map<number, AbortController>()

  async function answer(message: Extract<ToThread, { ask: number }>): Promise<void> {
    const { ask } = message
    const left = new AbortController()
    leaving.set(ask, left)
    try {
      const answered = await answerTo(context, questionOf(message, left.signal))
      tell(...answerMessage(ask, answered, takeCounts(context)))
    } catch (error) {
      const refusal = isDatabaseDown(error) ? new Refusal('DATABASE_DOWN') : error
      if (!(refusal instanceof Refusal) && !left.signal.aborted) log.error('search_failed', { error })
      tell(refusal instanceof Refusal ? refusalMessage(ask, refusal) : { ask, failed: true })
    } finally {
      leaving.delete(ask)
    }
  }

  self.onmessage = ({ data }: MessageEvent<ToThread>) => {
    if ('ask' in data) void answer(data)
    else if ('leave' in data) leaving.get(data.leave)?.abort()
    else void close().finally(() => tell({ stopped: true }))
  }
  tell({ ready: true })
}
