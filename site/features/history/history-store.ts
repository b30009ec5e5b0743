import { atom, computed } from 'nanostores'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted, QUERIES } from '#site/lib/plural.ts'
import { fetchHistory } from '#site/lib/search-history.ts'
import { showToast } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'

export const history = createLoad(fetchHistory)

/** What is typed into the filter. */
export const $filter = atom('')

export const $shown = computed([history.$load, $filter], (load, filter): HistoryItem[] => {
  if (load.step !== 'ready') return []
  const wanted = fold(filter)
  return load.data.filter(item => fold(item.query).includes(wanted))
})

const fold = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е')

/** Deletes one search. It leaves the list when the server has agreed. */
export async function forget({ id }: HistoryItem): Promise<void> {
  await change(`/api/search_history/${id}`, items => items.filter(item => item.id !== id))
}

/** Deletes all searches, after a question that names how many. */
export async function forgetAll(count: number): Promise<void> {
  const sure = await confirm({
    title: 'Очистить историю?',
    text: `Будут удалены все поиски: ${counted(count, QUERIES)}. Это действие нельзя отменить.`,
    action: `Удалить ${counted(count, QUERIES)}`
  })
  if (sure) await change('/api/search_history', () => [])
}

async function change(path: string, next: (items: HistoryItem[]) => HistoryItem[]): Promise<void> {
  try {
    await ask(path, { method: 'DELETE' })
    history.change(next)
  } catch (error) {
    showToast(errorText(error), COPY_FEEDBACK_MS)
  }
}
