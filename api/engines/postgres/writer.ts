import type { SQL } from 'bun'
import type { Load, RecordWriter, Report } from '#api/engines/contract.ts'
import { storeSpellings } from '#api/engines/vocabulary/spellings.ts'
import { shortenLog } from '#api/engines/vocabulary/vocabulary-log.ts'
import { encodingOf } from './encoder.ts'
import { prepareTable } from './indexes.ts'
import { numbersOf } from './source-numbers.ts'
import { createRowStore } from './store-rows.ts'

/** Each chunk's records, spellings and bookkeeping are one transaction. */
export async function openPostgresWriter(owner: SQL, load: Load, report: Report): Promise<RecordWriter> {
  const numbers = await numbersOf(owner, load.sources)
  const keyOf = new Map(Object.entries(numbers).map(([key, number]) => [number, key]))
  const store = createRowStore(load.isProbablyNew)
  const finish = await prepareTable(owner, load, report)

  return {
    encoding: encodingOf(numbers),

    async write({ bytes, spellings, counts }, book) {
      await owner.begin(async tx => {
        const written = counts.size > 0 ? await store(tx, [bytes]) : 'all new'
        await storeSpellings(tx, spellings)
        await book(
          tx,
          written === 'all new'
            ? new Map([...counts].map(([key, added]) => [key, { added, changed: 0 }]))
            : new Map(written.map(({ src, ...count }) => [keyOf.get(src) ?? '', count]))
        )
      })
    },

    async commit() {
      await finish()
      await shortenLog(owner)
    }
  }
}
