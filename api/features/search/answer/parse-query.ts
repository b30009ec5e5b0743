import { Refusal } from '#api/lib/refusal.ts'
import { LINE_MAX_CHARS, QUERY_MAX_CODE_POINTS, WORD_MAX_CHARS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { isList } from '#shared/identity/reading/lists.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/reading/parse.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import type { ProblemCode } from '#shared/problems.ts'

/** The reading that a person chose: its kind, or its kind and value. */
export type ChosenReading = string | { kind: string; value?: string | undefined } | null | undefined

const LONG_WORD = new RegExp(`\\p{L}{${WORD_MAX_CHARS + 1}}|\\p{N}{${WORD_MAX_CHARS + 1}}`, 'u')

const ROW_BREAK = /[\n\r\u2028\u2029]+/
const MAY_BE_TABLE = /[;\n\r\u2028\u2029]/

/**
 * A line as it was written, without invisible signs and runs of spaces, to compare it with others. Its meaning may hang on
 * its rows and cells, which stay apart. Costs no reading, as whoever calls is not admitted yet.
 *
 * @throws Refusal `QUERY_TOO_LONG` of what is far too long, `EMPTY_QUERY`, `NOTHING_TO_SEARCH` of invisible signs alone.
 */
export function unreadLine(line: string): string {
  if (line.length > LINE_MAX_CHARS) throw new Refusal('QUERY_TOO_LONG')
  const trimmed = line.trim()
  if (trimmed === '') throw new Refusal('EMPTY_QUERY')
  const cells = MAY_BE_TABLE.test(trimmed)
    ? trimmed.split(ROW_BREAK).map(row => row.split('\t').map(sanitizeText).join('\t'))
    : [sanitizeText(trimmed)]
  const written = cells.join('\n')
  if (written.trim() === '') throw new Refusal('NOTHING_TO_SEARCH')
  return written
}

/** A line that is read, as it is stored, and its readings. */
export interface ReadLine {
  query: string
  readings: Reading[]
}

/**
 * Reads a line of a caller who was admitted. What has more than 512 code points is refused, a list as a list, because to
 * shorten it would be the wrong advice. No reading is chosen of what is refused here.
 *
 * @throws Refusal `QUERY_TOO_LONG`, `LIST_OF_PEOPLE`, `NOTHING_TO_SEARCH`.
 */
export function readLine(line: string): ReadLine {
  const query = sanitizeQuery(line)
  if (query === '') throw new Refusal('NOTHING_TO_SEARCH')
  const readings = parseQuery(query)
  if (!hasAtMost(query, QUERY_MAX_CODE_POINTS))
    throw new Refusal(isList(readings) ? 'LIST_OF_PEOPLE' : 'QUERY_TOO_LONG')
  return { query, readings }
}

/** What a line may mean or why it is refused, and how long it took to tell. */
export type TimedReadings = { tookMs: number } & ({ readings: Reading[] } | { refused: ProblemCode })

export type LineReader = (line: string, signal: AbortSignal) => Promise<TimedReadings>

/** `readLine` for somebody who waits: a line of whoever has left is not begun, and took no time. */
export const readInTurn: LineReader = async (line, signal) => {
  // What waits is looked at first: it may be that nobody wants these readings any more.
  await new Promise<void>(resolve => setImmediate(resolve))
  if (signal.aborted) return { readings: [], tookMs: 0 }
  const startedAt = performance.now()
  const outcome = outcomeOf(line)
  return { ...outcome, tookMs: performance.now() - startedAt }
}

function outcomeOf(line: string): { readings: Reading[] } | { refused: ProblemCode } {
  try {
    return { readings: readLine(line).readings }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code }
    throw error
  }
}

/** Refuses a line with nothing to search, a list unless its text is chosen, and a reading that it does not have. */
export function parseLine(line: string, chosen: ChosenReading): SearchPlan {
  const { query, readings: all } = readLine(line)
  const readings = chooseReadings(all, chosen)
  if (readings === all && isList(all)) throw new Refusal('LIST_OF_PEOPLE')
  const plan = planSearch(query, readings)
  if (plan.steps.length === 0 || isEmptyPhrase(query))
    throw new Refusal(LONG_WORD.test(query) ? 'WORD_TOO_LONG' : 'NOTHING_TO_SEARCH')
  return plan
}

/** «не указан»: each of its words may be any record's, together they say that there is none. */
const isEmptyPhrase = (query: string) => /\p{L}/u.test(query) && isPlaceholder(query)

/** Kind and value of the reading that is asked for, however it is written; null for every reading. */
export function kindAndValueOf(chosen: ChosenReading): { kind: string; value: string | null } | null {
  if (chosen === null || chosen === undefined || chosen === '') return null
  if (typeof chosen !== 'string') return { kind: chosen.kind, value: chosen.value ?? null }
  const colon = chosen.indexOf(':')
  return colon < 0
    ? { kind: chosen, value: null }
    : { kind: chosen.slice(0, colon), value: chosen.slice(colon + 1) }
}

function chooseReadings(readings: Reading[], chosen: ChosenReading): Reading[] {
  const chosenReading = kindAndValueOf(chosen)
  if (chosenReading === null) return readings
  const { kind, value } = chosenReading
  const all = readings.flatMap(reading => [reading, ...(reading.parts ?? [])])
  const same = all.filter(reading => reading.kind === kind)
  const exact = same.filter(reading => reading.value === value)
  const matching = exact.length > 0 ? exact : value === null ? same : []
  if (matching.length === 0) throw new Refusal('UNKNOWN_READING')
  return matching
}
