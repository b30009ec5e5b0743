import type { Reading } from '#shared/contracts/reading.ts'
import { plateWithoutRegion } from '#shared/identity/identifiers/plate.ts'
import { identifierTokens } from '#shared/identity/reading/identifier-tokens.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'
import { identifierKey } from './plan.ts'

/** Alternative lists of keys for an identifier: its own key, or its words in a text. None for other readings. */
export function identifierKeyLists(reading: Reading): string[][] {
  const key = identifierKey(reading)
  if (key === null) return []
  const texts = [...identifierTokens(reading), tokenize(reading.terms.join(' '))]
  const lists = [[key], ...texts.map(words => words.map(word => `w:${word}`))]
  if (reading.kind === 'plate') lists.push([`r:${plateWithoutRegion(reading.value)}`])
  return lists.filter(list => list.length > 0)
}
