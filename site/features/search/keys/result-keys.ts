import { isNarrowed } from '#site/features/search/view.ts'
import {
  $filtered,
  $focusedPersonId,
  $open,
  $picked,
  $results,
  $view,
  clearView,
  goToPerson,
  togglePerson,
  togglePick
} from '#site/features/search/view-store.ts'

import { compareHref } from '#site/lib/search-links.ts'
import { $isHelpOpen } from './key-store.ts'
import { concludeByKey } from './verdict-keys.ts'

const ACTS: Record<string, () => void> = {
  '?': () => $isHelpOpen.set(true),
  KeyC: compare,
  KeyF: () => document.querySelector<HTMLInputElement>('#within')?.select(),
  KeyJ: () => step(1),
  KeyK: () => step(-1),
  KeyS: searchHere,
  KeyX: () => withHere(togglePick),
  Digit1: () => conclude('1'),
  Digit2: () => conclude('2'),
  Digit3: () => conclude('3')
}

/**
 * Does what a key of the result page means.
 *
 * @param name Its code, «Escape» or «?».
 * @param field What was being written in; only Escape means something there.
 */
export function actOn(name: string, field: Element | null): void {
  if (name === 'Escape') goBack(field)
  else ACTS[name]?.()
}

/** Folds the open person, else clears the filter; a field of a person's panel keeps what is written in it. */
function goBack(field: Element | null): void {
  if (field && field.id !== 'within') return
  const here = $focusedPersonId.get()
  if (!field && here !== null && $open.get().includes(here)) {
    document.getElementById(here)?.querySelector<HTMLElement>('h3 button')?.focus()
    togglePerson(here)
  } else if (isNarrowed($view.get())) clearView()
}

/** The people on the page in their order; those of folded groups are none. */
function peopleOnPage(): string[] {
  const filtered = $filtered.get()
  if (!filtered) return []
  if (!filtered.groups) return filtered.people.map(({ id }) => id)
  const folded = new Set(
    [...document.querySelectorAll<HTMLElement>('.bandrow [aria-expanded=false]')].map(
      button => button.closest<HTMLElement>('[data-row]')?.dataset.row
    )
  )
  return filtered.groups
    .filter(({ band }) => !folded.has(`band ${band}`))
    .flatMap(({ people }) => people.map(({ id }) => id))
}

function step(by: 1 | -1): void {
  const ids = peopleOnPage()
  const at = ids.indexOf($focusedPersonId.get() ?? '')
  const next = ids[Math.min(Math.max(at + by, 0), ids.length - 1)]
  if (next !== undefined) goToPerson(next)
}

/** Searches by the value that has the focus. */
function searchHere(): void {
  const value = document.activeElement?.closest('.copy, .from')
  value?.parentElement?.querySelector<HTMLElement>('.from')?.click()
}

function withHere(act: (id: string) => void): void {
  const here = $focusedPersonId.get()
  if (here !== null && peopleOnPage().includes(here)) act(here)
}

/** An own verdict, in an open panel alone: what it says is before one's eyes there. */
function conclude(key: string): void {
  const results = $results.get()
  withHere(id => {
    if (results && $open.get().includes(id)) concludeByKey(results.answer.search_id, id, key)
  })
}

function compare(): void {
  const [a, b, ...others] = $picked.get()
  const results = $results.get()
  if (results && a !== undefined && b !== undefined && others.length === 0)
    location.assign(compareHref(results.answer.search_id, a, b))
}
