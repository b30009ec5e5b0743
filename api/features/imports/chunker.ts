import type { ChunkTask } from './chunk.ts'
import type { Row } from './csv.ts'
import type { Table } from './reader.ts'
import { packRows } from './row-transfer.ts'

/** Rows of one transaction: large enough to be stored quickly, small enough to lose little. */
export const CHUNK_ROWS = 20_000
/** A slow file loses no more than this to a kill. */
const CHUNK_MS = 2_000

/** What is to be stored together, with the rows as the file has them. */
export interface CutTask extends ChunkTask {
  file: readonly Row[]
  /** Bytes of the file and rows read by then. */
  read: number
  seen: number
}

export interface Cutting {
  /** Rows at the beginning that an earlier run has dealt with. */
  skip: number
  /** Called before the rows of a block are cut: columns may have appeared. */
  learn(): Promise<Pick<ChunkTask, 'rules' | 'revision'>>
  /** Is shown the rows that are skipped. */
  onSkipped(rows: readonly Row[]): Promise<void>
}

/** Cuts a file into chunks. Of a broken file everything that could be read comes first, then its error. */
export async function* cutTable(table: Table, { skip, learn, onSkipped }: Cutting): AsyncGenerator<CutTask> {
  let pending: Row[] = []
  let seen = 0
  let begunAt = performance.now()
  let known: Awaited<ReturnType<typeof learn>> | undefined
  let failure: { error: unknown } | undefined

  function* cut(least: number): Generator<CutTask> {
    while (known && pending.length > 0 && pending.length >= least) {
      const file = pending.slice(0, CHUNK_ROWS)
      pending = pending.slice(CHUNK_ROWS)
      begunAt = performance.now()
      yield { ...known, rows: packRows(file), file, read: table.readBytes(), seen: seen - pending.length }
    }
  }

  const blocks = table.rows()
  while (!failure) {
    let rows: Row[]
    try {
      const next = await blocks.next()
      if (next.done) break
      rows = next.value
      known = await learn()
    } catch (error) {
      failure = { error }
      break
    }
    const behind = rows.slice(Math.max(0, skip - seen))
    if (behind.length < rows.length) await onSkipped(rows.slice(0, rows.length - behind.length))
    seen += rows.length
    pending = pending.concat(behind)
    yield* cut(performance.now() - begunAt > CHUNK_MS ? 1 : CHUNK_ROWS)
  }
  yield* cut(1)
  if (failure) throw failure.error
}
