import { atom, computed } from 'nanostores'
import { PARSE_DEBOUNCE_MS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { ParseAnswer } from '#shared/contracts/search.ts'
import { $answered, $search, type Answered, performSearch } from '#site/features/search/search-store.ts'
import { isLongLine } from '#site/layouts/LongLine.tsx'
import { AskError, ask } from '#site/lib/ask.ts'
import { $loginAgain } from '#site/lib/login-again.ts'
import { $session } from '#site/lib/session-store.ts'
import { isSameRequest, presentChoice, type ReadingChoice, toggleReading } from './readings-view.ts'
import { historyEntry, keepTypedLine, takeTypedLine } from './typed-line.ts'

/** The line as typed. It survives every failure. */
export const $line = atom('')

/** How the line is understood; readings of an earlier line stay while the next ones are asked for, so nothing jumps. */
export const $parsedLine = atom<ParsedLine>({ pending: false, readings: [] })

interface ParsedLine {
  pending: boolean
  readings: Reading[]
  /** The session ended before anybody could tell. */
  isEnded?: boolean
}

/** The one reading to search under; null for all plausible ones. */
export const $choice = atom<ReadingChoice | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined
/** Number of the last line: answers that belong to an earlier one come too late. */
let lastLine = 0

/** Takes what was typed and asks, after a pause, how it is understood. Asking is free. */
export function typeLine(line: string): void {
  $line.set(line)
  clearTimeout(timer)
  lastLine += 1
  // A line that is too long has no readings: it is not searched.
  if (line.trim() === '' || isLongLine(line)) showReadings([])
  else {
    $parsedLine.set({ ...$parsedLine.get(), pending: true })
    timer = setTimeout(parseLine, PARSE_DEBOUNCE_MS, line, lastLine)
  }
}

/** Puts in a line that was searched before. Its answer tells the readings, all of them unless one was chosen. */
export function restoreLine(line: string, readings: Reading[], choice: ReadingChoice | null): void {
  $choice.set(choice)
  $parsedLine.set({ pending: false, readings })
  if (choice) typeLine(line)
  else {
    clearTimeout(timer)
    lastLine += 1
    $line.set(line)
  }
}

/** Puts a text into the line and the cursor after it. Nothing is searched: that costs a credit. */
export function fillLine(line: string): void {
  typeLine(line)
  focusLine()
}

const focusLine = () => document.querySelector<HTMLInputElement>('.ask input')?.focus()

/** Marks a line that stands here from an earlier visit, so that what is pasted or typed takes its place. */
export function markLine(): void {
  const field = document.querySelector<HTMLInputElement>('.ask input')
  if (!field) return
  const mark = () => field.selectionStart === field.selectionEnd && field.select()
  if (document.activeElement === field) mark()
  else for (const kind of ['focus', 'pointerup']) field.addEventListener(kind, mark, { once: true })
}

/** Searches the line of the field. A blank line does nothing. */
export function searchLine(): void {
  const line = $line.get()
  if (line.trim() === '') return
  // A choice made for an earlier line may be no reading of this one, and the server would refuse it.
  void performSearch({ query: line, choice: $parsedLine.get().pending ? null : $choice.get() })
}

/** Puts the line and the reading of an answer back into the field. */
export const restoreRequest = ({ query, answer, choice }: Answered): void =>
  restoreLine(query, answer.readings, choice)

/** Puts a value into the line and searches it, under all its readings. */
export function searchFrom(line: string): void {
  typeLine(line)
  $choice.set(null)
  scrollTo({ top: 0 })
  void performSearch({ query: line, choice: null })
}

/** Whether the field asks for something else than the answer on the screen answers. */
export const $isEdited = computed(
  [$answered, $line, $choice],
  (answered, query, choice) => answered !== null && !isSameRequest(answered, { query, choice })
)

/** Narrows to a reading, or widens again when it is pressed a second time. */
export function pressReading(pressed: ReadingChoice): void {
  $choice.set(toggleReading($choice.get(), pressed))
}

// An answer tells how its line was understood: chips that come with the results push nothing down later.
$search.listen(search => {
  if (search.step === 'failed' && search.reason === 'session') keepLine()
  // Its own readings may be missing: they are not asked for again when a session has ended meanwhile.
  const { pending, readings } = $parsedLine.get()
  if (search.step === 'answered' && search.query === $line.get() && (pending || !readings[0])) {
    restoreLine(search.query, search.answer.readings, search.choice)
  }
})

/** Keeps the line for an entry of the browser's history, unless the answer there is what it asks for. */
export function keepLine(entry = historyEntry()): void {
  const answered = $answered.get()
  if ($line.get() !== answered?.query) keepTypedLine($line.get(), answered?.answer.search_id ?? null, entry)
}

// While the login stands over the page, the person may go to the one of another account, or reload.
$loginAgain.listen(prompt => {
  const session = $session.get()
  if (prompt) keepLine()
  else if (session.step === 'in') {
    takeTypedLine(Date.now())
    if ($parsedLine.get().isEnded) typeLine($line.get())
  }
})

$session.listen(({ step }) => {
  if (step !== 'out') return
  typeLine('')
  $choice.set(null)
})

/** Asks once more, after a login over the page, how the line is understood. */
export async function explainLine(): Promise<void> {
  await parseLine($line.get(), lastLine, true)
  focusLine()
}

/** @param login Whether somebody waits for it: the login over the page would take what is being typed. */
async function parseLine(line: string, lineNumber: number, login = false): Promise<void> {
  try {
    const { readings } = await ask<ParseAnswer>('/api/search/parse_query', {
      body: { query: line },
      login,
      shape: { readings: [{ kind: '', value: '' }] }
    })
    if (lineNumber === lastLine) showReadings(readings)
  } catch (error) {
    if (lineNumber !== lastLine) return
    // The chips are a hint: a line that cannot be explained can still be searched.
    showReadings([])
    if (error instanceof AskError && error.status === 401)
      $parsedLine.set({ pending: false, readings: [], isEnded: true })
  }
}

function showReadings(readings: Reading[]): void {
  $parsedLine.set({ pending: false, readings })
  $choice.set(presentChoice(readings, $choice.get()))
}
