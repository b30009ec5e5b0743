import type { Reading } from '#shared/contracts/reading.ts'
import { plateWithoutRegion } from '#shared/identity/identifiers/plate.ts'
import { identifierTokens } from '#shared/identity/reading/identifier-tokens.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import { identifierKey } from './plan.ts'

/**
 * The lists of keys by which a record is found under the identifier of a reading: its own key, its numbers as words of a
 * text, its words as typed. A step that has all keys of one list looks for it. None for any other reading.
 */
export function keysUnder(reading: Reading): string[][] {
  const key = identifierKey(reading)
  if (key === null) return []
  const texts = [...identifierTokens(reading), tokenize(reading.terms.join(' '))]
  const lists = [[key], ...texts.map(words => words.map(word => `w:${word}`))]
  if (reading.kind === 'plate') lists.push([`r:${plateWithoutRegion(reading.value)}`])
  return lists.filter(list => list.length > 0)
}
