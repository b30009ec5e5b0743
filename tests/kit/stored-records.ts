import type { StoredRecord } from '#api/book/stored-record.ts'
import { hash64, recordNumber } from '#api/lib/hash64.ts'
import type { TestApp } from './start-app.ts'

/* What the book has, whichever engine finds it. */

type Stored = Pick<TestApp, 'database'>

export const recordIdOf = ({ source, rid }: Pick<StoredRecord, 'source' | 'rid'>) => `${source}:${rid}`
/** In the order of the columns of its source. */
export const valuesOf = ({ versions }: StoredRecord): readonly string[] => versions.at(-1)?.values ?? []

/**
 * All stored records, in the order of their numbers, with all that batches brought of each: who shares a version stands
 * before its owner.
 */
export async function storedRecords({ database }: Stored): Promise<StoredRecord[]> {
  const rows = await database.owner<{ source: string; rid: string; batchId: number; doc: string }[]>`
    WITH version AS (SELECT id, batch, doc, n FROM rec_earlier UNION ALL SELECT id, batch, doc, NULL FROM rec),
    claim AS (SELECT id, batch, doc, n, 1 AS owns FROM version
      UNION ALL SELECT v.id, s.batch, v.doc, v.n, 0 FROM version v JOIN rec_share s ON s.id = v.id AND s.owner = v.batch)
    SELECT source.key AS source, rec.rid, claim.batch AS "batchId", claim.doc
    FROM claim JOIN rec USING (id) JOIN source ON source.id = rec.src
    ORDER BY rec.id, claim.n NULLS LAST, claim.owns, claim.batch`
  const stored = new Map<string, StoredRecord>()
  for (const { source, rid, batchId, doc } of rows) {
    const id = recordIdOf({ source, rid })
    const record = stored.get(id) ?? { source, rid, versions: [] }
    record.versions.push({ batchId, values: JSON.parse(doc) })
    stored.set(id, record)
  }
  return [...stored.values()]
}

/** How many records of each source are stored. */
export async function countStored({ database }: Stored): Promise<Map<string, number>> {
  const rows = await database.owner<{ key: string; count: number }[]>`SELECT key, count(*)::int AS count
    FROM rec JOIN source ON source.id = src GROUP BY key`
  return new Map(rows.map(({ key, count }) => [key, count]))
}

export const heldOf = async (app: Stored, source: string): Promise<number> =>
  (await countStored(app)).get(source) ?? 0

/** Ids of all records that are stored under one of these surnames (`surnameKeysOf`). */
export async function idsOfSurnames({ database }: Stored, keys: readonly string[]): Promise<string[]> {
  const rows = await database.owner<{ id: string }[]>`SELECT s.key || ':' || r.rid AS id
    FROM rec r JOIN source s ON s.id = r.src WHERE r.sur = ANY(${`{${keys.map(hash64).join(',')}}`}::int8[])`
  return rows.map(({ id }) => id)
}

/** Takes records away behind the back of the product, without counting them. */
export async function removeRecords({ database }: Stored, records: readonly StoredRecord[]): Promise<void> {
  const numbers = records.map(record => String(recordNumber(recordIdOf(record))))
  await database.owner`DELETE FROM rec WHERE id = ANY (${`{${numbers.join(',')}}`}::int8[])`
}

/** Makes all records such that nothing tells whom they are about. */
export async function forgetSubjects({ database }: Stored): Promise<void> {
  await database.owner`UPDATE rec SET subj = '{}'`
}
