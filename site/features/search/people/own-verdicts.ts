import { computed } from 'nanostores'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { $earlier } from '#site/features/search/person/earlier-store.ts'
import type { Joined } from '#site/features/search/view.ts'
import { $joined, $judged } from '#site/features/search/view-store.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { $refusals, $verdicts } from './verdict-store.ts'

/** Of each person whom the user called one with others: the id that stands for all of them. */
export function joinedBy(list: readonly Verdict[]): Joined {
  const joined = new Map<string, string>()
  for (const { a, b, verdict } of list) {
    if (b === null || verdict !== 'same') continue
    const [one, other] = [joined.get(a) ?? a, joined.get(b) ?? b]
    for (const [id, stands] of joined) if (stands === other) joined.set(id, one)
    joined.set(a, one).set(b, one)
  }
  return joined
}

$verdicts.subscribe(({ list }) => $joined.set(joinedBy(list)))

computed([$verdicts, $earlier], (now, earlier) => [
  ...now.list.flatMap(({ a, b }) => (b === null ? [a] : [])),
  ...earlier.list.map(({ person_id }) => person_id)
]).subscribe(ids => $judged.set(new Set(ids)))

$refusals.listen(() => {
  loadCode(() => import('#site/features/search/past-search.ts'))
    .then(({ renewAnswer }) => renewAnswer(false))
    .catch(() => null)
})
