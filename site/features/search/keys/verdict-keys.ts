import type { VerdictValue } from '#shared/contracts/verdict.ts'
import {
  $drafts,
  $verdicts,
  draftKey,
  saveVerdict,
  verdictOn
} from '#site/features/search/people/verdict-store.ts'
import { tell } from '#site/lib/toast-store.ts'

const KEYS: Record<string, VerdictValue> = { 1: 'same', 2: 'other', 3: 'unclear' }

/** Concludes by a key, «1», «2» or «3», with the note that is typed, else the saved one. @returns whether the key means a verdict. */
export function concludeByKey(searchId: string, personId: string, key: string): boolean {
  const verdict = KEYS[key]
  if (!verdict) return false
  const typed = $drafts.get()[draftKey(searchId, personId)]?.note?.trim()
  const note = typed ?? verdictOn($verdicts.get().list, personId)?.note
  void saveVerdict(searchId, { a: personId, verdict, note: note || null }).then(failure => {
    if (failure !== null) tell(failure)
  })
  return true
}
