import { readBirthDate } from '#shared/identity/reading/recognizers/read-identifier.ts'
import type { Recognizer } from '#shared/identity/reading/spans.ts'

const YEAR = '(?:19|20)\\d{2}'
const DATE = `(?:\\d{1,2}[./]\\d{1,2}[./]${YEAR}|${YEAR})`
const LIFE = new RegExp(
  `(?<![\\p{L}\\d./-])\\(?(?:годы жизни:? ?)?(?<birth>${DATE})(?: ?[-–—] ?)(?<death>${DATE})(?![\\d./-])(?: ?гг?\\.?(?!\\p{L}))?\\)?`,
  'giu'
)
/** A shorter span is rather employment. */
const YEARS_MIN = 14
const LIKELY = 0.9
const WEIGHT = 8

/** «1931–2004»: the first is searched as birth, the second is mentioned. */
export const recognizeLifeYears: Recognizer = line =>
  [...line.text.matchAll(LIFE)].flatMap(({ 0: text, index, groups }) => {
    const { birth = '', death = '' } = groups ?? {}
    if (Number(death.slice(-4)) - Number(birth.slice(-4)) < YEARS_MIN) return []
    const reading = readBirthDate(birth, LIKELY)
    const at = line.tokenAt(index + text.lastIndexOf(death))
    const end = line.tokenAt(index + text.lastIndexOf(death) + death.length)
    return reading
      ? [
          {
            from: line.tokenAt(index),
            to: line.tokenAt(index + text.length),
            treatment: 'value' as const,
            weight: WEIGHT,
            readings: [reading],
            left: [[at, end] as const]
          }
        ]
      : []
  })
