import type { Reading } from '#shared/contracts/reading.ts'
import { MONTH } from '#shared/identity/identifiers/months.ts'
import { withNote } from '#shared/identity/query/reading.ts'
import { hasTokens } from '#shared/identity/text/tokenize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'

/** «45 лет», «в возрасте 45 лет», but not a street, «40 лет Октября», and not a year, «12 мая 45 года». */
const AGE = new RegExp(
  `(?<![\\p{L}\\d./-]|(?<!\\p{L})(?:ул|улица|пр-т|проспект|пер|переулок|бульвар|площадь|имени|им|${MONTH})\\.?,? )` +
    '(?:(?:в )?возраст[еа]?[ :=–—-]{1,3})?\\d{1,3} ?(?:полных лет|лет|год|года)(?!\\p{L})' +
    '(?! ?(?:октябр|побед|влксм|ссср|комсомол|совет|рожд))',
  'giu'
)
/** «возраст 45» */
const LABELLED_AGE = /(?<!\p{L})(?:в )?возраст[еа]?[ :=–—-]{1,3}\d{1,3}(?![\p{L}\d./-])/giu

/** A text without the ages in it, by which no record is found; empty when it says nothing else. */
export function withoutAges(text: string): { text: string; isAged: boolean } {
  if (!/\d/.test(text)) return { text, isAged: false }
  const cut = text.replace(AGE, ' ').replace(LABELLED_AGE, ' ')
  if (cut === text) return { text, isAged: false }
  const rest = cut
    .replace(/[([] *[)\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,;|])/g, '')
    .replace(/[,;|](?: ?[,;|])+/g, signs => (signs.includes(';') ? ';' : signs.charAt(0)))
    .replace(/^[\s,;|]+|[\s,;|([]+$/g, '')
  return { text: hasTokens(rest) ? rest : '', isAged: true }
}

/** The readings, the first with the remark that an age is not searched, unless the date of birth is told. */
export function withAgeNote(readings: readonly Reading[]): Reading[] {
  const isBorn = readings.some(({ kind }) => kind === 'birth_date')
  if (isBorn) return [...readings]
  return readings.map((one, at) => (at === 0 || one.kind !== 'text' ? withNote(one, READING_NOTES.age) : one))
}
