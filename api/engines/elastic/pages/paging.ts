import { AnswerTooLargeError, OVERLOADED, statusOf } from '#api/engines/elastic/failures.ts'
import { bytesIn, RECORD_BYTES_MAX } from './record-bytes.ts'
import { PAGE_GROWTH } from './records-together.ts'

/** For the client's second argument. */
export interface PageLimits {
  maxResponseSize?: number
}

/** Reads so many records by `read`, or fewer. Answers what was read, and how many were asked for. */
export type Paging = <T>(
  read: (size: number, limits: PageLimits) => Promise<T>
) => Promise<{ page: T; size: number }>

const MEGABYTE = 1024 ** 2
/** How large a page is to be: a small server has no memory for much more at once. */
const PAGE_BYTES = 16 * MEGABYTE
/** Of several records. A single one may have as much as is taken of any answer. */
const PAGE_BYTES_MAX = 64 * MEGABYTE
/** Of these nobody knows yet how large they are: the largest are taken. */
const FIRST_PAGE_RECORDS = PAGE_BYTES_MAX / RECORD_BYTES_MAX

/**
 * Makes pages of so many records as are not too large together: few at first, then as many as the page before says, and
 * fewer of those that the cluster has no memory for.
 */
export function createPaging(most: number, first = FIRST_PAGE_RECORDS): Paging {
  let next = Math.min(most, first)
  return async read => {
    for (;;) {
      const size = next
      try {
        const page = await read(size, size === 1 ? {} : { maxResponseSize: PAGE_BYTES_MAX })
        const fit = Math.floor((size * PAGE_BYTES) / Math.max(1, bytesIn(page)))
        next = Math.max(1, Math.min(most, size * PAGE_GROWTH, fit))
        return { page, size }
      } catch (error) {
        if (size === 1 || !isTooMuch(error)) throw error
        next = Math.ceil(size / PAGE_GROWTH)
      }
    }
  }
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof AnswerTooLargeError || statusOf(error) === OVERLOADED
