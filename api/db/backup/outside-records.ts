import type { SQL } from 'bun'
import type { StoredRecord } from '#api/book/stored-record.ts'

/**
 * Stores records of a backup that came from outside of its database, where nothing is stored yet, in the transaction that
 * has filled the tables.
 *
 * @returns How many of each source there are then.
 */
export type RecordStore = (
  tx: SQL,
  records: AsyncIterable<readonly StoredRecord[]>
) => Promise<ReadonlyMap<string, number>>

export async function* recordsIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<StoredRecord[]> {
  for await (const part of parts) yield JSON.parse(new TextDecoder().decode(part))
}
