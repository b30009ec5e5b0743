import type { SQL } from 'bun'
import { NOT_SUPPRESSED } from './rows.ts'

/*
 * What batches brought of a record: earlier versions in `rec_earlier`, the present one in `rec`. A version has one
 * owner batch and may have sharers; a batch brings one version at most. Changing claims needs the row lock in `rec`,
 * taken in order of numbers.
 */

/** Temporary table of claims (`id`, `batch`) to give up. */
export type Claims = 'rec_staging' | 'rec_portion'

/** Gives versions to their oldest sharer; returns how many. */
async function handOver(tx: SQL, claims: Claims, versions: 'rec' | 'rec_earlier'): Promise<number> {
  const [row] = await tx.unsafe<{ count: number }[]>(`WITH heir AS (
      SELECT s.id, s.owner, min(s.batch) AS batch FROM ${claims} c JOIN ${versions} v USING (id, batch)
        JOIN rec_share s ON s.id = c.id AND s.owner = c.batch GROUP BY s.id, s.owner),
    owning AS (DELETE FROM rec_share s USING heir h WHERE s.id = h.id AND s.batch = h.batch),
    sharing AS (UPDATE rec_share s SET owner = h.batch FROM heir h
      WHERE s.id = h.id AND s.owner = h.owner AND s.batch <> h.batch),
    handed AS (UPDATE ${versions} v SET batch = h.batch FROM heir h
      WHERE v.id = h.id AND v.batch = h.owner RETURNING 1)
    SELECT count(*)::int AS count FROM handed`)
  return row?.count ?? 0
}

/** Removes shares and earlier versions; returns how many present ones were shared. */
export async function releaseBelow(tx: SQL, claims: Claims): Promise<number> {
  const [row] = await tx.unsafe<{ count: number }[]>(`WITH unshared AS (
      DELETE FROM rec_share s USING ${claims} c WHERE s.id = c.id AND s.batch = c.batch RETURNING s.id, s.owner)
    SELECT count(*)::int AS count FROM unshared u JOIN rec ON rec.id = u.id AND rec.batch = u.owner`)
  await handOver(tx, claims, 'rec_earlier')
  await tx.unsafe(`DELETE FROM rec_earlier e USING ${claims} c WHERE e.id = c.id AND e.batch = c.batch`)
  return row?.count ?? 0
}

export interface Released {
  kept: number
  restored: number
  removed: { src: number; count: number }[]
}

/** A sharer keeps the version, else the newest visible earlier one returns. Runs after `releaseBelow`. */
export async function releasePresent(tx: SQL): Promise<Released> {
  const handedOver = await handOver(tx, 'rec_portion', 'rec')
  const rows = await tx.unsafe<{ src: number | null; count: number }[]>(`WITH
    released AS MATERIALIZED (SELECT id FROM rec_portion JOIN rec USING (id, batch)),
    fit AS MATERIALIZED (SELECT DISTINCT ON (rec.id) rec.* FROM released JOIN rec_earlier AS rec USING (id)
      WHERE ${NOT_SUPPRESSED} ORDER BY rec.id, rec.n DESC),
    past AS (DELETE FROM rec_earlier e USING released LEFT JOIN fit USING (id)
      WHERE e.id = released.id AND e.n >= coalesce(fit.n, 0) RETURNING e.id, e.batch, e.n),
    unshared AS (DELETE FROM rec_share s USING past
      WHERE s.id = past.id AND s.owner = past.batch AND past.n NOT IN (SELECT n FROM fit)),
    restored AS (UPDATE rec SET batch = fit.batch, doc = fit.doc, k = fit.k, sur = fit.sur, subj = fit.subj
      FROM fit WHERE rec.id = fit.id RETURNING 1),
    removed AS (DELETE FROM rec USING released
      WHERE rec.id = released.id AND rec.id NOT IN (SELECT id FROM fit) RETURNING rec.src)
    SELECT NULL::int2 AS src, count(*)::int AS count FROM restored
    UNION ALL SELECT src, count(*)::int FROM removed GROUP BY src`)
  const removed = rows.flatMap(({ src, count }) => (src === null ? [] : [{ src, count }]))
  return { kept: handedOver, restored: rows.find(({ src }) => src === null)?.count ?? 0, removed }
}
