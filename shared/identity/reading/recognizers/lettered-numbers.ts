import { kindReaderOf, rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { readerOf, readPlate, readVin } from '#shared/identity/reading/recognizers/read-identifier.ts'
import type { Line, Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { type Form, formsIn } from './patterned.ts'

const LETTER = '[авекмнорстухabekmhopctyx]'

/** A car registration has the form of a licence. */
const SURE_OF_PERSON = 0.6

const OF_PEOPLE = IDENTIFIER_KINDS.filter(kind => rulesOf(kind).belongsTo !== 'vehicle').flatMap(
  (kind): Form[] => {
    const { place } = kindReaderOf(kind)
    const read = readerOf(kind)
    return place === undefined ? [] : [{ pattern: place.form, read: span => read(span, SURE_OF_PERSON) }]
  }
)

const FORMS: Form[] = [
  ...OF_PEOPLE,
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

export const recognizeLetteredNumbers: Recognizer = line =>
  /\d/.test(line.text) ? withAlternatives(line, formsIn(line, FORMS)) : []

/** What fits several kinds is one span with a reading as each, the surest first. */
const withAlternatives = ({ tokens }: Line, spans: readonly Span[]): Span[] =>
  [...Map.groupBy(spans, ({ from, to }) => from * (tokens.length + 1) + to).values()].map(same => {
    const [surest = same[0] as Span, ...others] = same.toSorted((one, other) => other.weight - one.weight)
    return { ...surest, readings: [...surest.readings, ...others.flatMap(({ readings }) => readings)] }
  })

/** «DEMO-2026-000417», «07-90000001» */
const CODE = /(?<![\p{L}\d@./+-])(?=[\p{L}\d/-]*\d)[\p{L}\d]+(?:[-/][\p{L}\d]+)+(?![\p{L}\d@])/gu
/** More than its tokens, less than any value. */
const CODE_WEIGHT = 0.3

/** Other codes are searched as one word. */
export const recognizeCodes: Recognizer = line =>
  [...line.text.matchAll(CODE)].map(
    ({ 0: code, index }): Span => ({
      from: line.tokenAt(index),
      to: line.tokenAt(index + code.length),
      treatment: 'words',
      weight: CODE_WEIGHT,
      readings: []
    })
  )
