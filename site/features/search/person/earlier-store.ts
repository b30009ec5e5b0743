import { atom } from 'nanostores'
import type { EarlierVerdict, EarlierVerdictsAnswer } from '#shared/contracts/verdict.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { $session } from '#site/lib/session-store.ts'
import { tell } from '#site/lib/toast-store.ts'

/** What the user concluded earlier, in other searches, about people of one search. */
export interface EarlierVerdicts {
  searchId: string
  list: readonly EarlierVerdict[]
}

const NONE: EarlierVerdicts = { searchId: '', list: [] }

export const $earlier = atom<EarlierVerdicts>(NONE)

$session.listen(({ step }) => {
  if (step === 'out') $earlier.set(NONE)
})

let loading: Promise<void> = Promise.resolve()

/**
 * Asks for them once, for nothing; who asks meanwhile waits for the same. Without an answer the page says nothing of them.
 * Never rejects.
 */
export function loadEarlier(searchId: string): Promise<void> {
  if ($earlier.get().searchId !== searchId) loading = askEarlier(searchId)
  return loading
}

/** Those of this search; none before they are there. */
export const earlierOf = (searchId: string): readonly EarlierVerdict[] => {
  const now = $earlier.get()
  return now.searchId === searchId ? now.list : NONE.list
}

async function askEarlier(searchId: string): Promise<void> {
  $earlier.set({ searchId, list: [] })
  try {
    const address = `/api/search/${encodeURIComponent(searchId)}/earlier_verdicts`
    const { verdicts } = await ask<EarlierVerdictsAnswer>(address, {
      login: false,
      shape: { verdicts: [{ person_id: '', id: 0, at: '', verdict: '' }] }
    })
    if ($earlier.get().searchId === searchId) $earlier.set({ searchId, list: verdicts })
  } catch {
    if ($earlier.get().searchId === searchId) $earlier.set(NONE)
  }
}

/** Takes back a verdict that an earlier search left. Never rejects. */
export async function forgetEarlier({ id, search_id, at }: EarlierVerdict): Promise<void> {
  const address =
    search_id === null
      ? `/api/verdicts/${id}`
      : `/api/search/${encodeURIComponent(search_id)}/verdicts/${id}?at=${encodeURIComponent(at)}`
  try {
    await ask(address, { method: 'DELETE' })
    const now = $earlier.get()
    $earlier.set({ ...now, list: now.list.filter(each => each.id !== id) })
  } catch (error) {
    tell(errorText(error))
  }
}
