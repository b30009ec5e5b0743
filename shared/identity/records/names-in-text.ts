import { isoDate, type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import {
  DAY_SIGNS,
  type DateInText,
  datesIn,
  withoutOverlaps
} from '#shared/identity/identifiers/date-forms.ts'
import { MONTH } from '#shared/identity/identifiers/months.ts'
import { pairKeys, sortedPair } from '#shared/identity/lookup/keys.ts'
import { nameForms, partForms, surnameForm, surnameHalves } from '#shared/identity/lookup/name-key.ts'
import { classifyNameWord, isGivenOrPatronymic } from '#shared/identity/names/name-word.ts'
import { hasObliquePatronymic, readOblique } from '#shared/identity/names/oblique.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { surnameLikeness } from '#shared/identity/names/surname.ts'
import { APOSTROPHES } from '#shared/identity/text/homoglyphs.ts'
import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { SEPARATORS } from './attribute-words.ts'

const DATE = new RegExp(
  `(?<!\\d)(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{4}|\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2} ${MONTH} \\d{4})(?!\\d)`,
  'giu'
)
const WORD = new RegExp(`\\p{L}[\\p{L}\\p{M}${APOSTROPHES}-]*`, 'gu')
const CAPITAL = /^\p{Lu}/u
/** Words on each side of a date, and the distance between two parts of a name. */
const WORDS_BESIDE = 6
const APART_MAX = 2
const CHARS_BESIDE = 160
const OBLIQUE_WORDS = 3
const NAMES_MAX = 48
const REMARKS_CACHED = 5_000

type TakeName = (key: string) => void

/** @param dates Dates of the text (`fullDatesIn`). */
export function forEachNameWithDate(text: string, dates: readonly DateInText[], take: TakeName): void {
  for (const { from, to, date } of dates) {
    const day = isoDate(date)
    const before = text.slice(Math.max(0, from - CHARS_BESIDE), from)
    const behind = text.slice(to, to + CHARS_BESIDE)
    let names = 0
    for (const words of [wordsOf(before).slice(-WORDS_BESIDE), wordsOf(behind).slice(0, WORDS_BESIDE)])
      for (const name of namesOf(words)) if (names++ < NAMES_MAX) take(`${name} ${day}`)
  }
}

const ANY_DAY = new RegExp(DAY_SIGNS.map(({ source }) => source).join('|'), 'iu')

/** Most texts with numbers hold no full date. */
export const mayHoldDay = (text: string): boolean => ANY_DAY.test(text)

/** Full dates of a text, including those that touch a word. Prefers a false match to a miss. */
export function fullDatesIn(text: string): readonly DateInText[] {
  const touching = [...text.matchAll(DATE)].flatMap(({ 0: written, index: from }): DateInText[] => {
    const date = parseBirthDate(written)
    return date ? [{ from, to: from + written.length, date }] : []
  })
  const dates = withoutOverlaps([...touching, ...datesIn(text)], text.length)
  return dates.filter(({ date }) => date.day !== undefined)
}

/** Names that a text begins with, as `name_key` subjects without a day, for cells whose date is in another one. */
export const namesIn = memoize((text: string): readonly string[] => {
  const words = wordsOf(text.slice(0, CHARS_BESIDE)).slice(0, 2 * WORDS_BESIDE)
  return namesOf(words).slice(0, NAMES_MAX)
}, REMARKS_CACHED)

const DIGIT = /\p{Nd}/u

/** @param datesOf Reads the text (`fullDatesIn`). */
export function birthDatesIn(text: string, datesOf: (text: string) => readonly DateInText[]): PartialDate[] {
  if (!DIGIT.test(text)) return []
  const whole = parseBirthDate(text)
  if (whole) return whole.day === undefined ? [] : [whole]
  const parts = SEPARATORS.test(text) ? text.split(SEPARATORS) : []
  return [
    ...parts.flatMap(part => (DIGIT.test(part) ? (parseBirthDate(part.trim()) ?? []) : [])),
    ...datesOf(text).map(({ date }) => date)
  ].filter(({ day }) => day !== undefined)
}

const wordsOf = (text: string): string[] => text.match(WORD) ?? []

/** Pairs of words, nominatives of an oblique name, or the only surname. */
function namesOf(words: readonly string[]): string[] {
  const lower = words.map(word => word.toLowerCase())
  const names: string[] = []
  addPairs(names, words, lower)
  addNominatives(names, lower)
  return names.length > 0
    ? names
    : lower.flatMap(word => (surnameLikeness(word) === 2 ? partForms(word) : NO_TEXTS))
}

/** «доверенность Примерову Илье Андреевичу» */
function addNominatives(names: string[], lower: readonly string[]): void {
  if (!hasObliquePatronymic(lower.join(' '))) return
  for (let at = 0; at + OBLIQUE_WORDS <= lower.length; at += 1) {
    const oblique = readOblique(lower.slice(at, at + OBLIQUE_WORDS))
    if (oblique) names.push(...pairKeys(nameForms({ ...oblique.nominative, labelled: false, written: '' })))
  }
}

function addPairs(names: string[], words: readonly string[], lower: readonly string[]): void {
  const isCapital = words.map(word => CAPITAL.test(word))
  const isLikely = lower.map(mayBeName)
  for (const [at, one] of lower.entries())
    for (let next = at + 1; next <= at + APART_MAX && next < lower.length; next += 1)
      if ((isCapital[at] && isCapital[next]) || isLikely[at] || isLikely[next])
        addPair(names, one, lower[next] ?? '')
}

/** Keys of two parts of a name in any role, surname and initial included. */
function addPair(names: string[], one: string, other: string): void {
  if (one.length > 1 && other.length > 1)
    for (const left of formsOf(one)) for (const right of formsOf(other)) names.push(sortedPair(left, right))
  else if (one.length > 1 || other.length > 1) {
    const [word, initial] = one.length > 1 ? [one, other] : [other, one]
    for (const form of formsOf(word)) names.push(`${form} ${phoneticKey(initial).charAt(0)}.`)
  }
}

/** A double surname and its halves. */
const formsOf = (word: string): string[] =>
  word.includes('-') ? [surnameForm(word), ...surnameHalves(word)] : partForms(word)

const mayBeName = (word: string): boolean => {
  const traits = classifyNameWord(word)
  return traits.likeness > 0 || isGivenOrPatronymic(traits) || traits.givenEnding
}
