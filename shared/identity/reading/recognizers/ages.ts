import { MONTH } from '#shared/identity/identifiers/months.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

/** «45 лет», but not «40 лет Октября» or «12 мая 45 года». */
const AGE = new RegExp(
  `(?<![\\p{L}\\d./-]|(?<!\\p{L})(?:ул|улица|пр-т|проспект|пер|переулок|бульвар|площадь|имени|им|${MONTH})\\.?,? )` +
    '(?:(?:в )?возраст[еа]?[ :=–—-]{1,3})?\\d{1,3} ?(?:полных лет|лет|год|года)(?!\\p{L})' +
    '(?! ?(?:октябр|побед|влксм|ссср|комсомол|совет|рожд))',
  'giu'
)
const LABELLED_AGE = /(?<!\p{L})(?:в )?возраст[еа]?[ :=–—-]{1,3}\d{1,3}(?![\p{L}\d./-])/giu
const MAY_BE_AGE = /лет|год|возраст/i
const SURE = 5

export const recognizeAges: Recognizer = line =>
  /\d/.test(line.text) && MAY_BE_AGE.test(line.text)
    ? [AGE, LABELLED_AGE].flatMap(pattern =>
        [...line.text.matchAll(pattern)].map(({ 0: text, index }) => ({
          from: line.tokenAt(index),
          to: line.tokenAt(index + text.length),
          treatment: 'drop' as const,
          weight: SURE,
          readings: [],
          note: READING_NOTES.age
        }))
      )
    : []
