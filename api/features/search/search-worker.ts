import type { Counters, Statistics } from '#api/features/statistics/service.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import type { OpenBody } from '#api/lib/open-body.ts'
import { Refusal, type RefusalOptions } from '#api/lib/refusal.ts'
import type { TaskHandler, TaskResult } from '#api/lib/worker-task.ts'
import type { ProblemCode } from '#shared/problems.ts'
import type { Answerer, PreparedAnswer } from './answer.ts'

/** A question on its way to a thread: flat texts cost least to hand over. */
export interface SearchTask {
  query: string
  /** JSON of the chosen reading. */
  chosen: string
  acceptsGzip: boolean
}

/** What a thread says to it. */
export type SearchResult =
  /** The rest of a `PreparedAnswer`, and what the thread has counted since its last one, as JSON. */
  { bytes: Uint8Array; rest: string } | { refused: string }

type Rest = [answer: Omit<PreparedAnswer, 'body'>, body: Omit<OpenBody, 'bytes'>, counters: [string, never][]]

/** Answers questions in a thread of its own. */
export function createSearchHandler(
  answer: Answerer,
  statistics: Statistics,
  close: () => Promise<void>
): TaskHandler<SearchTask, SearchResult> {
  return {
    close,

    async run({ query, chosen, acceptsGzip }, signal): Promise<TaskResult<SearchResult>> {
      try {
        const question = { query, chosen: JSON.parse(chosen), acceptsGzip }
        const { body, ...prepared } = await answer(question, signal)
        const { bytes, ...rest } = body
        const transfer = bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
        return { result: { bytes, rest: JSON.stringify([prepared, rest, [...statistics.take()]]) }, transfer }
      } catch (error) {
        const refusal = isDatabaseDown(error) ? new Refusal('DATABASE_DOWN') : error
        if (refusal instanceof Refusal) return { result: refusalResult(refusal), transfer: [] }
        if (!signal.aborted) log.error('search_failed', { error })
        throw error
      }
    }
  }
}

/** What a thread said, on the other side: throws the refusal that it is. */
export function readSearchResult(result: SearchResult): { answer: PreparedAnswer; counters: Counters } {
  if ('refused' in result) throw refusalIn(result.refused)
  const [prepared, body, counters]: Rest = JSON.parse(result.rest)
  return { answer: { ...prepared, body: { bytes: result.bytes, ...body } }, counters: new Map(counters) }
}

function refusalResult({ code, message, fields, retryAfterSeconds }: Refusal): SearchResult {
  return { refused: JSON.stringify({ code, text: message, fields, retryAfterSeconds }) }
}

function refusalIn(refused: string): Refusal {
  const { code, ...options }: RefusalOptions & { code: ProblemCode } = JSON.parse(refused)
  return new Refusal(code, options)
}
