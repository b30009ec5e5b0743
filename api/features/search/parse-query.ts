import { Refusal } from '#api/lib/refusal.ts'
import { LINE_MAX_CHARS, QUERY_MAX_CODE_POINTS, WORD_MAX_CHARS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/query/parse.ts'
import { isList } from '#shared/identity/query/persons.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'

/** The reading that a person chose: its kind, or its kind and value. */
export type ChosenReading = string | { kind: string; value?: string | undefined } | null | undefined

const LONG_WORD = new RegExp(`\\p{L}{${WORD_MAX_CHARS + 1}}|\\p{N}{${WORD_MAX_CHARS + 1}}`, 'u')

/**
 * A line without control characters. Refuses an empty one, unread what is far too long, and what has more than 512 code
 * points: a list as a list, because to shorten it would be the wrong advice. No reading is chosen of what is refused here.
 */
export function sanitizeLine(line: string): string {
  if (line.length > LINE_MAX_CHARS) throw new Refusal('QUERY_TOO_LONG')
  if (line.trim() === '') throw new Refusal('EMPTY_QUERY')
  const query = sanitizeQuery(line)
  if (query === '') throw new Refusal('NOTHING_TO_SEARCH')
  if (!hasAtMost(query, QUERY_MAX_CODE_POINTS))
    throw new Refusal(isList(parseQuery(query)) ? 'LIST_OF_PEOPLE' : 'QUERY_TOO_LONG')
  return query
}

/** Refuses a line with nothing to search, a list unless its text is chosen, and a reading that it does not have. */
export function parseLine(query: string, chosen: ChosenReading): SearchPlan {
  const all = parseQuery(query)
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
