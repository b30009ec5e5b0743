import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { judgeRow } from './list-calls.ts'
import { $rows, changeRow } from './rows-store.ts'

/** By list and number: what a row comes to when the calls about it have ended. */
const turns = new Map<string, Promise<ListRow>>()

/**
 * Changes one's verdict on a row, or its note. Calls about one row follow one another, and each replaces what the one before
 * it left. @throws AskError.
 */
export async function judgeInTurn(
  listId: string,
  row: ListRow,
  change: Partial<Pick<ListRow, 'verdict' | 'note'>>
): Promise<void> {
  const key = `${listId} ${row.n}`
  const shown = () => [...$rows.get().at.values()].find(({ n }) => n === row.n) ?? row
  const before = turns.get(key)?.catch(shown) ?? Promise.resolve(shown())
  const turn = before.then(({ n, verdict_at, verdict, note }) =>
    judgeRow(listId, { n, verdict_at, verdict, note, ...change })
  )
  turns.set(key, turn)
  try {
    changeRow(await turn)
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}
