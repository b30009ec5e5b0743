import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { inTurn } from './in-turn.ts'
import { judgeRow } from './list-calls.ts'
import { $rows, changeRow } from './rows-store.ts'

/**
 * Changes one's verdict on a row, or its note. Calls about one row follow one another, and each replaces what the one before
 * it left. @throws AskError.
 */
export async function judgeInTurn(
  listId: string,
  row: ListRow,
  change: Partial<Pick<ListRow, 'verdict' | 'note'>>
): Promise<void> {
  const shown = () => [...$rows.get().at.values()].find(({ n }) => n === row.n) ?? row
  await inTurn<ListRow>(`${listId} ${row.n}`, async before => {
    const { n, verdict_at, verdict, note } = before ?? shown()
    const judged = await judgeRow(listId, { n, verdict_at, verdict, note, ...change })
    changeRow(judged)
    return judged
  })
}
