import type { Reading } from '#shared/contracts/reading.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { classifyNameWord, isGivenOrPatronymic } from '#shared/identity/names/name-word.ts'
import { isSurelyOblique, nominativesOfSurname } from '#shared/identity/names/oblique.ts'
import { isCommonWord } from '#shared/identity/reading/lexicon/common-words.ts'
import { hasTown, PLACE_ENDING } from '#shared/identity/reading/lexicon/place-words.ts'
import { namesOf, roundConfidence } from '#shared/identity/reading/reading.ts'
import type { Recognizer, Span } from '#shared/identity/reading/spans.ts'
import { FORMER_WORDS } from '#shared/identity/records/name-remarks.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { nameReading } from './recognize-name.ts'

/** «ранее Петров», «(в девичестве Петрова)», «он же Петров» */
const WORDS = `(?:${FORMER_WORDS}|(?:он|она) же)(?!\\p{L})[.: –—-]{1,4}(?!не )(\\p{L}[\\p{L}-]+)`
const FORMER = new RegExp(`\\(${WORDS}\\)|(?<!\\p{L})${WORDS}(?= ?[\\d,;)]| |$)`, 'giu')
/** «Иванова (Петрова) Анна» */
const IN_BRACKETS = /\((?<=(\p{L}+) ?\()(\p{L}[\p{L}’'-]+)\)/gu
const MAY_BE = /\(|ранее|фамилия|бывш|урожд|дев|брака|замужества|она? же/iu
/** More than a field that is not searched. */
const WEIGHT = 10
const WEIGHT_IN_BRACKETS = 3

export const recognizeFormer: Recognizer = line => {
  if (!MAY_BE.test(line.text)) return []
  const spanOf = (index: number, text: string, former: string, weight: number): Span => ({
    from: line.tokenAt(index),
    to: line.tokenAt(index + text.length),
    treatment: 'drop',
    weight,
    former,
    readings: []
  })
  return [
    ...[...line.text.matchAll(FORMER)].flatMap(({ 0: text, 1: inside = '', 2: word = inside, index }) =>
      isPlaceholder(word) ? [] : [spanOf(index, text, word, WEIGHT)]
    ),
    ...[...line.text.matchAll(IN_BRACKETS)].flatMap(({ 0: text, 1: before = '', 2: word = '', index }) =>
      isSurname(word.toLowerCase(), before.toLowerCase())
        ? [spanOf(index, text, word, WEIGHT_IN_BRACKETS)]
        : []
    )
  ]
}

/** An unknown word may be one only behind another surname. */
function isSurname(word: string, before: string): boolean {
  const { likeness, ...traits } = classifyNameWord(word)
  if (
    isGivenOrPatronymic({ likeness, ...traits }) ||
    isCommonWord(word) ||
    hasTown(word) ||
    PLACE_ENDING.test(word)
  )
    return false
  return (
    likeness === 2 ||
    isSurelyOblique(word) ||
    (!isGivenOrPatronymic(classifyNameWord(before)) && classifyNameWord(before).likeness > 0)
  )
}

const LESS = 0.07

/** The person under each surname, and under both as one. */
export function withFormer(readings: readonly Reading[], former: string): readonly Reading[] {
  const [best, ...others] = readings
  const [name] = best ? namesOf(best) : []
  if (!best || !name) return readings
  const under = (surname: string, less: number): Reading => ({
    ...nameReading({ ...name, surname: surname.toLowerCase() }, '', {
      confidence: roundConfidence(best.confidence - less),
      ...(best.note !== undefined && { note: best.note })
    }),
    terms: best.terms
  })
  const isDeclined = best.note?.includes(READING_NOTES.oblique) ?? false
  const surname = (isDeclined && nominativesOfSurname(former.toLowerCase())[0]) || former
  if (name.surname === undefined) return [under(surname, 0), ...others]
  const double = under(`${name.surname}-${surname}`, 2 * LESS)
  return [best, under(surname, LESS), ...others.filter(one => isOtherSurname(best, one)), double]
}

/** One person under another surname. */
export function isOtherSurname(one: Reading, other: Reading): boolean {
  const [[name], [otherName]] = [namesOf(one), namesOf(other)]
  return (
    name?.given !== undefined && name.given === otherName?.given && name.patronymic === otherName?.patronymic
  )
}
