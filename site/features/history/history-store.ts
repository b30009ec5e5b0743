import { atom, computed } from 'nanostores'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted, SEARCHES } from '#site/lib/numbers.ts'
import { fetchHistory } from '#site/lib/search-history.ts'
import { normalizeText } from '#site/lib/text.ts'
import { tell } from '#site/lib/toast-store.ts'
import { confirm } from '#site/ui/dialog/confirm-store.ts'

export const history = createLoad(fetchHistory)

/** What is typed into the filter. */
export const $filter = atom('')

export const $filtered = computed([history.$load, $filter], (load, filter): HistoryItem[] => {
  if (load.step !== 'ready') return []
  const text = normalizeText(filter.trim())
  return load.data.filter(item => normalizeText(item.query).includes(text))
})

/** Deletes one search. It leaves the list when the server has agreed, right after `onAgreed`. */
export const deleteSearch = ({ id }: HistoryItem, onAgreed = () => {}): Promise<boolean> =>
  sayFailure(async () => {
    await ask(`/api/search_history/${id}`, { method: 'DELETE' })
    onAgreed()
    history.change(items => items.filter(item => item.id !== id))
    return true
  })

/** Deletes all searches, after a confirmation that names how many. @returns whether they are gone. */
export const deleteAllSearches = (count: number): Promise<boolean> =>
  sayFailure(async () => {
    const agreed = await confirm({
      title: 'Очистить историю?',
      text: 'Все поиски исчезнут из истории. Это действие нельзя отменить.',
      action: `Удалить ${counted(count, SEARCHES)}`
    })
    if (!agreed) return false
    await ask('/api/search_history', { method: 'DELETE' })
    history.change(() => [])
    return true
  })

async function sayFailure(act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act()
  } catch (error) {
    tell(errorText(error))
    return false
  }
}
