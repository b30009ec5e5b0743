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

/** Asks for them once, for nothing; without an answer the page says nothing of them. Never rejects. */
export async function loadEarlier(searchId: string): Promise<void> {
  if ($earlier.get().searchId === searchId) return
  $earlier.set({ searchId, list: [] })
  try {
    const address = `/api/search/${encodeURIComponent(searchId)}/earlier_verdicts`
    const { verdicts } = await ask<EarlierVerdictsAnswer>(address, { login: false })
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
