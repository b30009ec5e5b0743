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
import { isCorrespondence } from './recognizers/noise.ts'

/** A line of one thing has three at most. */
const READINGS_MAX = 24
const LINE_BREAK = /[\n\r\u2028\u2029]+/
/** Longer texts are refused. */
const LINED_CHARS_MAX = 8 * QUERY_MAX_CODE_POINTS

/** A line as stored and searched: NFC, visible signs, single spaces. People are joined by «; ». */
export function sanitizeQuery(text: string): string {
  const line = lineOf(text)
  // Joined lines may begin with a table header.
  return line !== text && line.includes(';') ? sanitizeQuery(line) : line
}

const LABEL = /^[^:]{1,40}(?=:)/u

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
      // Joining never makes a readable line too long.
      return hasAtMost(joined, QUERY_MAX_CODE_POINTS) ? joined : lines.join(';')
    // In a signature the name ends with its line.
    if (isCorrespondence(text)) return sanitizeText(lines.join(', ').replace(/,(?=,)/g, ''))
  }
  return sanitizeText(text)
}

/**
 * All readings of a line, surest first. Several things make a `combined` reading and its parts; several people one
 * each. Corrected keyboard layout first. Reads 512 code points; never throws.
 */
export function parseQuery(text: string): Reading[] {
  forgetTexts()
  const line = sanitizeQuery(text)
  const readings = mrzReadings(line) ?? readLine(line)
  return readings.length > READINGS_MAX ? readings.slice(0, READINGS_MAX) : readings
}
