import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { SQL } from 'bun'
import { withExclusiveLock } from '#api/db/exclusive-lock.ts'
import { loadFailure } from '#api/db/load-failure.ts'
import { isServerRunning } from '#api/db/running-server.ts'
import type { Report, SearchEngine } from '#api/engines/contract.ts'
import { type LoadedSource, suppressedPrefixes } from '#api/features/sources/service.ts'
import { orderedResults } from '#api/lib/ordered-results.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { WORKERS } from '#api/lib/worker-pool.ts'
import type { Passport } from '#shared/contracts/passport.ts'
import { lockOfFile } from './batches.ts'
import { admit } from './check-passport.ts'
import type { Chunk, ChunkSetup, UnknownColumns } from './chunk.ts'
import { openChunkPool } from './chunk-pool.ts'
import { createChunkStore } from './chunk-store.ts'
import { CHUNK_ROWS, type CutTask, cutTable } from './chunker.ts'
import { createColumnRules } from './column-rules.ts'
import type { Row } from './csv.ts'
import { ImportError } from './import-error.ts'
import type { MappedColumn, MappingRules } from './mapping.ts'
import { createRowProcessor } from './process-row.ts'
import { cellsReader, type Table } from './reader.ts'
import { openRejects } from './rejects.ts'
import { bringsAll, closeBatch, openBatch } from './store.ts'

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
  engine: SearchEngine
  secrets: Pick<Secrets, 'suppress'>
  dataDir: string
  onProgress(bytes: number, rows: number): void
  /** Told what happens besides storing. */
  report?: Report
}

/** Chunks that a thread has done or is doing while the one before is being stored. */
const AHEAD = 2

/** SHA-256 of the file, and of how it is read where that is not the default. */
async function fingerprintOf(file: string, settings: string): Promise<Buffer> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hasher.update(chunk)
  return hasher.update(settings).digest()
}

/**
 * Stores a file in a source: rows in transactions, counted with them, so that a run which was killed goes on where it
 * stopped. Every row ends as stored, suppressed or listed as rejected. Throws an `ImportError` for everything a person
 * can put right; what was stored until then stays.
 */
export async function importTable(order: ImportOrder, workshop: Workshop): Promise<ImportDone> {
  const { owner } = workshop
  const source = await admit(owner, order.sourceKey, order.passport, new Date().toISOString().slice(0, 10))
  const fingerprint = await fingerprintOf(order.file, order.settings)
  const busy = () =>
    new ImportError('Этот же файл сейчас загружает другой процесс. Дождитесь его и повторите.')
  try {
    return await withExclusiveLock(owner, lockOfFile(source.id, fingerprint.toString('hex')), busy, () =>
      importAlone(order, workshop, source, fingerprint)
    )
  } catch (error) {
    const reason = loadFailure(error)
    throw reason === null ? error : new ImportError(reason)
  }
}

async function importAlone(
  order: ImportOrder,
  { owner, engine, secrets, dataDir, onProgress, report = () => {} }: Workshop,
  source: LoadedSource,
  fingerprint: Uint8Array
): Promise<ImportDone> {
  const { table, file } = order
  const batch = await openBatch(owner, source.id, basename(file), fingerprint)
  const resumedAfter = batch.before.stored + batch.before.rejected + batch.before.suppressed
  if (resumedAfter > 0)
    report(`Продолжаю прерванный импорт: разобрано строк ${resumedAfter.toLocaleString('ru-RU')}`)
  const expectedRecords = table.expectedRows - resumedAfter
  const writer = await engine.openWriter(
    {
      sources: [source.key],
      expectedRecords,
      isResumed: resumedAfter > 0,
      isProbablyNew: await bringsAll(owner, batch.id)
    },
    report
  )
  const rejects = openRejects(file, dataDir, table.format)
  const place = { id: batch.id, sourceId: source.id, sourceKey: source.key }
  const store = createChunkStore(writer, place, resumedAfter, () => rejects.flush())
  const suppressed = (await suppressedPrefixes(owner)).map(BigInt)
  const setup: ChunkSetup = { encoding: writer.encoding, suppressKey: secrets.suppress, suppressed }
  const busy = (await isServerRunning(owner)) ? 1 : WORKERS
  const threads = expectedRecords > CHUNK_ROWS ? busy : 0
  const pool = openChunkPool(setup, threads)
  const columns = createColumnRules(owner, source, { table, given: order.rules, batchId: batch.id })

  /** The list of rejected lines is whole also behind an interruption. */
  async function onSkipped(rows: readonly Row[]): Promise<void> {
    const read = cellsReader(table.format, table.labels)
    for (const { values } of rows) if (values) read(values)
    const { rules } = await columns.current()
    const processor = createRowProcessor({ ...rules, suppressKey: secrets.suppress, suppressed: new Set() })
    for (const row of rows) {
      const reason = processor.rejects(row)
      if (reason !== null) rejects.add(row.line, reason, row.raw)
    }
  }

  /** Makes a chunk again until no column in it is unknown. Only names that stand behind all earlier ones are added. */
  async function withKnownColumns(task: CutTask, result: Chunk | UnknownColumns): Promise<Chunk> {
    let [chunk, { revision }] = [result, task]
    while ('unknown' in chunk) {
      if (revision === table.labels.length) table.labels.push(...chunk.unknown)
      const rules = await columns.current()
      revision = rules.revision
      chunk = await pool.run({ rows: task.rows, ...rules })
    }
    return chunk
  }

  const done = (): ImportDone => ({
    source: { ...source, columns: [...columns.ofSource()] },
    batchId: batch.id,
    resumedAfter,
    ...store.counts(batch.before),
    dropped: columns.mapped.filter(column => column.dropped),
    rejectsPath: store.counts(batch.before).rejected > 0 ? rejects.path : null
  })

  onProgress(0, resumedAfter)
  try {
    const tasks = cutTable(table, { skip: resumedAfter, learn: columns.current, onSkipped })
    const run = ({ rules, revision, rows }: CutTask) => pool.run({ rules, revision, rows })
    for await (const { task, result } of orderedResults(tasks, Math.max(1, threads) * AHEAD, run)) {
      const chunk = await withKnownColumns(task, result)
      await store.begin(chunk, rejects.addRows(task.file, new Map(chunk.rejected)))
      onProgress(task.read, task.seen)
    }
    await store.flush()
    await writer.commit()
    await closeBatch(owner, batch.id)
    return done()
  } catch (error) {
    await store.flush().catch(() => {})
    // What is stored must be found; why the import stopped matters more than that this failed too.
    await writer.commit().catch(() => {})
    throw error
  } finally {
    await pool.close()
    await rejects.close()
  }
}
