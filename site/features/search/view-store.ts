import { atom, computed } from 'nanostores'
import { readable } from '#shared/texts/direction.ts'
import type { Facet } from './people/facets.ts'
import { readResults } from './records/results-view.ts'
import { $answered, $search } from './search-store.ts'
import { applyView, type Joined, type View, WHOLE } from './view.ts'

/** The answer made ready for drawing, readable as it is stored; null while there is none. */
export const $results = computed($answered, answered =>
  answered ? readResults(readable(answered.answer)) : null
)

/** What of the answer the person wants to see. A new answer shows everything. */
export const $view = atom<View>(WHOLE)

export const $joined = atom<Joined>(new Map())

/** Ids of the people on whom the user concluded something that their rows tell. */
export const $judged = atom<ReadonlySet<string>>(new Set())

/** What passes the view: what is on the page, or will be as soon as it is drawn. */
export const $filtered = computed(
  [$results, $view, $joined],
  (results, view, joined) => results && applyView(results, view, joined)
)

/** Ids of the people whose panels are open, the last opened last. */
export const $open = atom<readonly string[]>([])
/**
 * Whether there may be verdicts on people of the answer. A new answer has none; an answer that precedes this code may have been
 * restored.
 */
export const $mayHaveVerdicts = atom($answered.get() !== null)
/** Ids of the people who are marked. */
export const $picked = atom<readonly string[]>([])
/** Id of the person whose row has the focus, or had it last. */
export const $focusedPersonId = atom<string | null>(null)
/** Id of the person whose row takes the focus as soon as it is drawn. */
export const $focusWish = atom<string | null>(null)
/** Ids of the records that a reason lights. */
export const $lit = atom<ReadonlySet<string>>(new Set())
/** What the person opened and closed, by source; the rest is as `openByDefault` says. */
export const $openSources = atom<Readonly<Record<string, boolean>>>({})
/** How many records of a source are drawn. */
export const $recordLimits = atom<Readonly<Record<string, number>>>({})
/** The record somebody jumped to, for 3 s. */
export const $jumpTarget = atom<string | null>(null)

/** Somebody goes to what the answer does not show. */
export const $isMissingWanted = atom(false)

export const RECORDS_AT_FIRST = 20
export const RECORDS_MORE = 40

$search.listen((search, before) => {
  if (search.step !== 'answered') return
  const older = before?.step === 'searching' ? before.older : undefined
  const isNew = older !== undefined && older?.answer.search_id !== search.answer.search_id
  // What costs nothing may be the answer to a search of before.
  $mayHaveVerdicts.set(!isNew || search.answer.charged === 0)
})

$answered.listen((answered, before) => {
  // Further records of the same answer change nothing of how it is looked at; nobody who has left it stays marked.
  if (answered?.cursors && answered.at === before?.at) {
    const ids = new Set(answered.answer.persons.map(({ id }) => id))
    for (const $list of [$open, $picked])
      if (!$list.get().every(id => ids.has(id))) $list.set($list.get().filter(id => ids.has(id)))
    return
  }
  $view.set(WHOLE)
  for (const $list of [$open, $picked]) $list.set([])
  $focusedPersonId.set(null)
  $focusWish.set(null)
  $lit.set(new Set())
  $openSources.set({})
  $recordLimits.set({})
  $jumpTarget.set(null)
  $isMissingWanted.set(false)
})

export const changeView = (change: Partial<View>): void => $view.set({ ...$view.get(), ...change })

export const clearView = (): void => changeView({ text: '', choices: {}, years: null })

/** Takes a value of a facet in or out. */
export function toggleChoice(facet: Facet, value: string): void {
  const { choices } = $view.get()
  const before = choices[facet] ?? []
  choose(facet, before.includes(value) ? before.filter(each => each !== value) : [...before, value])
}

/** Leaves these values of a facet; none of them for all. */
export function choose(facet: Facet, values: readonly string[]): void {
  const { [facet]: _, ...others } = $view.get().choices
  changeView({ choices: values.length > 0 ? { ...others, [facet]: values } : others })
}

export function togglePerson(id: string): void {
  const open = $open.get()
  $mayHaveVerdicts.set(true)
  $open.set(open.includes(id) ? open.filter(each => each !== id) : [...open, id])
}

/** Gives the focus to the row of somebody; lifts a filter that hides it. */
export function goToPerson(id: string): void {
  if (!$filtered.get()?.people.some(person => person.id === id)) clearView()
  $focusedPersonId.set(id)
  const button = document.getElementById(id)?.querySelector<HTMLElement>('h3 button')
  if (button) focusRow(button)
  else $focusWish.set(id)
}

export function focusRow(button: HTMLElement): void {
  button.focus({ preventScroll: true })
  button.closest('tr')?.scrollIntoView({ block: 'nearest' })
}

export function togglePick(id: string): void {
  const picked = $picked.get()
  $picked.set(picked.includes(id) ? picked.filter(each => each !== id) : [...picked, id])
}

export function setSourceOpen(key: string, open: boolean): void {
  if ($openSources.get()[key] !== open) $openSources.set({ ...$openSources.get(), [key]: open })
}

export const setSourcesOpen = (keys: readonly string[], open: boolean): void =>
  $openSources.set({ ...$openSources.get(), ...Object.fromEntries(keys.map(key => [key, open])) })

/** Draws the next records of a long group. */
export function showMore(key: string, records = RECORDS_MORE): void {
  const limits = $recordLimits.get()
  $recordLimits.set({ ...limits, [key]: (limits[key] ?? RECORDS_AT_FIRST) + records })
}
