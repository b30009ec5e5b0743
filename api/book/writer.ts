import type { SQL } from 'bun'
import type { Load, RecordWriter } from './contract.ts'
import { beginWrite, listVersion } from './list-writes.ts'
import { numbersOf } from './source-numbers.ts'
import { createRowStore } from './store-rows.ts'
import { storeSpellings } from './vocabulary/spellings.ts'
import { shortenLog } from './vocabulary/vocabulary-log.ts'

/**
 * Records, spellings and counts of a chunk are one transaction, which leaves out whoever was entered into the list of
 * suppressed people after the writer was opened.
 */
export async function openWriter(owner: SQL, load: Load): Promise<RecordWriter> {
  const knownList = await listVersion(owner)
  const sourceNumbers = await numbersOf(owner, load.sources)
  const keyOf = new Map(Object.entries(sourceNumbers).map(([key, number]) => [number, key]))
  const store = createRowStore(load.isProbablyNew)

  return {
    sourceNumbers,

    async write({ bytes, spellings, counts }, book) {
      await owner.begin(async tx => {
        await beginWrite(tx)
        const isListed = (await listVersion(tx)) !== knownList
        const written = counts.size > 0 ? await store(tx, [bytes], isListed) : 'all new'
        await storeSpellings(tx, spellings)
        await book(
          tx,
          written === 'all new'
            ? new Map([...counts].map(([key, added]) => [key, { added, changed: 0, suppressed: 0 }]))
            : new Map(written.map(({ src, ...count }) => [keyOf.get(src) ?? '', count]))
        )
      })
    },

    commit: () => shortenLog(owner)
  }
}
