import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { partialAnswer } from '#api/engines/cluster/shapes.ts'
import { writeAlias } from './own-index.ts'

/** Much longer than any call. */
const KEPT_MS = 3_600_000
const PAGE = 5_000

/**
 * Drops tombstones that no older version can reach any more, judged by changes of an earlier call instead of clocks.
 */
export function createTombstonePurge(keptMs = KEPT_MS) {
  let mark: { index: string; at: number; seq: string } | undefined

  return async (sql: SQL, client: Client, index: string): Promise<void> => {
    if (mark?.index === index) {
      if (performance.now() - mark.at < keptMs) return
      if (await dropUpTo(client, index, mark.seq)) return
    }
    const [row] = await sql<
      { seq: string }[]
    >`SELECT seq::text AS seq FROM record_follower WHERE name = ${index}`
    mark = row && { index, at: performance.now(), seq: row.seq }
  }
}

/** @returns Whether there may be more. */
async function dropUpTo(client: Client, index: string, seq: string): Promise<boolean> {
  const { hits, _shards, timed_out } = await client.search({
    index,
    query: { range: { gone: { lte: seq } } },
    size: PAGE,
    _source: false,
    seq_no_primary_term: true,
    track_total_hits: false
  })
  if (timed_out || _shards.failed > 0) throw partialAnswer()
  if (hits.hits.length === 0) return false
  // Only if unchanged: a record may have returned.
  const operations = hits.hits.map(({ _id, _seq_no, _primary_term }) => ({
    delete: { _id, if_seq_no: _seq_no, if_primary_term: _primary_term }
  }))
  await client.bulk({ index: writeAlias(index), require_alias: true, operations })
  await client.indices.refresh({ index })
  return hits.hits.length === PAGE
}
