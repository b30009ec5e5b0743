import { Refusal } from '#api/lib/refusal.ts'
import { LINE_MAX_CHARS, QUERY_MAX_CODE_POINTS, WORD_MAX_CHARS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { parseQuery, sanitizeQuery } from '#shared/identity/query/parse.ts'
import { isList } from '#shared/identity/query/persons.ts'
import { withoutRepeats } from '#shared/identity/query/repeats.ts'

/** The reading that a person chose: its kind, or its kind and value. */
export type ChosenReading = string | { kind: string; value?: string | undefined } | null | undefined

const LONG_WORD = new RegExp(`\\p{L}{${WORD_MAX_CHARS + 1}}|\\p{N}{${WORD_MAX_CHARS + 1}}`, 'u')

/**
 * Removes control characters. Refuses an empty line, one of more than 512 code points, a list by its name, and a longer
 * one unread.
 */
export function sanitizeLine(line: string): string {
  if (line.length > LINE_MAX_CHARS) throw new Refusal('QUERY_TOO_LONG')
  if (line.trim() === '') throw new Refusal('EMPTY_QUERY')
  const cleaned = sanitizeQuery(line)
  // One name sixty times is that name, however long.
  const query = cleaned.length > QUERY_MAX_CODE_POINTS ? withoutRepeats(cleaned) : cleaned
  if (query === '') throw new Refusal('NOTHING_TO_SEARCH')
  if (query.length > QUERY_MAX_CODE_POINTS && [...query].length > QUERY_MAX_CODE_POINTS)
    throw new Refusal(isList(parseQuery(query)) ? 'LIST_OF_PEOPLE' : 'QUERY_TOO_LONG')
  return query
}

/** Refuses a line with nothing to search, a list unless its text is chosen, and a reading that it does not have. */
export function parseLine(query: string, chosen: ChosenReading): SearchPlan {
  const all = parseQuery(query)
  const readings = chooseReadings(all, chosen)
  if (readings === all && isList(all)) throw new Refusal('LIST_OF_PEOPLE')
  const plan = planSearch(query, readings)
  if (plan.steps.length === 0)
    throw new Refusal(LONG_WORD.test(query) ? 'WORD_TOO_LONG' : 'NOTHING_TO_SEARCH')
  return plan
}

function chooseReadings(readings: Reading[], chosen: ChosenReading): Reading[] {
  if (chosen === null || chosen === undefined || chosen === '') return readings
  const [kind, value] =
    typeof chosen === 'string'
      ? [chosen.split(':', 1)[0], chosen.slice(chosen.indexOf(':') + 1)]
      : [chosen.kind, chosen.value]
  const all = readings.flatMap(reading => [reading, ...(reading.parts ?? [])])
  const same = all.filter(reading => reading.kind === kind)
  const exact = same.filter(reading => reading.value === value)
  const matching = exact.length > 0 ? exact : value === kind || value === undefined ? same : []
  if (matching.length === 0) throw new Refusal('UNKNOWN_READING')
  return matching
}
