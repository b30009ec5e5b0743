import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { SourceKey } from '#api/engines/contract.ts'
import type { StoredPage, StoredRecord } from '#api/engines/stored-record.ts'

/** Table blocks of a page: about 10,000 rows. */
const PAGE_BLOCKS = 512

interface Version {
  id: string
  batch: number
  doc: string
}

/** A page is a stretch of the table, which costs the same for any number of records. */
export async function readStoredRows(
  owner: SQL,
  from: string | null,
  pageBlocks = PAGE_BLOCKS
): Promise<StoredPage> {
  const block = Number(from ?? 0)
  const [table]: { blocks: number }[] = await owner`SELECT
    ceil(pg_relation_size('rec') / current_setting('block_size')::float8)::float8 AS blocks`
  const rows: (Version & { key: string; rid: string })[] = await owner`SELECT
      rec.id::text AS id, source.key, rec.rid, rec.batch, rec.doc
    FROM rec JOIN source ON source.id = rec.src
    WHERE rec.ctid >= ${`(${block},0)`}::tid AND rec.ctid < ${`(${block + pageBlocks},0)`}::tid`
  const ids = bigintArray(rows.map(({ id }) => id))
  const earlier: Version[] = await owner`SELECT id::text AS id, batch, doc FROM rec_earlier
    WHERE id = ANY (${ids}::int8[]) ORDER BY n`
  const shares: { id: string; batch: number; owner: number }[] = await owner`SELECT
    id::text AS id, batch, owner FROM rec_share WHERE id = ANY (${ids}::int8[]) ORDER BY batch`
  const earlierOf = Map.groupBy(earlier, ({ id }) => id)
  const sharesOf = Map.groupBy(shares, ({ id }) => id)
  const records = rows.map(({ key, rid, ...present }): StoredRecord => {
    const versions = [...(earlierOf.get(present.id) ?? []), present].flatMap(({ batch, doc }) => {
      const values: string[] = JSON.parse(doc)
      const sharers = sharesOf.get(present.id)?.filter(({ owner }) => owner === batch) ?? []
      return [batch, ...sharers.map(share => share.batch)].map(batchId => ({ batchId, values }))
    })
    return { source: key, rid, versions }
  })
  const next = block + pageBlocks
  return { records, next: next < (table?.blocks ?? 0) ? String(next) : null }
}

export async function countRows(owner: SQL): Promise<Map<SourceKey, number>> {
  const rows: { key: string; records: number }[] = await owner`SELECT key, held.records FROM source
    JOIN (SELECT src, count(*)::float8 AS records FROM rec GROUP BY src) AS held ON src = id`
  return new Map(rows.map(({ key, records }) => [key, records]))
}

export async function clearRows(owner: SQL): Promise<void> {
  await owner`TRUNCATE rec, rec_earlier, rec_share`
}
