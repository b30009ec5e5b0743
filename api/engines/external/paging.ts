import { AnswerTooLargeError, OVERLOADED, statusOf } from '#api/engines/cluster/failures.ts'

/** Page sizes remembered for indices with large documents. */
export type RecordsTogether = Map<string, { records: number; until: number }>

/** Documents may get smaller; a retry costs one refused answer. */
const REMEMBERED_MS = 10 * 60_000

/** Factor between page sizes: a page of a hundred shrinks to one in three steps. */
export const PAGE_GROWTH = 8

/** Reserve for unpacking: 16 MB take 70 ms of a free processor. */
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

type Paging = <T>(read: (size: number, limits: PageLimits) => Promise<T>) => Promise<T>

const MEGABYTE = 1024 ** 2
/** Larger pages strain a small server. */
const PAGE_BYTES = 16 * MEGABYTE
/** Limit for several documents; a single one may be larger. */
const PAGE_BYTES_MAX = 64 * MEGABYTE
/** Large documents are mostly Russian. */
const BYTES_OF_SIGN = 2

/** Adapts the page size: few documents at first, then by the last page, fewer when the cluster lacks memory. */
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

function bytesIn(value: unknown): number {
  if (typeof value === 'string') return value.length * BYTES_OF_SIGN
  if (typeof value !== 'object' || value === null) return 1
  let bytes = 0
  for (const inner of Object.values(value)) bytes += bytesIn(inner)
  return bytes
}
