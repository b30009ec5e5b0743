import type { SQL } from 'bun'
import type { BookRemoved, SourceKey } from '#api/engines/contract.ts'
import { ElasticDownError } from './failures.ts'
import { readMarks, renewMark } from './index-marks.ts'
import { indexOf } from './index-names.ts'
import type { Stores } from './namespace.ts'
import { assertNoBackup, assertNoIntruders, indicesOf } from './source-indices.ts'

/**
 * A job, or an administrator who deletes a source, waits for it: 3 s for the nodes and 5 s for the master stay within 10 s for
 * the call, so that the cluster itself says that a drop is not acknowledged. A drop that is carried out later than anybody waits, by a stopped node or a network,
 * finds nothing: whoever drops the index then gives the source another mark.
 */
const DROP_LIMITS = { requestTimeout: 10_000, maxRetries: 0 }
const DROP_TIMEOUTS = { master_timeout: '5s', timeout: '3s' }

/**
 * Removes all records of a source with its index. They are booked with a note in one transaction, and the index is dropped
 * after it: whoever comes after a process that ended between drops it without booking anything again.
 *
 * @returns How many records the source counted: what a load wrote and never booked goes too.
 * @throws RecordsBackedUpError while a backup is made, which still reads from the index.
 * @throws ElasticError where somebody else's index stands by the name of the source's: nothing is booked then.
 */
export async function removeOfSource(stores: Stores, source: SourceKey, book: BookRemoved): Promise<number> {
  await assertNoBackup(stores.owner)
  await dropNoted(stores, source)
  await listToDrop(stores, stores.owner, source)
  const removed = await stores.owner.begin(async tx => {
    const [row] = await tx<{ records: number }[]>`SELECT records::float8 AS records FROM source
      WHERE key = ${source} FOR UPDATE`
    const records = row?.records ?? 0
    if (records > 0) await book(tx, new Map([[source, records]]))
    await tx`INSERT INTO leaving_index (source_id) SELECT id FROM source WHERE key = ${source}
      ON CONFLICT DO NOTHING`
    return records
  })
  await dropNoted(stores, source)
  return removed
}

/**
 * Drops what a process that ended has booked of these sources. Nobody writes to a source before that, so that a record
 * which comes again is counted again.
 */
export async function finishSourceRemovals(stores: Stores, sources: readonly SourceKey[]): Promise<void> {
  const toDrop = await interruptedRemovals(stores.owner)
  const own = sources.filter(source => toDrop.has(source))
  if (own.length > 0) await assertNoBackup(stores.owner)
  for (const source of own) await dropNoted(stores, source)
}

/** Sources whose records were booked as removed and may still be in the cluster. */
export async function interruptedRemovals(sql: SQL): Promise<ReadonlySet<SourceKey>> {
  const rows = await sql<{ key: SourceKey }[]>`SELECT key FROM source
    JOIN leaving_index ON leaving_index.source_id = source.id`
  return new Set(rows.map(({ key }) => key))
}

/**
 * Drops an index that is noted, with those of the source's earlier marks, which may have been made late, and forgets the
 * note, whose row keeps others from doing so at the same time.
 */
async function dropNoted(stores: Stores, source: SourceKey): Promise<void> {
  await stores.owner.begin(async tx => {
    const [note] = await tx<{ id: number }[]>`SELECT source_id AS id FROM leaving_index
      JOIN source ON source.id = source_id WHERE key = ${source} FOR UPDATE OF leaving_index`
    if (!note) return
    const index = await listToDrop(stores, tx, source)
    if (index.length > 0) {
      const answer = await stores.client.indices.delete(
        { index, ignore_unavailable: true, ...DROP_TIMEOUTS },
        DROP_LIMITS
      )
      // Also of an index that is not there any more; whoever says less may not have dropped it.
      if (answer?.acknowledged !== true)
        throw new ElasticDownError('the drop of an index is not acknowledged')
    }
    await tx`DELETE FROM leaving_index WHERE source_id = ${note.id}`
    await renewMark(tx, note.id)
  })
}

/**
 * The indices of a source as the cluster has them, whatever their mark: never by a name alone, which may be that of
 * somebody else's by now.
 *
 * @throws ElasticError where it is.
 */
async function listToDrop(
  { client, namespace }: Pick<Stores, 'client' | 'namespace'>,
  sql: SQL,
  source: SourceKey
): Promise<string[]> {
  // Listed before the mark is read: none of them can be of a mark that comes later.
  const { own, intruders } = await indicesOf({ client, namespace }, source, DROP_LIMITS)
  const mark = (await readMarks(sql, [source])).get(source)
  assertNoIntruders(intruders, name => mark !== undefined && name === indexOf(namespace, source, mark))
  return [...own.keys()]
}
