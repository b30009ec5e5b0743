import type { SQL } from 'bun'
import { type BatchCounts, bookRows } from '#api/engines/batches.ts'
import { CHUNK_ROWS, upsertLines } from '#api/engines/index.ts'
import { ImportError } from './import-error.ts'
import type { Taken } from './intake.ts'

/** A slow file loses no more than this to a kill. */
const CHUNK_MS = 2_000
const ROWS_PER_LOOK = 250

const NOTHING: BatchCounts = { stored: 0, rejected: 0, suppressed: 0 }

/**
 * Gathers rows into transactions. While one is under way the next is being gathered; more than that never stands in
 * memory. `beforeCommit` runs first: what is listed must be on disk before it counts as listed.
 */
export function createWriter(
  owner: SQL,
  batch: { id: number; sourceId: number },
  alreadyDone: number,
  beforeCommit: () => Promise<void>
) {
  let lines = new Map<bigint, string>()
  let counts = { ...NOTHING }
  let rows = 0
  let done = alreadyDone
  let begunAt = performance.now()
  let storing: Promise<void> = Promise.resolve()
  const total = { ...NOTHING, fresh: 0 }

  async function store(
    chunk: Map<bigint, string>,
    chunkCounts: BatchCounts,
    chunkRows: number
  ): Promise<void> {
    await beforeCommit()
    const fresh = await owner.begin(async tx => {
      const fresh = chunk.size > 0 ? await upsertLines(tx, chunk.values()) : new Map<number, number>()
      const isNew = fresh.get(batch.sourceId) ?? 0
      if (!(await bookRows(tx, batch, done, { ...chunkCounts, fresh: isNew }))) {
        throw new ImportError('Этот же файл сейчас загружает другой процесс. Дождитесь его и повторите.')
      }
      return isNew
    })
    done += chunkRows
    total.stored += chunkCounts.stored
    total.rejected += chunkCounts.rejected
    total.suppressed += chunkCounts.suppressed
    total.fresh += fresh
  }

  /** Starts to store what was gathered, as soon as the transaction before is through. */
  async function begin(): Promise<void> {
    await storing
    if (rows === 0) return
    storing = store(lines, counts, rows)
    storing.catch(() => {})
    lines = new Map()
    counts = { ...NOTHING }
    rows = 0
    begunAt = performance.now()
  }

  async function flush(): Promise<void> {
    await begin()
    await storing
  }

  return {
    /** Takes a row; a promise when the writer is behind and has to be waited for. */
    add(taken: Taken): Promise<void> | undefined {
      rows += 1
      counts[taken.outcome] += 1
      if (taken.outcome === 'stored') lines.set(taken.id, taken.line)
      if (rows >= CHUNK_ROWS) return begin()
      return rows % ROWS_PER_LOOK === 0 && performance.now() - begunAt > CHUNK_MS ? begin() : undefined
    },
    flush,
    /** What became of all rows, with those of the run before. */
    counts: (before: BatchCounts) => ({
      stored: before.stored + total.stored,
      rejected: before.rejected + total.rejected,
      suppressed: before.suppressed + total.suppressed,
      fresh: total.fresh
    })
  }
}
