import type { SQL } from 'bun'
import { type BatchCounts, bookRows } from '#api/engines/batches.ts'
import { createStore, storeWords } from '#api/engines/index.ts'
import type { Chunk } from './chunk.ts'
import { ImportError } from './import-error.ts'

/**
 * Stores chunks in transactions, one after another. While one is under way the next is being made. `beforeCommit` runs
 * first: what is listed must be on disk before it counts as listed.
 */
export function createWriter(
  owner: SQL,
  batch: { id: number; sourceId: number; probablyNew: boolean },
  alreadyDone: number,
  beforeCommit: () => Promise<void>
) {
  const put = createStore(batch.probablyNew)
  let done = alreadyDone
  let storing: Promise<void> = Promise.resolve()
  const total = { stored: 0, rejected: 0, suppressed: 0, fresh: 0 }

  async function store(chunk: Chunk, rejected: number): Promise<void> {
    const { bytes, words, records, stored, suppressed } = chunk
    await beforeCommit()
    const isNew = await owner.begin(async tx => {
      const fresh = records > 0 ? await put(tx, [bytes]) : 'all'
      await storeWords(tx, words)
      const isNew = fresh === 'all' ? records : (fresh.get(batch.sourceId) ?? 0)
      if (!(await bookRows(tx, batch, done, { stored, rejected, suppressed, fresh: isNew }))) {
        throw new ImportError('Партия этого файла изменена другим процессом. Повторите импорт.')
      }
      return isNew
    })
    done += stored + rejected + suppressed
    total.stored += stored
    total.rejected += rejected
    total.suppressed += suppressed
    total.fresh += isNew
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
