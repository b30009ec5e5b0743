import { AnswerTooLargeError, isFailure, OVERLOADED, statusOf } from '#api/engines/elastic/failures.ts'
import { aliasOf } from '#api/engines/elastic/index-names.ts'
import { askAtOnce, failedIndices, type SearchContext } from '#api/engines/elastic/multi-search.ts'
import { idsClause, narrowed, RECORD_PARTS } from '#api/engines/elastic/queries.ts'
import { assertOwnHits, type RawHit, recordIdIn } from '#api/engines/elastic/shapes.ts'
import { bytesIn, RECORD_BYTES_MAX } from './record-bytes.ts'
import { isLarge, noteTogether, PAGE_GROWTH, UNPACKING_MS } from './records-together.ts'

/** A record, by its index and its number. */
interface RecordPlace {
  index: string
  number: string
}

/** Some records of an index, and how many of them to read together. */
interface Queue {
  index: string
  numbers: string[]
  pageRecords: number
}

/** What was read: a record, or null where there is none any more. */
type ReadRecords = Map<string, RawHit | null>

/** What there is of a place: undefined when it did not come, or not in time, or is too large by itself. */
export type ReadRecord = (place: RecordPlace) => RawHit | null | undefined

/** How large a page is to be: several searches have to have memory beside each other. */
const PAGE_BYTES = 8 * 1024 ** 2
/** The cluster makes one ready while another one is read. */
const AT_ONCE = 2
/** Of an index of which nothing is remembered: the largest fit a page. */
const FIRST_RECORDS = PAGE_BYTES / RECORD_BYTES_MAX
/** As many as a search shows of a source: an index of which they are one page is none of large records. */
const MANY = 100
/** Of what comes together: more than is taken of an answer, or than the cluster has memory for. */
const TOO_LARGE = 'too large'
const NO_ANSWER = 'no answer'

/**
 * Reads records that a search has found, each once, in pages that are not too large: of all indices in turn, so that a
 * large one leaves the others their time. Each with its subjects, which may be others than when it was found.
 */
export async function readInPages(
  context: SearchContext,
  places: readonly RecordPlace[]
): Promise<ReadRecord> {
  const { recordsTogether } = context
  const until = performance.now() + context.msLeft() - UNPACKING_MS
  const read = new Map<string, ReadRecords>()
  const queues: Queue[] = [...Map.groupBy(places, ({ index }) => index)].map(([index, own]) => {
    read.set(index, new Map())
    const alias = aliasOf(index)
    const lately = isLarge(recordsTogether, alias) ? recordsTogether.get(alias)?.records : undefined
    return {
      index,
      numbers: [...new Set(own.map(({ number }) => number))],
      pageRecords: lately ?? FIRST_RECORDS
    }
  })

  async function readNext({ index, numbers, pageRecords }: Queue): Promise<void> {
    const page = numbers.splice(0, pageRecords)
    const rest: Queue = { index, numbers, pageRecords }
    // Another one may go on with it meanwhile.
    if (numbers.length > 0) queues.push(rest)
    const hits = await readPage(context, index, page, until)
    // Closed, dropped or late: fewer of it would not come either, and that says nothing of how large they are.
    if (hits === NO_ANSWER) return
    if (hits !== TOO_LARGE) {
      const own = read.get(index)
      for (const number of page) own?.set(number, null)
      for (const hit of hits) own?.set(recordIdIn(hit), hit)
      const fit = Math.max(1, Math.floor((page.length * PAGE_BYTES) / Math.max(1, bytesIn(hits))))
      rest.pageRecords = Math.min(fit, page.length * PAGE_GROWTH)
      if (fit < MANY) noteTogether(recordsTogether, aliasOf(index), fit)
      else recordsTogether.delete(aliasOf(index))
    } else if (page.length > 1) {
      const fewer = Math.ceil(page.length / PAGE_GROWTH)
      noteTogether(recordsTogether, aliasOf(index), fewer)
      queues.push({ index, numbers: page, pageRecords: fewer })
    }
  }

  const work = async () => {
    for (let queue = queues.shift(); queue && performance.now() < until; queue = queues.shift())
      await readNext(queue)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return ({ index, number }) => read.get(index)?.get(number)
}

async function readPage(
  { cluster, signal }: SearchContext,
  index: string,
  numbers: readonly string[],
  until: number
): Promise<RawHit[] | typeof TOO_LARGE | typeof NO_ANSWER> {
  const query = narrowed(idsClause(numbers), {})
  const body = { query, size: numbers.length, sort: ['n'], _source: RECORD_PARTS }
  try {
    const ms = Math.max(1, until - performance.now())
    const [answer] = await askAtOnce(cluster, [{ indices: [index], body }], ms, signal)
    if (answer?.status === OVERLOADED) return TOO_LARGE
    const hits = answer?.hits?.hits
    if (!answer || !hits || failedIndices(answer, [index]).size > 0) return NO_ANSWER
    assertOwnHits(hits, false)
    return hits
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof AnswerTooLargeError || statusOf(error) === OVERLOADED) return TOO_LARGE
    if (!isFailure(error)) throw error
    return NO_ANSWER
  }
}
