import type { SQL } from 'bun'
import type { StoredRecord } from '#api/book/stored-record.ts'

/** Stores outside records of a backup in the transaction that restores the tables. @returns Records by source. */
export type RecordStore = (
  tx: SQL,
  records: AsyncIterable<readonly StoredRecord[]>
) => Promise<ReadonlyMap<string, number>>

export async function* recordsIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<StoredRecord[]> {
  for await (const part of parts) yield JSON.parse(new TextDecoder().decode(part))
}
