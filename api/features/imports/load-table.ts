import type { RecordWriter } from '#api/book/contract.ts'
import { isServerRunning } from '#api/db/running-server.ts'
import { type LoadedSource, suppressionList } from '#api/features/sources/service.ts'
import { orderedResults } from '#api/processes/ordered-results.ts'
import { WORKERS } from '#api/processes/worker-pool.ts'
import type { Chunk, ChunkSetup, UnknownColumns } from './chunk.ts'
import { openChunkPool } from './chunk-pool.ts'
import { createChunkStore } from './chunk-store.ts'
import { CHUNK_ROWS, chunkTable, type FileChunkTask } from './chunker.ts'
import { createColumnRules } from './columns/column-rules.ts'
import { createDoubtfulValues } from './columns/doubtful-values.ts'
import type { FileRow } from './files/csv.ts'
import { cellsReader } from './files/reader.ts'
import { createRowProcessor } from './process-row.ts'
import { openRejects } from './rejects.ts'
import type { ImportDependencies, ImportRequest, ImportResult } from './request.ts'
import { type OpenedBatch, rowsOf } from './store.ts'

const CHUNKS_AHEAD = 2

export interface LoadPlace {
  source: LoadedSource
  batch: OpenedBatch
  activates: boolean
}

export type LoadedTable = Omit<ImportResult, 'batchId' | 'resumedAfter' | 'idColumn'>

/** Completes or releases everything, also on failure. */
export async function loadTable(
  writer: RecordWriter,
  { table, file, rules: options, rejectsAs }: ImportRequest,
  { owner, secrets, dataDir, onProgress }: ImportDependencies,
  { source, batch, activates }: LoadPlace
): Promise<LoadedTable> {
  const resumedAfter = rowsOf(batch.before)
  const { prefixes: suppressed } = await suppressionList(owner)
  const setup: ChunkSetup = { sourceNumbers: writer.sourceNumbers, suppressKey: secrets.suppress, suppressed }
  const busyThreads = (await isServerRunning(owner)) ? 1 : WORKERS
  const threads = table.expectedRows - resumedAfter > CHUNK_ROWS ? busyThreads : 0
  const columns = createColumnRules(owner, source, { table, options, batchId: batch.id })
  const rejects = openRejects(file, dataDir, rejectsAs ?? table.format)
  const doubtful = createDoubtfulValues()
  const place = { ...batch, sourceId: source.id, sourceKey: source.key, activates }
  const store = createChunkStore(writer, place, () => rejects.flush())
  const pool = openChunkPool(setup, threads)

  /** Repeats rejects of an interrupted run. */
  async function onSkipped(rows: readonly FileRow[]): Promise<void> {
    const read = cellsReader(table, table.labels)
    for (const { values } of rows) if (values) read(values)
    const { rules } = await columns.current()
    const processor = createRowProcessor({ ...rules, suppressKey: secrets.suppress, suppressed: null })
    for (const row of rows) {
      const reason = processor.rejectionOf(row)
      if (reason !== null) rejects.add(row.line, reason, row.raw)
      doubtful.add(row.line, processor.doubtfulOf(row))
    }
  }

  /** New names are appended, so earlier ones keep their place. */
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

  onProgress(0, resumedAfter)
  try {
    const tasks = chunkTable(table, { skip: resumedAfter, currentRules: columns.current, onSkipped })
    const run = ({ rules, revision, rows }: FileChunkTask) => pool.run({ rules, revision, rows })
    for await (const { task, result } of orderedResults(tasks, Math.max(1, threads) * CHUNKS_AHEAD, run)) {
      const chunk = await rebuildUntilComplete(task, result)
      await store.begin(chunk, rejects.addRows(task.fileRows, new Map(chunk.rejected)))
      for (const [at, cells] of chunk.doubtful) doubtful.add(task.fileRows[at]?.line, cells)
      onProgress(task.bytesRead, task.rowsRead)
    }
    await store.flush()
    return {
      source: { ...source, columns: [...columns.ofSource()] },
      ...store.counts(),
      doubtful: doubtful.all(columns.mapped),
      fileRemarks: table.remarks().map(({ text }) => text),
      dropped: columns.mapped.filter(column => column.dropped),
      rejectsPath: store.counts().rejected > 0 ? rejects.path : null,
      firstReason: rejects.firstReason()
    }
  } finally {
    await store.flush().catch(() => {})
    await pool.close()
    await rejects.close()
  }
}
