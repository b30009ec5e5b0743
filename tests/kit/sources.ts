import { addColumns, bookRows, closeBatch, declareSource, openBatch } from '#api/engines/batches.ts'
import { createRecordMaker } from '#api/engines/index-record.ts'
import { createRowBuffer } from '#api/engines/postgres/copy-encoder.ts'
import { recordNumber } from '#api/engines/postgres/hash.ts'
import { upsertRows } from '#api/engines/postgres/load.ts'
import { createNewWords } from '#api/engines/postgres/spelling-collector.ts'
import { storeWords } from '#api/engines/postgres/spellings.ts'
import { KIT_SOURCES, type KitSource } from './people-table.ts'
import type { TestApp } from './start-app.ts'

const PASSPORT = {
  origin: 'synthetic',
  basis: 'synthetic',
  controller: 'Проверка',
  evidence_url: 'https://example.com/kit',
  retention_days: 365,
  obtained_at: '2026-06-01',
  review_due: '2099-01-01'
} as const

/** Loads the people of `people-table.ts` through the loader. */
export async function loadPeople(app: TestApp): Promise<void> {
  for (const [key, source] of Object.entries(KIT_SOURCES)) await loadSource(app, key, source)
}

/** Loads one source through the loader, its passport first. Repeating it changes nothing. */
export async function loadSource(app: TestApp, key: string, source: KitSource): Promise<void> {
  const { owner } = app.database
  await owner.begin(async tx => {
    const sourceId = await declareSource(tx, key, { ...PASSPORT, title: source.title, kind: source.kind })
    if (source.declared === false)
      await tx`UPDATE source SET basis = NULL, origin = NULL WHERE id = ${sourceId}`
    const columns = await addColumns(tx, sourceId, source.columns)
    const batch = await openBatch(
      tx,
      sourceId,
      `${key}.kit`,
      Bun.SHA256.hash(JSON.stringify(source.rows)) as Uint8Array
    )
    const make = createRecordMaker({ id: sourceId, key, columns }, app.context.secrets.suppress)
    const buffer = createRowBuffer()
    const words = createNewWords()
    const rows = new Map<bigint, Uint8Array>()
    for (const values of source.rows) {
      const rid = values[0] ?? ''
      const record = make(rid, values)
      const id = recordNumber(record.record_id)
      buffer.add(record, { id, sourceId, batchId: batch.id, rid, values })
      rows.set(id, buffer.take())
      words.learn(record.names)
    }
    const fresh = await upsertRows(tx, rows.values())
    await storeWords(tx, words.take())
    const { stored, rejected, suppressed } = batch.before
    const more = { stored: rows.size, rejected: 0, suppressed: 0, fresh: fresh.get(sourceId) ?? 0 }
    await bookRows(tx, { id: batch.id, sourceId }, stored + rejected + suppressed, more)
    await closeBatch(tx, batch.id)
  })
}
