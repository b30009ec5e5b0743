import type { User } from '#shared/contracts/auth.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { ask } from '#site/lib/ask.ts'
import { formatRecent } from '#site/lib/format-time.ts'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import { updateUser } from '#site/lib/session-store.ts'

const ROWS: Forms = ['строка', 'строки', 'строк']

/** Lists that have ended, or paused for want of credits, and were not looked at since. */
export const fetchEnded = async (): Promise<List[]> =>
  (await ask<{ lists: List[] }>('/api/lists?new=true', { shape: { lists: [] } })).lists

/** Notes that these were looked at; the header says what is left. */
export async function seeLists(ids: readonly string[]): Promise<void> {
  const { lists } = await ask<{ lists: NonNullable<User['lists']> }>('/api/lists/seen', {
    body: { ids },
    shape: { lists: { running: 0, ended: 0 } }
  })
  updateUser({ lists })
}

/** «Список готов: 1 002 строки, сегодня, 17:22». */
export function endText({ state, rows, left, failed, changed_at }: List): string {
  const at = formatRecent(moscowTime(new Date(changed_at)), new Date())
  if (state === 'paused') return `Закончились запросы, без ответа ${counted(left, ROWS)}, ${at}`
  return `Список готов: ${counted(rows, ROWS)}${failed > 0 ? `, не удалось ${formatCount(failed)}` : ''}, ${at}`
}
