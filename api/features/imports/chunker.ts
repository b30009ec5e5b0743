import type { ChunkTask } from './chunk.ts'
import type { FileRow } from './files/csv.ts'
import type { Table } from './files/reader.ts'
import { packRows } from './row-transfer.ts'

/** Rows per transaction: large enough to be fast, small enough to lose little. */
export const CHUNK_ROWS = 20_000
/** A killed import of a slow file loses no more than this. */
const CHUNK_MS = 2_000

export interface FileChunkTask extends ChunkTask {
  fileRows: readonly FileRow[]
  bytesRead: number
  rowsRead: number
}

export interface ChunkingOptions {
  skip: number
  currentRules(): Promise<Pick<ChunkTask, 'rules' | 'revision'>>
  onSkipped(rows: readonly FileRow[]): Promise<void>
}

/** Cuts a file into chunks. When the file is broken, everything readable comes before the error. */
export async function* chunkTable(
  table: Table,
  { skip, currentRules, onSkipped }: ChunkingOptions
): AsyncGenerator<FileChunkTask> {
  let pending: FileRow[] = []
  let rowsRead = 0
  let begunAt = performance.now()
  let current: Awaited<ReturnType<typeof currentRules>> | undefined
  let failure: { error: unknown } | undefined

  function* chunksOf(minimumRows: number): Generator<FileChunkTask> {
    while (current && pending.length > 0 && pending.length >= minimumRows) {
      const fileRows = pending.slice(0, CHUNK_ROWS)
      pending = pending.slice(CHUNK_ROWS)
      begunAt = performance.now()
      yield {
        ...current,
        rows: packRows(fileRows),
        fileRows,
        bytesRead: table.readBytes(),
        rowsRead: rowsRead - pending.length
      }
    }
  }

  const blocks = table.rows()
  while (!failure) {
    let rows: FileRow[]
    try {
      const next = await blocks.next()
      if (next.done) break
      rows = next.value
      current = await currentRules()
    } catch (error) {
      failure = { error }
      break
    }
    const remaining = rows.slice(Math.max(0, skip - rowsRead))
    if (remaining.length < rows.length) await onSkipped(rows.slice(0, rows.length - remaining.length))
    rowsRead += rows.length
    pending = pending.concat(remaining)
    yield* chunksOf(performance.now() - begunAt > CHUNK_MS ? 1 : CHUNK_ROWS)
  }
  yield* chunksOf(1)
  if (failure) throw failure.error
}
