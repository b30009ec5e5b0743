import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { layoutReadings } from './layout.ts'
import { lineReadings } from './line.ts'

/** A typed line as it is stored and searched: composed form, no control or invisible signs, single spaces, trimmed. */
export function sanitizeQuery(text: string): string {
  return sanitizeText(text)
}

/**
 * All readings of a line, surest first; empty for an empty line. Several things in one line make a `combined` reading,
 * followed by its parts. Of a line typed in the wrong keyboard layout the corrected readings come first.
 * Pure; reads the first 512 code points; never throws.
 */
export function parseQuery(text: string): Reading[] {
  const line = firstCodePoints(sanitizeText(text))
  return line === '' ? [] : layoutReadings(line, lineReadings(line))
}

function firstCodePoints(text: string): string {
  if (text.length <= QUERY_MAX_CODE_POINTS) return text
  return [...text].slice(0, QUERY_MAX_CODE_POINTS).join('').trim()
}
