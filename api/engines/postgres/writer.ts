import type { SQL } from 'bun'
import type { Load, RecordWriter, Report, SourceKey } from '#api/engines/contract.ts'
import { encodingOf } from './encoder.ts'
import { prepareTable } from './indexes.ts'
import { numbersOf } from './source-numbers.ts'
import { storeSpellings } from './spellings.ts'
import { createRowStore } from './store-rows.ts'

/** Each chunk's records, spellings and bookkeeping are one transaction. */
export async function openPostgresWriter(owner: SQL, load: Load, report: Report): Promise<RecordWriter> {
  const numbers = await numbersOf(owner, load.sources)
  const keyOf = new Map(Object.entries(numbers).map(([key, number]) => [number, key]))
  const store = createRowStore(load.isProbablyNew)
  const finish = await prepareTable(owner, load, report)

  const byKey = (counts: ReadonlyMap<number, number>): Map<SourceKey, number> =>
    new Map([...counts].map(([number, count]) => [keyOf.get(number) ?? '', count]))

  return {
    encoding: encodingOf(numbers),

    async write({ bytes, spellings, counts }, book) {
      await owner.begin(async tx => {
        const fresh = counts.size > 0 ? await store(tx, [bytes]) : 'all'
        await storeSpellings(tx, spellings)
        await book(tx, fresh === 'all' ? counts : byKey(fresh))
      })
    },

    commit: finish
  }
}
