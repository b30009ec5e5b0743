import type { SearchContext } from '#api/engines/elastic/multi-search.ts'
import { hitOf, type IndexAnswer, isSuppressed, searchVisible } from '#api/engines/elastic/searching.ts'
import { type ReadRecord, readInPages } from './in-pages.ts'

/**
 * Answers to searches with all their records. Whatever did not come in time is not among them, and its index has failed.
 * A record that has gone since it was found, or is of somebody suppressed now, leaves its place to those after it.
 */
export async function addRecords(
  context: SearchContext,
  answers: readonly IndexAnswer[]
): Promise<IndexAnswer[]> {
  const bare = answers.flatMap(({ hits }) => hits.filter(({ stored }) => stored === undefined))
  if (bare.length === 0) return [...answers]
  const recordAt = await readInPages(context, bare)
  const whole = answers.map(answer => withRecords(answer, recordAt, context))
  const open = whole.filter(({ left }) => left > 0)
  const others = await searchVisible(
    context,
    open.map(({ answer: { search }, left, last }) => ({ ...search, after: last, size: left }))
  )
  const following = new Map(
    (await addRecords(context, others)).map((answer, place) => [open[place]?.answer, answer])
  )
  return whole.map(({ answer }) => {
    const rest = following.get(answer)
    if (!rest) return answer
    const { hits, failed, ...state } = rest
    return {
      ...state,
      search: answer.search,
      hits: [...answer.hits, ...hits],
      failed: answer.failed.union(failed)
    }
  })
}

interface WholeAnswer {
  answer: IndexAnswer
  /** Places of records that have left, where others may come after the last; none where something did not come. */
  left: number
  /** The number of the last that was found. */
  last: bigint
}

function withRecords(answer: IndexAnswer, recordAt: ReadRecord, { policy }: SearchContext): WholeAnswer {
  const late = new Set<string>()
  const hits = answer.hits.flatMap(hit => {
    if (hit.stored) return hit
    const record = recordAt(hit)
    if (record === undefined) late.add(hit.index)
    const present = record ? hitOf(record) : null
    // Its subjects as they came with it: it may be of somebody else than when it was found.
    return present?.stored && !isSuppressed(present, policy) ? present : []
  })
  return {
    answer: { ...answer, hits, failed: answer.failed.union(late) },
    left: answer.hasMore && late.size === 0 ? answer.hits.length - hits.length : 0,
    last: BigInt(answer.hits.at(-1)?.number ?? 0)
  }
}
