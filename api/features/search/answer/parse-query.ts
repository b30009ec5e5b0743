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

export type ChosenReading = string | { kind: string; value?: string | undefined } | null | undefined

const LONG_WORD = new RegExp(`\\p{L}{${WORD_MAX_CHARS + 1}}|\\p{N}{${WORD_MAX_CHARS + 1}}`, 'u')

const ROW_BREAK = /[\n\r\u2028\u2029]+/
const MAY_BE_TABLE = /[;\n\r\u2028\u2029]/

/**
 * Cleans a line for comparison, cheaply, because the caller is not admitted yet; rows and cells stay.
 * @throws Refusal `QUERY_TOO_LONG`, `EMPTY_QUERY`, `NOTHING_TO_SEARCH`.
 */
export function cleanedLine(line: string): string {
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

interface ReadLine {
  query: string
  readings: Reading[]
}

/** Reads the line of an admitted caller. @throws Refusal `QUERY_TOO_LONG`, `LIST_OF_PEOPLE`, `NOTHING_TO_SEARCH`. */
export function readLine(line: string): ReadLine {
  const query = sanitizeQuery(line)
  if (query === '') throw new Refusal('NOTHING_TO_SEARCH')
  const readings = parseQuery(query)
  if (!hasAtMost(query, QUERY_MAX_CODE_POINTS))
    throw new Refusal(isList(readings) ? 'LIST_OF_PEOPLE' : 'QUERY_TOO_LONG')
  return { query, readings }
}

export type TimedReadings = { tookMs: number } & ({ readings: Reading[] } | { refused: ProblemCode })

export type LineReader = (line: string, signal: AbortSignal) => Promise<TimedReadings>

/** Skips a line whose caller has left. */
export const readUnlessAborted: LineReader = async (line, signal) => {
  // Lets the abort of a waiting line be noticed first.
  await new Promise<void>(resolve => setImmediate(resolve))
  if (signal.aborted) return { readings: [], tookMs: 0 }
  const startedAt = performance.now()
  const outcome = readingsOrRefusal(line)
  return { ...outcome, tookMs: performance.now() - startedAt }
}

function readingsOrRefusal(line: string): { readings: Reading[] } | { refused: ProblemCode } {
  try {
    return { readings: readLine(line).readings }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code }
    throw error
  }
}

/** Refuses empty lines, lists unless read as text, and unknown readings. */
export function parseLine(line: string, chosen: ChosenReading): SearchPlan {
  const { query, readings: all } = readLine(line)
  const readings = chooseReadings(all, chosen)
  if (readings === all && isList(all)) throw new Refusal('LIST_OF_PEOPLE')
  const plan = planSearch(query, readings)
  if (plan.steps.length === 0 || isEmptyPhrase(query))
    throw new Refusal(LONG_WORD.test(query) ? 'WORD_TOO_LONG' : 'NOTHING_TO_SEARCH')
  return plan
}

/** «не указан» says that there is nothing. */
const isEmptyPhrase = (query: string) => /\p{L}/u.test(query) && isPlaceholder(query)

/** Null for every reading. */
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
