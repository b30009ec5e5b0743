import { atom } from 'nanostores'
import { PARSE_DEBOUNCE_MS } from '#shared/constants.ts'
import type { ParseAnswer } from '#shared/contracts/search.ts'
import type { Reading } from '#shared/identity/query/types.ts'
import { $search, perform } from '#site/features/search/search-store.ts'
import { ask } from '#site/lib/ask.ts'
import { press, type ReadingChoice, stillThere } from './readings-view.ts'

/** The line as typed. It survives every failure. */
export const $line = atom('')

/** How the line is understood; readings of an earlier line stay while the next ones are asked for, so nothing jumps. */
export const $understood = atom<{ pending: boolean; readings: Reading[] }>({ pending: false, readings: [] })

/** The one reading to search under; null for all plausible ones. */
export const $choice = atom<ReadingChoice | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined
let turn = 0

/** Takes what was typed and asks, after a pause, how it is understood. Asking is free. */
export function type(line: string): void {
  $line.set(line)
  clearTimeout(timer)
  turn += 1
  if (line.trim() === '') showReadings([])
  else {
    $understood.set({ ...$understood.get(), pending: true })
    timer = setTimeout(understand, PARSE_DEBOUNCE_MS, line, turn)
  }
}

/** Puts in a line that was searched before. Its answer tells the readings, all of them unless one was chosen. */
export function putLine(line: string, readings: Reading[], choice: ReadingChoice | null): void {
  $choice.set(choice)
  $understood.set({ pending: false, readings })
  if (choice) type(line)
  else {
    clearTimeout(timer)
    turn += 1
    $line.set(line)
  }
}

/** Puts an example into the line and the cursor after it. Nothing is searched: that costs a credit. */
export function tryExample(line: string): void {
  type(line)
  document.querySelector<HTMLInputElement>('.ask input')?.focus()
}

/** Searches the line of the field, or another one that takes its place there. A blank line does nothing. */
export function askLine(line = $line.get()): void {
  if (line.trim() === '') return
  // An address that still names an earlier query would ask for it again after a reload.
  if (location.search) history.replaceState(history.state, '', location.pathname)
  if (line !== $line.get()) type(line)
  // A choice made for an earlier line may be no reading of this one, and the server would refuse it.
  void perform({ query: line, choice: $understood.get().pending ? null : $choice.get() })
}

/** Narrows to a reading, or widens again when it is pressed a second time. */
export function pressReading(pressed: ReadingChoice): void {
  $choice.set(press($choice.get(), pressed))
}

// An answer tells how its line was understood: chips that come with the results push nothing down later.
$search.listen(search => {
  if (search.step === 'found' && search.query === $line.get() && $understood.get().pending) {
    putLine(search.query, search.answer.readings, search.choice)
  }
})

async function understand(line: string, mine: number): Promise<void> {
  try {
    const { readings } = await ask<ParseAnswer>('/api/search/parse_query', { body: { query: line } })
    if (mine === turn) showReadings(readings)
  } catch {
    // The chips are a hint: a line that cannot be explained can still be searched.
    if (mine === turn) showReadings([])
  }
}

function showReadings(readings: Reading[]): void {
  $understood.set({ pending: false, readings })
  $choice.set(stillThere(readings, $choice.get()))
}
