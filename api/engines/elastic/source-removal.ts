import type { BookRemoved, SourceKey } from '#api/engines/contract.ts'
import { sendBulk } from './bulk.ts'
import { indexOf } from './documents.ts'
import type { Stores } from './removal.ts'

const PORTION_RECORDS = 5_000
/** How long a call goes on beginning portions. */
const CALL_MS = 1_000

/**
 * Removes records of a source, and its index with the last of them. What was removed and not counted, because the
 * process ended between, is counted then.
 */
export async function removeOfSource(
  { owner, client, namespace }: Stores,
  source: SourceKey,
  most: number,
  book: BookRemoved
): Promise<number> {
  const index = indexOf(namespace, source)
  const until = performance.now() + CALL_MS
  const bookSome = (count: number) => owner.begin(tx => book(tx, new Map([[source, count]])))
  await client.indices.refresh({ index, ignore_unavailable: true })
  let removed = 0
  do {
    const size = Math.min(PORTION_RECORDS, most - removed)
    const { hits } = await client.search({
      index,
      size,
      sort: ['n'],
      _source: false,
      ignore_unavailable: true,
      track_total_hits: false
    })
    if (hits.hits.length === 0) return removed + (await dropIndex())
    const actions = hits.hits.map(({ _id }) => `${JSON.stringify({ delete: { _index: index, _id } })}\n`)
    await sendBulk(client, actions)
    await bookSome(actions.length)
    removed += actions.length
    await client.indices.refresh({ index, ignore_unavailable: true })
  } while (removed < most && performance.now() < until)
  return removed

  async function dropIndex(): Promise<number> {
    await client.indices.delete({ index, ignore_unavailable: true })
    const [left] = await owner<
      { records: number }[]
    >`SELECT records::float8 AS records FROM source WHERE key = ${source}`
    const uncounted = Math.min(left?.records ?? 0, most - removed)
    if (uncounted > 0) await bookSome(uncounted)
    return uncounted
  }
}
