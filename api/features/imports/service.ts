import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { SQL } from 'bun'
import {
  addColumns,
  bringsAll,
  closeBatch,
  type LoadedSource,
  openBatch,
  suppressedKeys
} from '#api/engines/batches.ts'
import { CHUNK_ROWS, prepareTable, type Say, serverBeside } from '#api/engines/index.ts'
import { loadFailure } from '#api/engines/postgres/load-failure.ts'
import { alone } from '#api/engines/postgres/load-lock.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { inOrder, openDesk, WORKERS } from '#api/lib/worker-pool.ts'
import type { Passport } from '#shared/contracts/passport.ts'
import { lockOfFile } from './batches.ts'
import { admit } from './check-passport.ts'
import { type Chunk, type ChunkSetup, type ChunkTask, createChunkMaker, type Unknown } from './chunk.ts'
import { type CutTask, cutTable } from './chunker.ts'
import type { Row } from './csv.ts'
import { ImportError } from './import-error.ts'
import { checkNamed, type MappedColumn, type MappingRules, mapColumn } from './mapping.ts'
import { createIntake } from './process-row.ts'
import { cellsReader, type Table } from './reader.ts'
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
  /** Told what happens besides storing. */
  say?: Say
}

const THREAD = new URL('./chunk-thread.ts', import.meta.url)
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
    return await alone(owner, lockOfFile(source.id, fingerprint.toString('hex')), busy, () =>
      importAlone(order, workshop, source, fingerprint)
    )
  } catch (error) {
    const reason = loadFailure(error)
    throw reason === null ? error : new ImportError(reason)
  }
}

async function importAlone(
  order: ImportOrder,
  { owner, secrets, dataDir, onProgress, say = () => {} }: Workshop,
  source: LoadedSource,
  fingerprint: Uint8Array
): Promise<ImportDone> {
  const { table, file } = order
  const batch = await openBatch(owner, source.id, basename(file), fingerprint)
  const resumedAfter = batch.before.stored + batch.before.rejected + batch.before.suppressed
  if (resumedAfter > 0)
    say(`Продолжаю прерванный импорт: разобрано строк ${resumedAfter.toLocaleString('ru-RU')}`)
  const load = { expected: table.expectedRows - resumedAfter, resumed: resumedAfter > 0 }
  const finish = await prepareTable(owner, load, say)
  const rejects = openRejects(file, dataDir, table.format)
  const place = { id: batch.id, sourceId: source.id, probablyNew: await bringsAll(owner, batch.id) }
  const writer = createWriter(owner, place, resumedAfter, () => rejects.flush())
  const setup: ChunkSetup = { suppressKey: secrets.suppress, suppressed: [...(await suppressedKeys(owner))] }
  const busy = (await serverBeside(owner)) ? 1 : WORKERS
  const threads = load.expected > CHUNK_ROWS ? busy : 0
  const desk = openDesk<ChunkSetup, ChunkTask, Chunk | Unknown>(THREAD, createChunkMaker, setup, threads)
  const columns: MappedColumn[] = []
  let known = source.columns
  let learned: Pick<ChunkTask, 'rules' | 'revision'> | undefined

  /** Looks at columns that have appeared since the last block: all of a CSV's at once, those of NDJSON as they come. */
  async function learn(): Promise<Pick<ChunkTask, 'rules' | 'revision'>> {
    if (learned && columns.length === table.labels.length) return learned
    const mapping: MappingRules = { ...order.rules, known, fields: source.fields }
    if (table.format === 'csv') checkNamed(table.labels, mapping)
    for (const label of table.labels.slice(columns.length)) columns.push(mapColumn(label, mapping))
    const kept = columns.filter(column => !column.dropped).map(({ label, kind }) => ({ label, kind }))
    known = await owner.begin(tx => addColumns(tx, source.id, kept))
    const target = { id: source.id, key: source.key, columns: known }
    const rules = {
      source: target,
      batchId: batch.id,
      columns: [...columns],
      format: table.format,
      id: order.rules.id
    }
    learned = { rules, revision: columns.length }
    return learned
  }

  /** The list of rejected lines is whole also behind an interruption. */
  async function onSkipped(rows: readonly Row[]): Promise<void> {
    const read = cellsReader(table.format, table.labels)
    for (const { values } of rows) if (values) read(values)
    const { rules } = await learn()
    const intake = createIntake({ ...rules, suppressKey: secrets.suppress, suppressed: new Set() })
    for (const row of rows) {
      const reason = intake.rejects(row)
      if (reason !== null) rejects.add(row.line, reason, row.raw)
    }
  }

  /** Makes a chunk again until nothing in it is unknown. Only names that stand behind all earlier ones are learned. */
  async function whole(task: CutTask, result: Chunk | Unknown): Promise<Chunk> {
    let [made, { revision }] = [result, task]
    while ('unknown' in made) {
      if (revision === table.labels.length) table.labels.push(...made.unknown)
      const rules = await learn()
      revision = rules.revision
      made = await desk.run({ rows: task.rows, ...rules })
    }
    return made
  }

  const done = (): ImportDone => ({
    source: { ...source, columns: known },
    batchId: batch.id,
    resumedAfter,
    ...writer.counts(batch.before),
    dropped: columns.filter(column => column.dropped),
    rejectsPath: writer.counts(batch.before).rejected > 0 ? rejects.path : null
  })

  onProgress(0, resumedAfter)
  try {
    const tasks = cutTable(table, { skip: resumedAfter, learn, onSkipped })
    const run = ({ rules, revision, rows }: CutTask) => desk.run({ rules, revision, rows })
    for await (const { task, result } of inOrder(tasks, Math.max(1, threads) * AHEAD, run)) {
      const chunk = await whole(task, result)
      await writer.begin(chunk, rejects.addRows(task.file, new Map(chunk.rejected)))
      onProgress(task.read, task.seen)
    }
    await writer.flush()
    await finish()
    await closeBatch(owner, batch.id)
    return done()
  } catch (error) {
    await writer.flush().catch(() => {})
    // What is stored must be found; why the import stopped matters more than that this failed too.
    await finish().catch(() => {})
    throw error
  } finally {
    desk.close()
    await rejects.close()
  }
}
