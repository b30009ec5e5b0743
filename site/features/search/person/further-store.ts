import { atom } from 'nanostores'
import type { FurtherOfPerson, MoreAnswer } from '#shared/contracts/search.ts'
import { extendAnswer } from '#site/features/search/sources/extend-answer.ts'
import { withFurther } from '#site/features/search/sources/next-records.ts'
import { AskError, ask, errorText } from '#site/lib/ask.ts'
import { tell } from '#site/lib/toast-store.ts'

/** What is known of records of a person that the line does not find. */
export type Further =
  | { step: 'counting' | 'failed' | 'over' }
  | { step: 'counted' | 'adding'; found: FurtherOfPerson }

/** By search and person. */
export const $further = atom<Readonly<Record<string, Further>>>({})

const keyOf = (searchId: string, personId: string) => `${searchId} ${personId}`

export const furtherOf = (byKey: Readonly<Record<string, Further>>, searchId: string, personId: string) =>
  byKey[keyOf(searchId, personId)]

const KEPT = 50

function note(key: string, further: Further): void {
  const { [key]: _, ...others } = $further.get()
  $further.set(Object.fromEntries([...Object.entries(others), [key, further] as const].slice(-KEPT)))
}

/** Asks once, for nothing, how many there are; again where that has failed. Never rejects. */
export async function countFurther(searchId: string, personId: string): Promise<void> {
  const key = keyOf(searchId, personId)
  const before = $further.get()[key]
  if (before && before.step !== 'failed') return
  note(key, { step: 'counting' })
  try {
    const body = { search_id: searchId, further: personId, count_only: true }
    const { further } = await ask<MoreAnswer & Pick<Required<MoreAnswer>, 'further'>>('/api/search/more', {
      body,
      login: false,
      shape: { further: { records: 0, rules: [], failed_sources: [] } }
    })
    note(key, { step: 'counted', found: further })
  } catch (error) {
    note(key, { step: isOver(error) ? 'over' : 'failed' })
  }
}

/** Whether there is nothing to be asked any more: the search does not go on, or nobody of that id is shown. */
const isOver = (error: unknown) =>
  error instanceof AskError && ['SEARCH_EXPIRED', 'UNKNOWN_PERSON', 'NOT_FOUND'].includes(error.code ?? '')

/** Brings them into the answer of the page, for nothing. Never rejects. */
export async function addFurther(searchId: string, personId: string): Promise<void> {
  const key = keyOf(searchId, personId)
  const before = $further.get()[key]
  if (before?.step !== 'counted') return
  note(key, { ...before, step: 'adding' })
  try {
    await extendAnswer(searchId, shown => withFurther(shown, personId))
    note(key, before)
  } catch (error) {
    tell(errorText(error))
    note(key, isOver(error) ? { step: 'over' } : before)
  }
}
