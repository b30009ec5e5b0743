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
import { admitSource } from './check-passport.ts'
import type { Chunk, ChunkSetup, UnknownColumns } from './chunk.ts'
import { openChunkPool } from './chunk-pool.ts'
import { createChunkStore } from './chunk-store.ts'
import { CHUNK_ROWS, chunkTable, type FileChunkTask } from './chunker.ts'
import { createColumnRules } from './column-rules.ts'
import type { FileRow } from './csv.ts'
import { ImportError } from './import-error.ts'
import type { MappedColumn, MappingRules } from './mapping.ts'
import { createRowProcessor } from './process-row.ts'
import { cellsReader, type Table } from './reader.ts'
import { openRejects } from './rejects.ts'
import { bringsAll, closeBatch, openBatch } from './store.ts'

export interface ImportRequest {
  sourceKey: string
  file: string
  table: Table
  passport: Passport | null
  rules: Pick<MappingRules, 'map' | 'id'>
  /** Further options that change how the file is read, as part of its fingerprint; '' for defaults. */
  settings: string
}

export interface ImportResult {
  source: LoadedSource
  batchId: number
  resumedAfter: number
  stored: number
  fresh: number
  rejected: number
  suppressed: number
  dropped: MappedColumn[]
  rejectsPath: string | null
}

interface ImportDependencies {
  owner: SQL
  engine: SearchEngine
  secrets: Pick<Secrets, 'suppress'>
  dataDir: string
  onProgress(bytes: number, rows: number): void
  report?: Report
}

/** Chunks per thread that are made ahead of the one being stored. */
const CHUNKS_AHEAD = 2

async function fingerprintOf(file: string, settings: string): Promise<Buffer> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hasher.update(chunk)
  return hasher.update(settings).digest()
}

/**
 * Stores a file in a source, in transactions that also count the rows, so that an interrupted import continues where it
 * stopped. Every row ends as stored, suppressed or rejected. Throws an `ImportError` for what the operator can put
 * right; what was stored stays.
 */
export async function importTable(
  request: ImportRequest,
  dependencies: ImportDependencies
): Promise<ImportResult> {
  const { owner } = dependencies
  const source = await admitSource(
    owner,
    request.sourceKey,
    request.passport,
    new Date().toISOString().slice(0, 10)
  )
  const fingerprint = await fingerprintOf(request.file, request.settings)
  const busyError = () =>
    new ImportError('Этот же файл сейчас загружает другой процесс. Дождитесь его и повторите.')
  try {
    return await withExclusiveLock(owner, lockOfFile(source.id, fingerprint.toString('hex')), busyError, () =>
      importLocked(request, dependencies, source, fingerprint)
    )
  } catch (error) {
    const reason = loadFailure(error)
    throw reason === null ? error : new ImportError(reason)
  }
}

async function importLocked(
  request: ImportRequest,
  { owner, engine, secrets, dataDir, onProgress, report = () => {} }: ImportDependencies,
  source: LoadedSource,
  fingerprint: Uint8Array
): Promise<ImportResult> {
  const { table, file } = request
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
  const busyError = (await isServerRunning(owner)) ? 1 : WORKERS
  const threads = expectedRecords > CHUNK_ROWS ? busyError : 0
  const pool = openChunkPool(setup, threads)
  const columns = createColumnRules(owner, source, { table, options: request.rules, batchId: batch.id })

  /** Rejects skipped rows again, so that their list is complete. */
  async function onSkipped(rows: readonly FileRow[]): Promise<void> {
    const read = cellsReader(table.format, table.labels)
    for (const { values } of rows) if (values) read(values)
    const { rules } = await columns.current()
    const processor = createRowProcessor({ ...rules, suppressKey: secrets.suppress, suppressed: new Set() })
    for (const row of rows) {
      const reason = processor.rejectionOf(row)
      if (reason !== null) rejects.add(row.line, reason, row.raw)
    }
  }

  /** Makes a chunk again until its rules cover all columns. Only names behind all earlier ones are added. */
  async function rebuildUntilComplete(task: FileChunkTask, result: Chunk | UnknownColumns): Promise<Chunk> {
    let [chunk, { revision }] = [result, task]
    while ('unknown' in chunk) {
      if (revision === table.labels.length) table.labels.push(...chunk.unknown)
      const rules = await columns.current()
      revision = rules.revision
      chunk = await pool.run({ rows: task.rows, ...rules })
    }
    return chunk
  }

  const done = (): ImportResult => ({
    source: { ...source, columns: [...columns.ofSource()] },
    batchId: batch.id,
    resumedAfter,
    ...store.counts(batch.before),
    dropped: columns.mapped.filter(column => column.dropped),
    rejectsPath: store.counts(batch.before).rejected > 0 ? rejects.path : null
  })

  onProgress(0, resumedAfter)
  try {
    const tasks = chunkTable(table, { skip: resumedAfter, currentRules: columns.current, onSkipped })
    const run = ({ rules, revision, rows }: FileChunkTask) => pool.run({ rules, revision, rows })
    for await (const { task, result } of orderedResults(tasks, Math.max(1, threads) * CHUNKS_AHEAD, run)) {
      const chunk = await rebuildUntilComplete(task, result)
      await store.begin(chunk, rejects.addRows(task.fileRows, new Map(chunk.rejected)))
      onProgress(task.bytesRead, task.rowsRead)
    }
    await store.flush()
    await writer.commit()
    await closeBatch(owner, batch.id)
    return done()
  } catch (error) {
    await store.flush().catch(() => {})
    // Stored records must be findable; the first error matters more than a second one.
    await writer.commit().catch(() => {})
    throw error
  } finally {
    await pool.close()
    await rejects.close()
  }
}
