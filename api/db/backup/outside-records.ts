import type { SQL } from 'bun'
import type { StoredRecord, StoredSnapshot } from '#api/engines/stored-record.ts'

/** Few enough to stay below the longest part, however long their values are. */
const RECORDS_IN_PART = 500

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

/** The records of a snapshot as parts of an archive. `counts` is told how many of each source they are. */
export async function* recordParts(
  snapshot: StoredSnapshot,
  counts: Map<string, number>,
  onProgress: (copied: number) => void
): AsyncGenerator<Uint8Array> {
  let copied = 0
  let place: string | null = null
  do {
    const { records, next } = await snapshot.read(place)
    for (const { source } of records) counts.set(source, (counts.get(source) ?? 0) + 1)
    for (let at = 0; at < records.length; at += RECORDS_IN_PART)
      yield Buffer.from(JSON.stringify(records.slice(at, at + RECORDS_IN_PART)))
    copied += records.length
    onProgress(copied)
    place = next
  } while (place !== null)
}

export async function* recordsIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<StoredRecord[]> {
  for await (const part of parts) yield JSON.parse(new TextDecoder().decode(part))
}
