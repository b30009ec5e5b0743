import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { SQL } from 'bun'
import { addColumns, closeBatch, type LoadedSource, openBatch, suppressedKeys } from '#api/engines/batches.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import type { Passport } from '#shared/contracts/passport.ts'
import { admit } from './admission.ts'
import { createIntake } from './intake.ts'
import { checkNamed, type MappedColumn, type MappingRules, mapColumn } from './mapping.ts'
import type { Table } from './reader.ts'
import { openRejects } from './rejects.ts'
import { createWriter } from './writer.ts'

export interface ImportOrder {
  sourceKey: string
  file: string
  table: Table
  passport: Passport | null
  rules: Pick<MappingRules, 'map' | 'id'>
  /** What else decides how the file is read: part of its fingerprint. '' when all is by default. */
  settings: string
}

export interface ImportDone {
  source: LoadedSource
  batchId: number
  /** Rows that an earlier, interrupted run had already dealt with. */
  resumedAfter: number
  stored: number
  fresh: number
  rejected: number
  suppressed: number
  dropped: MappedColumn[]
  /** Null when nothing was rejected. */
  rejectsPath: string | null
}

interface Workshop {
  owner: SQL
  secrets: Pick<Secrets, 'suppress'>
  dataDir: string
  onProgress(bytes: number, rows: number): void
}

/** SHA-256 of the file, and of how it is read where that is not the default. */
async function fingerprintOf(file: string, settings: string): Promise<Uint8Array> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hasher.update(chunk)
  return hasher.update(settings).digest()
}

/**
 * Stores a file in a source: rows in transactions, counted with them, so that a run which was killed goes on where it
 * stopped. Every row ends as stored, suppressed or listed as rejected. Throws an `ImportError` for everything a person
 * can put right; what was stored until then stays.
 */
export async function importTable(
  order: ImportOrder,
  { owner, secrets, dataDir, onProgress }: Workshop
): Promise<ImportDone> {
  const { table, file, sourceKey } = order
  const source = await admit(owner, sourceKey, order.passport, new Date().toISOString().slice(0, 10))
  const batch = await openBatch(owner, source.id, basename(file), await fingerprintOf(file, order.settings))
  const resumedAfter = batch.before.stored + batch.before.rejected + batch.before.suppressed
  const suppressed = await suppressedKeys(owner)
  const rejects = openRejects(file, dataDir, table.format)
  const writer = createWriter(owner, { id: batch.id, sourceId: source.id }, resumedAfter, () =>
    rejects.flush()
  )
  const columns: MappedColumn[] = []
  let known = source.columns
  let intake: ReturnType<typeof createIntake> | undefined
  let seen = 0

  /** Looks at columns that have appeared since the last block: all of a CSV's at once, those of NDJSON as they come. */
  async function learnColumns(): Promise<void> {
    if (intake && columns.length === table.labels.length) return
    const rules: MappingRules = { ...order.rules, known, fields: source.fields }
    if (table.format === 'csv') checkNamed(table.labels, rules)
    for (const label of table.labels.slice(columns.length)) columns.push(mapColumn(label, rules))
    const kept = columns.filter(column => !column.dropped).map(({ label, kind }) => ({ label, kind }))
    known = await owner.begin(tx => addColumns(tx, source.id, kept))
    intake = createIntake({
      source: { id: source.id, key: source.key, columns: known },
      batchId: batch.id,
      columns: [...columns],
      id: order.rules.id,
      suppressKey: secrets.suppress,
      suppressed
    })
  }

  const done = (): ImportDone => ({
    source: { ...source, columns: known },
    batchId: batch.id,
    resumedAfter,
    ...writer.counts(batch.before),
    dropped: columns.filter(column => column.dropped),
    rejectsPath: writer.counts(batch.before).rejected > 0 ? rejects.path : null
  })

  if (resumedAfter === 0) onProgress(0, 0)
  try {
    for await (const rows of table.rows()) {
      await learnColumns()
      if (!intake) continue
      for (const row of rows) {
        seen += 1
        if (seen <= resumedAfter) {
          const reason = intake.rejects(row)
          if (reason !== null) rejects.add(row.line, reason, row.raw)
          continue
        }
        const taken = intake.take(row)
        if (taken.outcome === 'rejected') rejects.add(row.line, taken.reason, row.raw)
        const behind = writer.add(taken)
        if (behind) await behind
      }
      await rejects.flush()
      if (seen >= resumedAfter) onProgress(table.readBytes(), seen)
    }
    await writer.flush()
    await closeBatch(owner, batch.id)
    return done()
  } catch (error) {
    await writer.flush().catch(() => {})
    throw error
  } finally {
    await rejects.close()
  }
}
