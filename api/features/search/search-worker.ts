import type { Config } from '#api/config.ts'
import type { Sources } from '#api/features/sources/service.ts'
import type { Counters, Statistics } from '#api/features/statistics/service.ts'
import { databaseRefusal } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { Refusal, type RefusalOptions } from '#api/lib/refusal.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { TaskHandler, TaskResult } from '#api/processes/worker-task.ts'
import type { ProblemCode } from '#shared/problems.ts'
import { readUnlessAborted, type TimedReadings } from './answer/parse-query.ts'
import type { Answerer, PreparedAnswer, SearchRequest } from './answer/prepared-answer.ts'
import { type RowReading, readRows } from './answer/read-rows.ts'

export interface SearchSetup {
  config: Config
  secrets: Secrets
}

interface ReadTask {
  line: string
}

interface ReadRowsTask {
  rows: string[]
}

/** Flat texts are the cheapest to send. */
interface AnswerTask {
  /** JSON of a `SearchRequest`. */
  request: string
  changes: number
}

export type SearchTask = AnswerTask | ReadTask | ReadRowsTask

export type SearchResult =
  /** `rest`: JSON of the other fields and of the thread's counts. */
  { bytes: Uint8Array; rest: string } | { read: string } | { refused: string }

type Rest = [answer: Omit<PreparedAnswer, 'body'>, counters: [string, never][]]

export function createSearchHandler(
  answer: Answerer,
  { statistics, sources }: { statistics: Statistics; sources: Pick<Sources, 'follow'> },
  close: () => Promise<void>
): TaskHandler<SearchTask, SearchResult> {
  return {
    close,

    async run(task, signal): Promise<TaskResult<SearchResult>> {
      try {
        if ('line' in task) {
          const read = JSON.stringify(await readUnlessAborted(task.line, signal))
          return { result: { read }, transfer: [] }
        }
        if ('rows' in task) return { result: { read: JSON.stringify(readRows(task.rows)) }, transfer: [] }
        sources.follow(task.changes)
        const request: SearchRequest = JSON.parse(task.request)
        const { body: bytes, ...prepared } = await answer(request, signal)
        const transfer = bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : []
        return {
          result: { bytes, rest: JSON.stringify([prepared, [...statistics.drain()]]) },
          transfer
        }
      } catch (error) {
        const refusal = databaseRefusal(error) ?? error
        if (refusal instanceof Refusal) return { result: refusalResult(refusal), transfer: [] }
        if (!signal.aborted) log.error('search_failed', { error })
        throw error
      }
    }
  }
}

/** @throws Refusal when the thread failed. */
export function readReadings(result: SearchResult): TimedReadings {
  return JSON.parse(readIn(result))
}

/** @throws Refusal when the thread failed. */
export const readRowReadings = (result: SearchResult): RowReading[] => JSON.parse(readIn(result))

function readIn(result: SearchResult): string {
  if ('refused' in result) throw refusalIn(result.refused)
  if (!('read' in result)) throw new Error('a thread answered a line that was to be read')
  return result.read
}

/** @throws Refusal of the thread. */
export function readSearchResult(result: SearchResult): { answer: PreparedAnswer; counters: Counters } {
  if ('refused' in result) throw refusalIn(result.refused)
  if (!('rest' in result)) throw new Error('a thread read a line that was to be answered')
  const [prepared, counters]: Rest = JSON.parse(result.rest)
  return { answer: { ...prepared, body: result.bytes }, counters: new Map(counters) }
}

function refusalResult({ code, message, fields, retryAfterSeconds }: Refusal): SearchResult {
  return { refused: JSON.stringify({ code, text: message, fields, retryAfterSeconds }) }
}

function refusalIn(refused: string): Refusal {
  const { code, ...options }: RefusalOptions & { code: ProblemCode } = JSON.parse(refused)
  return new Refusal(code, options)
}
