import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import { answersIn, partialAnswer } from '#api/engines/cluster/shapes.ts'
import type { IndexCheck } from '#api/engines/contract.ts'
import { ownKeysClause } from './queries.ts'

const SAMPLE_RECORDS = 300
const SAMPLE_BLOCKS = 40
/** A server takes about a thousand clauses. */
const KEYS_MAX = 64

export async function countsOf(sql: SQL, client: Client, index: string): Promise<IndexCheck['sources']> {
  const sources = await sql<{ id: number; key: string; records: number }[]>`SELECT id, key,
    records::float8 AS records FROM source WHERE NOT adopted`
  const aggs = { sources: { terms: { field: 'src', size: sources.length + 1 } } }
  const body = await client.msearch({ searches: [{ index }, { size: 0, aggs }] })
  const [answer] = answersIn(body, 1)
  if (!answer || answer.error || answer.timed_out || answer._shards?.failed !== 0) throw partialAnswer()
  const counted = new Map(
    (answer.aggregations?.sources?.buckets ?? []).map(({ key, doc_count }) => [key, doc_count])
  )
  const counts = sources.map(({ id, key, records }) => {
    const index = counted.get(String(id)) ?? 0
    counted.delete(String(id))
    return { key, book: records, index }
  })
  return [...counts, ...[...counted].map(([id, count]) => ({ key: `№ ${id}`, book: 0, index: count }))]
}

/** Sampled records that their own keys do not find. */
async function unfoundInSample(sql: SQL, client: Client, index: string): Promise<number> {
  const records = await sql<{ number: string; keys: string }[]>`SELECT id::text AS number, k::text AS keys
    FROM rec TABLESAMPLE SYSTEM (least(100, (SELECT ${SAMPLE_BLOCKS} * 100.0 * current_setting('block_size')::float8
      / greatest(1, pg_relation_size('rec'))))) LIMIT ${SAMPLE_RECORDS}`
  if (records.length === 0) return 0
  const searches = records.flatMap(({ number, keys }) => {
    const own = keys
      .slice(1, -1)
      .split(',', KEYS_MAX)
      .filter(key => key !== '')
    return [{ index }, { query: ownKeysClause(number, own), size: 1, _source: false }]
  })
  const answers = answersIn(await client.msearch({ searches }), records.length)
  return answers.filter(({ hits }) => hits?.hits.length !== 1).length
}

/** Differences in Russian, or null. Nobody may change records meanwhile. */
export async function differenceOf(tx: SQL, client: Client, index: string): Promise<string | null> {
  const counts = await countsOf(tx, client, index)
  const other = counts.find(count => count.book !== count.index)
  if (other) return `источник ${other.key}, в базе записей ${other.book}, в индексе ${other.index}`
  const unfound = await unfoundInSample(tx, client, index)
  return unfound === 0 ? null : `по своим ключам не нашлось записей: ${unfound}`
}
