import { QUERY_MAX_CODE_POINTS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { layoutReadings } from '#shared/identity/reading/layout.ts'
import { isListOfNames, listReading, namesOfLongList } from '#shared/identity/reading/lists.ts'
import { makeReading, rankReadings } from '#shared/identity/reading/reading.ts'
import { loneDocument } from '#shared/identity/reading/recognizers/lone-document.ts'
import { readPlate, readVin } from '#shared/identity/reading/recognizers/read-identifier.ts'
import { squeezedReadings } from '#shared/identity/reading/recognizers/weigh-number.ts'
import { placeholderNote } from '#shared/identity/reading/remarks.ts'
import { onceEach } from '#shared/identity/reading/repeats.ts'
import { hasAtMost } from '#shared/identity/text/code-points.ts'
import { bestCovers } from './cover.ts'
import { readingsOfCovers } from './readings-of-covers.ts'
import { recognize } from './recognize.ts'
import { loneHandle } from './recognizers/social-handles.ts'
import { lineOf } from './spans.ts'

const COVERS = 3
const TEXT_LAST = 0.05
const SURE_NUMBER = 0.9
/** One sign for one, so that offsets stay. */
const FIGURE_DASH = /(?<=\d ?)[‐‑‒–—−](?= ?\d)/gu

export function readLine(line: string): Reading[] {
  const text = firstCodePoints(onceEach(line))
  return text === '' ? [] : readingsOf(text)
}

function readingsOf(text: string): Reading[] {
  if (isPlaceholder(text))
    return [makeReading('text', text, text, { confidence: TEXT_LAST, note: placeholderNote(text) })]
  const lone = loneHandle(text) ?? loneDocument(text)
  if (lone) return lone
  if (isListOfNames(text)) return [listReading(text, namesOfLongList(text))]
  const line = lineOf(withSpacedBrackets(text).replace(FIGURE_DASH, '-'))
  const readings = readingsOfCovers(line, bestCovers(line, recognize(line), COVERS))
  const { kind, confidence } = readings[0] ?? { confidence: 0 }
  const isSure = confidence >= SURE_NUMBER && kind !== 'combined' && kind !== 'address'
  const guesses = isSure ? [] : [...squeezedReadings(text), ...spacedReadings(text)]
  return layoutReadings(
    text,
    guesses.length > 0 ? rankReadings([...readings, ...guesses]) : readings,
    readLine
  )
}

/** «Примерск(область)», «5(кв. 3)», but not «прописан(а)» or «8(973)204-17-40». */
const JOINED_BEFORE = /(?<=\p{L}[.»"]?|[»"])\((?=\p{Lu}|\d|\p{L}{4}|\p{L}{1,3}[. ,:])|(?<=\d)\((?=\p{L})/gu
const JOINED_BEHIND = /(?<=\p{L}{3}\.?|\d)\)(?=[\p{L}«"])|(?<=\p{L}{2}\.?)\)(?=\d)/gu

const withSpacedBrackets = (line: string): string =>
  line.includes('(') ? line.replace(JOINED_BEFORE, ' (').replace(JOINED_BEHIND, ') ') : line

const SPACED_SIGNS_MAX = 40
const VIN_SIGNS = 17
const PLATE_SIGNS_MAX = 12

/** «0DMPA4B26 KP204175»: a VIN or plate with separators. */
function spacedReadings(line: string): Reading[] {
  if (line.length > SPACED_SIGNS_MAX || !/\p{L}/u.test(line) || !/\d/.test(line)) return []
  const tight = line.replace(/[ ._-]+/g, '')
  const vin = tight.length === VIN_SIGNS ? readVin(tight, 0.6) : null
  const plate = tight.length <= PLATE_SIGNS_MAX ? readPlate(tight, 0.6) : null
  return [vin, plate].filter(one => one !== null)
}

function firstCodePoints(text: string): string {
  if (hasAtMost(text, QUERY_MAX_CODE_POINTS)) return text
  const first = [...text].slice(0, QUERY_MAX_CODE_POINTS + 1).join('')
  const whole = first.slice(0, first.lastIndexOf(' '))
  return (whole || [...text].slice(0, QUERY_MAX_CODE_POINTS).join('')).trim()
}
