import { AnswerTooLargeError, OVERLOADED, statusOf } from '#api/engines/cluster/failures.ts'

/**
 * How many documents of an index are not too large together, and until when that is remembered. Of large ones alone, by the
 * name of the adopted index.
 */
export type RecordsTogether = Map<string, { records: number; until: number }>

/** What comes meanwhile may be smaller; the price of asking together is one refused answer for each time. */
const REMEMBERED_MS = 10 * 60_000

/**
 * So many times fewer are asked for when they were too large, and more at most than before: of the hundred that a search
 * shows of a source a single one is reached in three steps, and a page of thousands from it in four.
 */
export const PAGE_GROWTH = 8

/** What came last is still to be unpacked in time: 16 MB take about 70 ms of a processor, of which others may have most. */
export const UNPACKING_MS = 500

export const isLarge = (together: RecordsTogether, index: string): boolean =>
  (together.get(index)?.until ?? 0) > performance.now()

export function noteTogether(together: RecordsTogether, index: string, records: number): void {
  together.set(index, { records, until: performance.now() + REMEMBERED_MS })
}

/** For the client's second argument. */
interface PageLimits {
  maxResponseSize?: number
}

/** Reads so many documents by `read`, or fewer. */
type Paging = <T>(read: (size: number, limits: PageLimits) => Promise<T>) => Promise<T>

const MEGABYTE = 1024 ** 2
/** How large a page is to be: a small server has no memory for much more at once. */
const PAGE_BYTES = 16 * MEGABYTE
/** Of several documents. A single one may have as much as is taken of any answer. */
const PAGE_BYTES_MAX = 64 * MEGABYTE
/** In Russian texts, which are most of what is large, a sign has two. */
const BYTES_OF_SIGN = 2

/**
 * Makes pages of so many documents as are not too large together: few at first, then as many as the page before says, and
 * fewer of those that the cluster has no memory for.
 */
export function createPaging(most: number, first: number): Paging {
  let next = Math.min(most, first)
  return async read => {
    for (;;) {
      const size = next
      try {
        const page = await read(size, size === 1 ? {} : { maxResponseSize: PAGE_BYTES_MAX })
        const fit = Math.floor((size * PAGE_BYTES) / Math.max(1, bytesIn(page)))
        next = Math.max(1, Math.min(most, size * PAGE_GROWTH, fit))
        return page
      } catch (error) {
        if (size === 1 || !isTooMuch(error)) throw error
        next = Math.ceil(size / PAGE_GROWTH)
      }
    }
  }
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof AnswerTooLargeError || statusOf(error) === OVERLOADED

/** About how large it was as JSON. */
function bytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length * BYTES_OF_SIGN
  if (typeof value !== 'object' || value === null) return 1
  let bytes = 0
  for (const inner of Object.values(value)) bytes += bytesIn(inner)
  return bytes
}
