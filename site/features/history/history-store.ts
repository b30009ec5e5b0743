import { atom, computed } from 'nanostores'
import { createElement } from 'react'
import type { HistoryItem } from '#shared/contracts/history.ts'
import { DELETED_VERDICTS } from '#shared/texts/past-verdicts.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { counted, SEARCHES } from '#site/lib/numbers.ts'
import { fetchHistory } from '#site/lib/search-history.ts'
import { normalizeText } from '#site/lib/text.ts'
import { tell } from '#site/lib/toast-store.ts'
import { type Confirmation, confirm } from '#site/ui/dialog/confirm-store.ts'

export const history = createLoad(fetchHistory)

/** What is typed into the filter. */
export const $filter = atom('')

export const $filtered = computed([history.$load, $filter], (load, filter): HistoryItem[] => {
  if (load.step !== 'ready') return []
  const text = normalizeText(filter.trim())
  return load.data.filter(item => normalizeText(item.query).includes(text))
})

/**
 * Deletes one search, after a question what becomes of its verdicts where it may have some. It leaves the list when the server
 * has agreed, right after `onAgreed`.
 */
export const deleteSearch = ({ id, query, verdicts }: HistoryItem, onAgreed = () => {}): Promise<boolean> =>
  sayFailure(async () => {
    const parameters = verdicts === 0 ? '' : await confirmVerdicts(DELETED_VERDICTS.one(query))
    if (parameters === null) return false
    await ask(`/api/search_history/${id}${parameters}`, { method: 'DELETE' })
    onAgreed()
    history.change(items => items.filter(item => item.id !== id))
    return true
  })

/** Deletes all searches, after a confirmation that names how many. @returns whether they are gone. */
export const deleteAllSearches = (count: number): Promise<boolean> =>
  sayFailure(async () => {
    const items = history.$load.get()
    const question = {
      title: 'Очистить историю?',
      text: 'Все поиски исчезнут из истории. Это действие нельзя отменить.',
      action: `Удалить ${counted(count, SEARCHES)}`
    }
    const mayJudge = items.step === 'ready' && items.data.some(({ verdicts }) => verdicts !== 0)
    const parameters = mayJudge ? await confirmVerdicts(question) : (await confirm(question)) ? '' : null
    if (parameters === null) return false
    await ask(`/api/search_history${parameters}`, { method: 'DELETE' })
    history.change(() => [])
    return true
  })

/** @returns what the address of the deletion says of the verdicts; null of a no. */
async function confirmVerdicts(question: Confirmation & { text: string }): Promise<string | null> {
  const { KeepVerdicts } = await loadCode(() => import('./KeepVerdicts.tsx'))
  let areKept = false
  const onChange = (isKept: boolean) => {
    areKept = isKept
  }
  const text = createElement(KeepVerdicts, { text: question.text, onChange })
  if (!(await confirm({ ...question, text }))) return null
  return areKept ? '?verdicts=keep' : ''
}

async function sayFailure(act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act()
  } catch (error) {
    tell(errorText(error))
    return false
  }
}
