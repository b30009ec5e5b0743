import type { RecordWriter } from '#api/engines/contract.ts'
import type { Chunk } from './chunk.ts'
import { ImportError } from './import-error.ts'
import { type BatchCounts, bookRows } from './store.ts'

/**
 * Stores chunks in order, while the next one is being made. `beforeCommit` runs first: rejected lines must be on disk
 * before they are counted.
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
    async begin(chunk: Chunk, rejected: number): Promise<void> {
      await storing
      storing = store(chunk, rejected)
      storing.catch(() => {})
    },
    flush: () => storing,
    counts: (before: BatchCounts) => ({
      stored: before.stored + total.stored,
      rejected: before.rejected + total.rejected,
      suppressed: before.suppressed + total.suppressed,
      fresh: total.fresh
    })
  }
}
