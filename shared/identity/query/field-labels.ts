import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { hasTokens } from '#shared/identity/text/tokenize.ts'
import { SOURCE_LABELS } from './form-labels.ts'
import { lineReadings } from './line.ts'
import { makeReading, rankReadings } from './reading.ts'

/** «Номер карты: ДК-000002423», «Работодатель: ООО «Вектор»»; without a colon labels of sources before a number alone. */
const FIELD = new RegExp(
  '^(?:(?<label>(?:№ ?)?\\p{L}[\\p{L}-]{0,30}(?: \\p{L}[\\p{L}-]{0,30}){0,3}) ?: ?(?<value>[^\\s:/][^:]*)|' +
    `(?<source>${SOURCE_LABELS}) (?<number>[^:]*\\d[^:]*))$`,
  'iu'
)
/** The label tells that it is one. */
const PLACE = 0.9
const WORDS_LIKELY = 0.55
const LINE_AS_WORDS = 0.3

/**
 * The readings of a line that is one field of a record. No record holds the label beside its value, so the words of the
 * line would find nothing: its value comes first. What reads the label as such, or as a name, stays.
 */
export function withFieldValue(line: string, readings: Reading[]): Reading[] {
  const { label, value = '', source, number = value } = FIELD.exec(line)?.groups ?? {}
  const words = (label ?? source ?? '').toLowerCase().match(/\p{L}+/gu) ?? []
  const isWords = words.some(word => readings[0]?.value.toLowerCase().includes(word))
  if (!isWords || words.some(isNameWord) || isPlaceholder(number) || !hasTokens(number)) return readings
  const own = lineReadings(number)
  const isDate = own[0]?.kind === 'birth_date'
  if (isDate && own[0]?.value !== number) return readings
  const isPlace = readings[0]?.kind === 'address' && own[0]?.kind === 'text'
  const ofValue = isDate
    ? [makeReading('text', number, number, { confidence: WORDS_LIKELY })]
    : isPlace
      ? [makeReading('address', number, number, { confidence: PLACE }), ...own]
      : own
  return rankReadings([...ofValue, makeReading('text', line, line, { confidence: LINE_AS_WORDS })])
}

function isNameWord(word: string): boolean {
  const nameWord = classifyNameWord(word)
  return nameWord.likeness === 2 || isAnchor(nameWord)
}
