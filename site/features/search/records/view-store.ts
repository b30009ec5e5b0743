import { atom, computed } from 'nanostores'
import { HIGHLIGHT_MS } from '#shared/constants.ts'
import { $search } from '#site/features/search/search-store.ts'
import { EVERYTHING, type Narrowing, narrow } from './filters.ts'
import { type RecordView, readResults, type SourceView } from './results-view.ts'

/** The answer made ready for drawing; null while there is none. */
export const $results = computed($search, search =>
  search.step === 'found' ? readResults(search.answer) : null
)

/** What of the answer the person wants to see. A new answer shows everything. */
export const $narrowing = atom<Narrowing>(EVERYTHING)

export const $shown = computed([$results, $narrowing], (results, narrowing): SourceView[] =>
  results ? narrow(results, narrowing) : []
)

/** Id of the person in the summary; null for the best one. */
export const $chosen = atom<string | null>(null)

/** What the person opened and closed, by source; the rest follows `opensByItself`. */
export const $opened = atom<Record<string, boolean>>({})

/** How many records of a source are drawn. */
export const $drawn = atom<Record<string, number>>({})

/** The record somebody jumped to, for 3 s. */
export const $lit = atom<string | null>(null)

/** Bumped when the person asked to see the records below. */
export const $toRecords = atom(0)

export const DRAWN_AT_FIRST = 20
const OPEN_RECORDS = 30

$search.listen(() => {
  clearTimeout(unlight)
  $narrowing.set(EVERYTHING)
  $chosen.set(null)
  $opened.set({})
  $drawn.set({})
  $lit.set(null)
  $toRecords.set(0)
})

/** The first few groups are open, and every list of losses, so that its warning is seen. */
export function opensByItself(sources: SourceView[]): Set<string> {
  let before = 0
  const open = new Set<string>()
  for (const { key, kind, records } of sources) {
    if (before < OPEN_RECORDS || kind === 'casualty_list') open.add(key)
    before += records.length
  }
  return open
}

export function narrowTo(change: Partial<Narrowing>): void {
  $narrowing.set({ ...$narrowing.get(), ...change })
}

export function showEverything(): void {
  narrowTo({ text: '', source: null, person: null })
}

export function setOpen(key: string, open: boolean): void {
  if ($opened.get()[key] !== open) $opened.set({ ...$opened.get(), [key]: open })
}

/** Draws the next records of a long group. */
export function drawMore(key: string): void {
  const drawn = $drawn.get()
  $drawn.set({ ...drawn, [key]: (drawn[key] ?? DRAWN_AT_FIRST) + DRAWN_AT_FIRST * 2 })
}

let unlight: ReturnType<typeof setTimeout> | undefined

/** Goes to a record: lifts filters that hide it, opens its group and lights it for 3 s. */
export function jumpTo({ id, source }: RecordView): void {
  const place = () =>
    $shown
      .get()
      .find(({ key }) => key === source)
      ?.records.findIndex(record => record.id === id) ?? -1
  if (place() < 0) showEverything()
  const drawn = $drawn.get()
  if (place() >= (drawn[source] ?? DRAWN_AT_FIRST)) $drawn.set({ ...drawn, [source]: place() + 1 })
  setOpen(source, true)
  clearTimeout(unlight)
  $lit.set(null)
  $lit.set(id)
  unlight = setTimeout(() => $lit.set(null), HIGHLIGHT_MS)
}

/** Leaves only the records of a person, puts them into the summary and goes there; null shows everything again. */
export function showPersonRecords(person: string | null): void {
  narrowTo({ text: '', source: null, person })
  if (person === null) return
  $chosen.set(person)
  $toRecords.set($toRecords.get() + 1)
}
