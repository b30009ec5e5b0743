import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { mayBeMrz, readMrz } from '#shared/identity/names/mrz.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { forgetTexts } from '#shared/identity/text/memoize.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { isList } from './lists.ts'
import { linesOfTable } from './pastes/tables.ts'
import { readLine } from './read-line.ts'
import { mrzReadings } from './recognizers/mrz.ts'
import { isLetter } from './recognizers/unsearched.ts'

/** Cap on the readings of a line; a line of one thing has three at most. */
const READINGS_MAX = 24
const LINE_BREAK = /[\n\r\u2028\u2029]+/
/** Longer texts are refused whatever their lines mean. */
const LINED_CHARS_MAX = 8 * QUERY_MAX_CODE_POINTS

/**
 * A typed line as it is stored and searched: composed form, no control or invisible signs, single spaces, trimmed. Lines
 * of several people are joined by «; ».
 */
export function sanitizeQuery(text: string): string {
  const line = lineOf(text)
  // What several lines are together may have the header of a table before it.
  return line !== text && line.includes(';') ? sanitizeQuery(line) : line
}

const LABEL = /^[^:]{1,40}(?=:)/u

/** True for lines each of which begins with a label of its own: they are of one person. */
function isCard(lines: readonly string[]): boolean {
  const labels = lines.flatMap(line => LABEL.exec(line)?.[0].toLowerCase() ?? [])
  return labels.length === lines.length && new Set(labels).size === lines.length
}

function lineOf(text: string): string {
  if (mayBeMrz(text) && readMrz(text)) return sanitizeText(text)
  const isShort = text.length <= LINED_CHARS_MAX
  const table = isShort ? linesOfTable(text) : null
  if (table) return sanitizeText(table.join('; '))
  if (isShort && LINE_BREAK.test(text)) {
    const lines = text.split(LINE_BREAK).map(sanitizeText).filter(Boolean)
    const joined = lines.join('; ')
    const readings = lines.length > 1 && !isCard(lines) ? readLine(joined) : []
    if (isList(readings) || readings.some(({ person }) => person === 2))
      // No line grows by being joined: what could be read before can be read then.
      return hasAtMost(joined, QUERY_MAX_CODE_POINTS) ? joined : lines.join(';')
    // Of a signature the end of a line ends the name.
    if (isLetter(text)) return sanitizeText(lines.join(', ').replace(/,(?=,)/g, ''))
  }
  return sanitizeText(text)
}

/**
 * All readings of a line, surest first; empty for an empty line. Several things in one line make a `combined` reading,
 * followed by its parts; several people have a reading each. Of a line typed in the wrong keyboard layout the corrected
 * readings come first. Pure; reads the first 512 code points; never throws.
 */
export function parseQuery(text: string): Reading[] {
  forgetTexts()
  const line = sanitizeQuery(text)
  const readings = mrzReadings(line) ?? readLine(line)
  return readings.length > READINGS_MAX ? readings.slice(0, READINGS_MAX) : readings
}
