import { randomBytes } from 'node:crypto'
import { type ArchiveHeader, FORMAT, jsonPart } from '#api/db/backup/archive.ts'
import { ownMigrations } from '#api/db/migrate.ts'

export const HEADER: ArchiveHeader = {
  format: FORMAT,
  madeAt: '2026-11-22T10:00:00.000Z',
  migrations: ownMigrations(),
  tables: [{ name: 'users', columns: ['id', 'username'] }],
  hasRecords: true,
  keys: { suppress: 'a key of a test', audit: 'another key of a test' }
}

/** Parts of an archive of this version. Random bytes are as long in the archive as here. */
export async function* archiveParts(
  rows: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
): AsyncGenerator<Uint8Array> {
  yield jsonPart(HEADER)
  let count = 0
  for await (const row of rows) {
    count += 1
    yield row
  }
  yield new Uint8Array()
  yield Buffer.from(
    JSON.stringify([{ source: 'people', rid: '1', versions: [{ batchId: 1, values: ['1'] }] }])
  )
  yield new Uint8Array()
  yield jsonPart({ rows: [count], records: [['people', 1]], sequences: [] })
}

export function* textRows(count: number): Generator<Uint8Array> {
  for (let at = 0; at < count; at += 1) yield Buffer.from(`${at}\tИванов${at}\n`)
}

const MIB = 1024 ** 2

/** One row a MiB that no compressor makes shorter. `onRow` hears of each as it is read. */
export function* randomRows(
  mebibytes: number,
  onRow: (read: number) => void = () => {}
): Generator<Uint8Array> {
  for (let at = 1; at <= mebibytes; at += 1) {
    onRow(at)
    yield randomBytes(MIB)
  }
}
