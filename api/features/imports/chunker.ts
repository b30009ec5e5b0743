import type { ChunkTask } from './chunk.ts'
import type { FileRow } from './files/csv.ts'
import type { Table } from './files/reader.ts'
import { packRows } from './row-transfer.ts'

/** A compromise of speed and loss. */
export const CHUNK_ROWS = 20_000
/** Bounds the memory for long rows. */
const CHUNK_CHARS = 4 * 1024 * 1024
/** Bounds the loss of a slow import. */
const CHUNK_MS = 2_000

export interface FileChunkTask extends ChunkTask {
  fileRows: readonly FileRow[]
  bytesRead: number
  rowsRead: number
}

interface ChunkingOptions {
  skip: number
  currentRules(): Promise<Pick<ChunkTask, 'rules' | 'revision'>>
  onSkipped(rows: readonly FileRow[]): Promise<void>
}

const charsOf = (rows: readonly FileRow[]): number => rows.reduce((sum, { raw }) => sum + raw.length, 0)

function takeChunk(pending: readonly FileRow[]): FileRow[] {
  let chars = 0
  const isFull = (row: FileRow, at: number) => {
    const isOver = at === CHUNK_ROWS || chars >= CHUNK_CHARS
    chars += row.raw.length
    return isOver
  }
  const end = pending.findIndex(isFull)
  return pending.slice(0, end === -1 ? pending.length : end)
}

/** Everything readable precedes the error of a broken file. */
export async function* chunkTable(
  table: Table,
  { skip, currentRules, onSkipped }: ChunkingOptions
): AsyncGenerator<FileChunkTask> {
  let pending: FileRow[] = []
  let pendingChars = 0
  let rowsRead = 0
  let begunAt = performance.now()
  let current: Awaited<ReturnType<typeof currentRules>> | undefined
  let failure: { error: unknown } | undefined

  const isFull = () => pending.length >= CHUNK_ROWS || pendingChars >= CHUNK_CHARS
  function* chunksOf(isDue: boolean): Generator<FileChunkTask> {
    while (current && pending.length > 0 && (isDue || isFull())) {
      const fileRows = takeChunk(pending)
      pending = pending.slice(fileRows.length)
      pendingChars -= charsOf(fileRows)
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
    pendingChars += charsOf(remaining)
    yield* chunksOf(performance.now() - begunAt > CHUNK_MS)
  }
  yield* chunksOf(true)
  if (failure) throw failure.error
}
