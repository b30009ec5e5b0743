import type { RecordWriter } from '#api/book/contract.ts'
import { activateSource } from '#api/features/sources/service.ts'
import type { Chunk } from './chunk.ts'
import { changedMeanwhile } from './import-error.ts'
import { type BatchCounts, bookRows, rowsOf } from './store.ts'

/** Stores chunks in order while the next is made. `beforeCommit` writes rejects before they are counted. */
export function createChunkStore(
  writer: RecordWriter,
  batch: { id: number; sourceId: number; sourceKey: string; before: BatchCounts; activates: boolean },
  beforeCommit: () => Promise<void>
) {
  let counts = batch.before
  let storing: Promise<void> = Promise.resolve()

  async function store({ encoded, stored, suppressed }: Chunk, rejected: number): Promise<void> {
    await beforeCommit()
    let more: BatchCounts = { stored, added: 0, changed: 0, rejected, suppressed }
    await writer.write(encoded, async (tx, written) => {
      const own = written.get(batch.sourceKey)
      const late = own?.suppressed ?? 0
      more = { ...more, ...own, stored: stored - late, suppressed: suppressed + late }
      if (!(await bookRows(tx, batch, rowsOf(counts), more))) throw changedMeanwhile()
      if (batch.activates && counts.stored === 0 && stored > 0) await activateSource(tx, batch.sourceId)
    })
    counts = {
      stored: counts.stored + more.stored,
      added: counts.added + more.added,
      changed: counts.changed + more.changed,
      rejected: counts.rejected + more.rejected,
      suppressed: counts.suppressed + more.suppressed
    }
  }

  return {
    async begin(chunk: Chunk, rejected: number): Promise<void> {
      await storing
      storing = store(chunk, rejected)
      storing.catch(() => {})
    },
    flush: () => storing,
    /** Includes an interrupted run. */
    counts: () => counts
  }
}
