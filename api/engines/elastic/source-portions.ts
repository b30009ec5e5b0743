import type { SQL } from 'bun'
import type { DocumentVersion } from '#api/db/schema/index.ts'
import type { SourceKey } from '#api/engines/contract.ts'
import { sendBulk } from './bulk.ts'
import { indexOf } from './documents.ts'
import type { Stores } from './removal.ts'

/** Records that were booked as removed and may not have been removed yet. */
interface SourcePortion {
  id: string
  source: SourceKey
  records: DocumentVersion[]
}

/** A call that takes longer is given up. What the cluster does of it all the same need not be done again by the next try. */
const CALL_MS = 10_000

/** How calls of a removal are limited: jobs and administrators wait for it. */
export const REMOVAL_LIMITS = { requestTimeout: CALL_MS, maxRetries: 0 }

/** Notes a portion, in the transaction that books it. */
export async function noteSourcePortion(
  tx: SQL,
  source: SourceKey,
  records: DocumentVersion[]
): Promise<SourcePortion> {
  const [row] = await tx<{ id: string }[]>`INSERT INTO source_portion (source_id, records)
    SELECT id, ${JSON.stringify(records)}::text::jsonb FROM source WHERE key = ${source} RETURNING id`
  if (!row) throw new Error('records of no source')
  return { id: row.id, source, records }
}

/**
 * Removes the records of a portion that are still as they were, and forgets the portion. Safe beside whoever does the
 * same: what was written since stays.
 */
export async function removeSourcePortion(
  stores: Stores,
  { id, source, records }: SourcePortion
): Promise<void> {
  const { owner, client, namespace } = stores
  const _index = indexOf(namespace, source)
  const actions = records.map(
    ([_id, if_seq_no, if_primary_term]) =>
      `${JSON.stringify({ delete: { _index, _id, if_seq_no, if_primary_term } })}\n`
  )
  await sendBulk(client, actions, { limits: REMOVAL_LIMITS, patienceMs: 0 })
  await owner`DELETE FROM source_portion WHERE id = ${id}::uuid`
}

/**
 * Removes what a process that ended has booked of these sources. Nobody writes to a source before that, so that a record
 * which comes again is counted again.
 */
export async function finishSourcePortions(stores: Stores, sources: readonly SourceKey[]): Promise<void> {
  const portions = await stores.owner<SourcePortion[]>`SELECT source_portion.id::text AS id, key AS source,
      source_portion.records
    FROM source_portion JOIN source ON source.id = source_id
    WHERE key = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(sources)}::text::jsonb)))`
  for (const portion of portions) await removeSourcePortion(stores, portion)
}

/** Sources of which a portion was booked as removed and may still be in the cluster. */
export async function sourcesWithPortions(sql: SQL): Promise<ReadonlySet<SourceKey>> {
  const rows = await sql<{ key: SourceKey }[]>`SELECT key FROM source
    WHERE EXISTS (SELECT FROM source_portion WHERE source_id = source.id)`
  return new Set(rows.map(({ key }) => key))
}
