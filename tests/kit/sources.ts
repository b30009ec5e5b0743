import { createIndexRecords } from '#api/book/index-record.ts'
import { createRecordEncoder } from '#api/book/record-encoder.ts'
import type { Context } from '#api/context.ts'
import type { Database } from '#api/db/connect.ts'
import { bookRows, closeBatch, NO_ROWS, openBatch, rowsOf } from '#api/features/imports/store.ts'
import { addColumns, declareSource } from '#api/features/sources/service.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { KIT_SOURCES, type KitSource } from './people-table.ts'

const PASSPORT = {
  origin: 'synthetic',
  basis: 'synthetic',
  controller: 'Проверка',
  evidence_url: 'https://example.com/kit',
  retention_days: 36_500,
  obtained_at: '2026-06-01',
  review_due: '2099-01-01'
} as const

/** Where records are loaded to: an app of the kit is one. */
interface Loaded {
  database: Pick<Database, 'owner'>
  context: Pick<Context, 'book' | 'secrets'>
}

/** The columns of a `KitSource`, label by label. */
export const columnsOf = (table: Record<string, FieldKind>): KitSource['columns'] =>
  Object.entries(table).map(([label, kind]) => ({ label, kind }))

/** Loads the people of `people-table.ts` through the writer of the app's book. */
export async function loadPeople(app: Loaded): Promise<void> {
  for (const [key, source] of Object.entries(KIT_SOURCES)) await loadSource(app, key, source)
}

/** Loads one source, its passport first. Repeating it changes nothing. Answers the number of its batch. */
export async function loadSource(app: Loaded, key: string, source: KitSource): Promise<number> {
  const { owner } = app.database
  const { book, secrets } = app.context
  const sourceId = await declareSource(owner, key, { ...PASSPORT, title: source.title, kind: source.kind })
  if (source.declared === false)
    await owner`UPDATE source SET status = 'disabled', basis = NULL, origin = NULL WHERE id = ${sourceId}`
  const columns = await owner.begin(tx => addColumns(tx, sourceId, source.columns))
  const fingerprint = Bun.SHA256.hash(JSON.stringify(source.rows)) as Uint8Array
  const batch = await openBatch(owner, sourceId, `${key}.kit`, fingerprint)

  const load = { sources: [key], expectedRecords: source.rows.length, isResumed: false, isProbablyNew: true }
  const writer = await book.openWriter(load, () => {})
  const encoder = createRecordEncoder(writer.sourceNumbers)
  const makeRecord = createIndexRecords({ key, columns }, secrets.suppress)
  for (const values of source.rows) encoder.add(makeRecord(values[0] ?? '', values), batch.id)
  await writer.write(encoder.take(), async (tx, written) => {
    const more = { ...NO_ROWS, ...written.get(key), stored: source.rows.length }
    await bookRows(tx, { id: batch.id, sourceId }, rowsOf(batch.before), more)
  })
  await writer.commit()
  await closeBatch(owner, batch.id)
  return batch.id
}
