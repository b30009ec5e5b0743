import type { User } from '#shared/contracts/auth.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { ask } from '#site/lib/ask.ts'
import { formatRecent } from '#site/lib/format-time.ts'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import { updateUser } from '#site/lib/session-store.ts'

/** «готово 2 из 5 строк» */
const OF_ROWS: Forms = ['строки', 'строк', 'строк']

/** Lists that have ended, or paused for want of credits, and were not looked at since. */
export const fetchEnded = async (): Promise<List[]> =>
  (await ask<{ lists: List[] }>('/api/lists?new=true', { shape: { lists: [] } })).lists

/** Notes that these were looked at; the header says what is left. */
export async function markListsSeen(ids: readonly string[]): Promise<void> {
  const { lists } = await ask<{ lists: NonNullable<User['lists']> }>('/api/lists/seen', {
    body: { ids },
    shape: { lists: { running: 0, ended: 0 } }
  })
  updateUser({ lists })
}

/** Rows that a search can answer and that the user has not left out: also those that were not searched after all. */
export const wantedRows = ({ rows, repeats, skipped, skips }: List): number =>
  rows - repeats - skipped + (skips.LEFT_OUT ?? 0) + (skips.STOPPED ?? 0)

/** «Список готов: 400 из 1 002 строк, сегодня, 17:22». */
export function endText(list: List): string {
  const at = formatRecent(moscowTime(new Date(list.changed_at)), new Date())
  const what = list.state === 'paused' ? 'Закончились запросы' : 'Список готов'
  return `${what}: ${formatCount(list.answered)} из ${counted(wantedRows(list), OF_ROWS)}, ${at}`
}
