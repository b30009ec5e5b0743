import type { RecordWriter } from '#api/engines/contract.ts'
import type { Chunk } from './chunk.ts'
import { ImportError } from './import-error.ts'
import { type BatchCounts, bookRows } from './store.ts'

/**
 * Stores chunks one after another, each with its place in the batch. While one is under way the next is being made.
 * `beforeCommit` runs first: what is listed must be on disk before it counts as listed.
 */
export function createChunkStore(
  writer: RecordWriter,
  batch: { id: number; sourceId: number; sourceKey: string },
  alreadyDone: number,
  beforeCommit: () => Promise<void>
) {
  let done = alreadyDone
  let storing: Promise<void> = Promise.resolve()
  const total = { stored: 0, rejected: 0, suppressed: 0, fresh: 0 }

  async function store({ encoded, stored, suppressed }: Chunk, rejected: number): Promise<void> {
    await beforeCommit()
    let fresh = 0
    await writer.write(encoded, async (tx, changed) => {
      fresh = changed.get(batch.sourceKey) ?? 0
      if (!(await bookRows(tx, batch, done, { stored, rejected, suppressed, fresh }))) {
        throw new ImportError('Партия этого файла изменена другим процессом. Повторите импорт.')
      }
    })
    done += stored + rejected + suppressed
    total.stored += stored
    total.rejected += rejected
    total.suppressed += suppressed
    total.fresh += fresh
  }

  return {
    /** Begins to store a chunk, as soon as the one before is through. */
    async begin(chunk: Chunk, rejected: number): Promise<void> {
      await storing
      storing = store(chunk, rejected)
      storing.catch(() => {})
    },
    /** All that was begun is stored. */
    flush: () => storing,
    /** What became of all rows, with those of the run before. */
    counts: (before: BatchCounts) => ({
      stored: before.stored + total.stored,
      rejected: before.rejected + total.rejected,
      suppressed: before.suppressed + total.suppressed,
      fresh: total.fresh
    })
  }
}
