import { beginsWithName, endsWithName, GIVEN_AND_WORD } from '#shared/identity/query/recognize-name.ts'
import { DATE, YEAR } from './event-dates.ts'
import { SIGNS } from './signs.ts'

/** «1981-2024», «(14.03.1981 – 01.02.2024)», «годы жизни 1981—2024 гг.» */
const LIFE = new RegExp(
  `(?<=\\p{L}\\.?)[ ,;]*\\(?(?:годы жизни:? ?)?(?<birth>${YEAR}|${DATE}) ?[-–—] ?(?<death>${YEAR}|${DATE})(?![\\d./-])(?: ?гг?\\.?(?!\\p{L}))?\\)?`,
  'iu'
)
/** «1981-2024 Примеров Илья», with numbers in between, where no date is that of birth. */
const LIFE_BEFORE = new RegExp(
  `^(?:годы жизни:? ?)?(?<birth>${YEAR}) ?[-–—] ?(?<death>${YEAR})(?![\\d./-])(?: ?гг?\\.?(?!\\p{L}))?(?=(?<between>[ ,;\\d№()+${SIGNS}-]{1,60})\\p{L})(?!.*${DATE})`,
  'iu'
)
const YEAR_INSIDE = new RegExp(YEAR, 'u')
/** A shorter span is rather one in which somebody may have been born, or worked. */
const YEARS_MIN = 14

/** A text with only the first of the two years of somebody's life beside the name; the other one contradicts a birth. */
export function withoutYearOfDeath(text: string): { text: string; death?: string } {
  const before = LIFE_BEFORE.exec(text)
  const match = before ?? LIFE.exec(text)
  const { birth = '', death = '', between = '' } = match?.groups ?? {}
  if (!match || !(yearOf(death) - yearOf(birth) >= YEARS_MIN)) return { text }
  const after = text.slice(match.index + match[0].length)
  const isOfName = before
    ? beginsWithName(after.slice(between.length), GIVEN_AND_WORD)
    : endsWithName(text.slice(0, match.index), GIVEN_AND_WORD)
  if (!isOfName) return { text }
  return { text: `${text.slice(0, match.index)}, ${birth}${before ? ',' : ''}${after}`, death }
}

const yearOf = (date: string): number => Number(YEAR_INSIDE.exec(date)?.[0] ?? Number.NaN)
