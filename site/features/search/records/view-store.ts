import { atom, computed } from 'nanostores'
import { HIGHLIGHT_MS } from '#shared/constants.ts'
import { $answered } from '#site/features/search/search-store.ts'
import { applyFilters, type Filters, NO_FILTERS } from './filters.ts'
import { type RecordView, readResults, type SourceView } from './results-view.ts'

/** The answer made ready for drawing; null while there is none. */
export const $results = computed($answered, answered => (answered ? readResults(answered.answer) : null))

/** What of the answer the person wants to see. A new answer shows everything. */
export const $filters = atom<Filters>(NO_FILTERS)

export const $filteredSources = computed([$results, $filters], (results, filters): SourceView[] =>
  results ? applyFilters(results, filters) : []
)

/** Id of the person in the summary; null for the best one. */
export const $chosenPerson = atom<string | null>(null)

/** What the person opened and closed, by source; the rest follows `openByDefault`. */
export const $openSources = atom<Record<string, boolean>>({})

/** How many records of a source are drawn. */
export const $recordLimits = atom<Record<string, number>>({})

/** The record somebody jumped to, for 3 s. */
export const $jumpTarget = atom<string | null>(null)

/** Counts how often the person asked to see the records below: each time they get the focus. */
export const $recordsFocus = atom(0)

export const RECORDS_AT_FIRST = 20
export const RECORDS_MORE = 40
const OPEN_RECORDS = 30

$answered.listen((answered, before) => {
  // Further records of the same answer change nothing of how it is looked at.
  if (answered?.cursors && answered.at === before?.at) return
  clearTimeout(jumpTimer)
  $filters.set(NO_FILTERS)
  $chosenPerson.set(null)
  $openSources.set({})
  $recordLimits.set({})
  $jumpTarget.set(null)
  $recordsFocus.set(0)
})

/** The first few groups are open, and every list of losses, so that its warning is seen. */
export function openByDefault(sources: SourceView[]): Set<string> {
  let before = 0
  const open = new Set<string>()
  for (const { key, kind, records } of sources) {
    if (before < OPEN_RECORDS || kind === 'casualty_list') open.add(key)
    before += records.length
  }
  return open
}

export function changeFilters(change: Partial<Filters>): void {
  $filters.set({ ...$filters.get(), ...change })
}

export function clearFilters(): void {
  changeFilters({ text: '', source: null, person: null })
}

export function setOpen(key: string, open: boolean): void {
  if ($openSources.get()[key] !== open) $openSources.set({ ...$openSources.get(), [key]: open })
}

/** Draws the next records of a long group. */
export function showMore(key: string, records = RECORDS_MORE): void {
  const limits = $recordLimits.get()
  $recordLimits.set({ ...limits, [key]: (limits[key] ?? RECORDS_AT_FIRST) + records })
}

let jumpTimer: ReturnType<typeof setTimeout> | undefined

/** Goes to a record: lifts filters that hide it, opens its group and lights it for 3 s. */
export function jumpTo({ id, source }: RecordView): void {
  const place = () =>
    $filteredSources
      .get()
      .find(({ key }) => key === source)
      ?.records.findIndex(record => record.id === id) ?? -1
  if (place() < 0) clearFilters()
  const limits = $recordLimits.get()
  if (place() >= (limits[source] ?? RECORDS_AT_FIRST)) $recordLimits.set({ ...limits, [source]: place() + 1 })
  setOpen(source, true)
  clearTimeout(jumpTimer)
  $jumpTarget.set(null)
  $jumpTarget.set(id)
  jumpTimer = setTimeout(() => $jumpTarget.set(null), HIGHLIGHT_MS)
}

/** Leaves only the records of a person, puts them into the summary and goes there; null shows everything again. */
export function showPersonRecords(person: string | null): void {
  changeFilters({ text: '', source: null, person })
  if (person === null) return
  $chosenPerson.set(person)
  $recordsFocus.set($recordsFocus.get() + 1)
}
