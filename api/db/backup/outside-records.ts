import type { SQL } from 'bun'
import type { StoredRecord } from '#api/book/stored-record.ts'

/** Where a restored backup puts records that came from outside of the database. */
export interface RecordStore {
  /** Name of the engine that has them then. */
  engine: string
  /**
   * Stores them where nothing is stored yet, in the transaction that has filled the tables or outside of the database.
   *
   * @returns How many of each source there are then.
   */
  fill(tx: SQL, records: AsyncIterable<readonly StoredRecord[]>): Promise<ReadonlyMap<string, number>>
  /** Takes away what was stored outside of the database: the transaction was rolled back. */
  forget(): Promise<void>
  close(): Promise<void>
}

export async function* recordsIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<StoredRecord[]> {
  for await (const part of parts) yield JSON.parse(new TextDecoder().decode(part))
}
