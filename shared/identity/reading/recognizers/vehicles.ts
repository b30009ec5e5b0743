import { readPlate, readVin } from '#shared/identity/reading/recognizers/identifier-readings.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { type Form, formsIn } from './patterned.ts'

const LETTER = '[авекмнорстухabekmhopctyx]'

const FORMS: Form[] = [
  {
    pattern: /(?<![\p{L}\d])[\p{L}\d]{17}(?![\p{L}\d])/gu,
    read: span => (/\d/.test(span) ? readVin(span, 0.96) : null)
  },
  {
    pattern: /(?<![\p{L}\d])[\p{L}\d]{3}[ -][\p{L}\d]{6}[ -][\p{L}\d]{4}[ -]?\d{4}(?![\p{L}\d])/gu,
    read: span => (/\d/.test(span.slice(0, -4)) ? readVin(span, 0.9) : null)
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\d.])${LETTER}[ -]?\\d{3}[ -]?${LETTER}[ -]?${LETTER}(?:[ |/-]{0,3}\\d{2,3})?(?: ?(?:rus|рус))?(?![\\p{L}\\d])`,
      'giu'
    ),
    read: span => readPlate(span, 0.95)
  },
  {
    pattern: new RegExp(
      `^(?:\\d{4} ?${LETTER}{2}|${LETTER}{1,2} ?\\d{3,4}) ?\\d{2,3}(?: ?(?:rus|рус))?$`,
      'giu'
    ),
    read: span => readPlate(span, 0.7)
  }
]

/** Numbers of vehicles: VIN and plates. */
export const recognizeVehicles: Recognizer = line => (/\d/.test(line.text) ? formsIn(line, FORMS) : [])
