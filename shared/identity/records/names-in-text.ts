import { isoDate, type PartialDate, parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import {
  type DateInText,
  datesIn as datesOfForms,
  withoutOverlaps
} from '#shared/identity/identifiers/date-forms.ts'
import { MONTH } from '#shared/identity/identifiers/months.ts'
import { pairKeys, sortedPair } from '#shared/identity/lookup/keys.ts'
import { nameForms, partForms, surnameForm, surnameHalves } from '#shared/identity/lookup/name-key.ts'
import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { hasObliquePatronymic, readOblique } from '#shared/identity/names/oblique.ts'
import { phoneticKey } from '#shared/identity/names/phonetic-key.ts'
import { surnameLikeness } from '#shared/identity/names/surname.ts'
import { APOSTROPHES } from '#shared/identity/text/homoglyphs.ts'
import { SEPARATORS } from './attribute-words.ts'

const DATE = new RegExp(
  `(?<!\\d)(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{4}|\\d{4}-\\d{1,2}-\\d{1,2}|\\d{1,2} ${MONTH} \\d{4})(?!\\d)`,
  'giu'
)
const WORD = new RegExp(`\\p{L}[\\p{L}\\p{M}${APOSTROPHES}-]*`, 'gu')
const CAPITAL = /^\p{Lu}/u
/** Words on each side of a date, and how far apart two parts of one name stand. */
const WORDS_BESIDE = 6
const APART_MAX = 2
const CHARS_BESIDE = 160
const OBLIQUE_WORDS = 3
/** Beside one date. */
const NAMES_MAX = 48

type TakeName = (key: string) => void

/** Hands out the names beside each full date of a running text, as `name_key` subjects: two words and the day. */
export function forEachNameWithDate(text: string, take: TakeName): void {
  for (const { from, to, date } of fullDatesOf(text)) {
    const day = isoDate(date)
    const before = text.slice(Math.max(0, from - CHARS_BESIDE), from)
    const behind = text.slice(to, to + CHARS_BESIDE)
    let names = 0
    for (const words of [wordsOf(before).slice(-WORDS_BESIDE), wordsOf(behind).slice(0, WORDS_BESIDE)])
      for (const name of namesOf(words)) if (names++ < NAMES_MAX) take(`${name} ${day}`)
  }
}

/** The full dates of a text in every form of a line, and those that touch a word or a sign: rather one too many. */
function fullDatesOf(text: string): DateInText[] {
  if (!DIGIT.test(text)) return []
  const touching = [...text.matchAll(DATE)].flatMap(({ 0: written, index: from }): DateInText[] => {
    const date = parseBirthDate(written)
    return date ? [{ from, to: from + written.length, date }] : []
  })
  const dates = withoutOverlaps([...touching, ...datesOfForms(text)], text.length)
  return dates.filter(({ date }) => date.day !== undefined)
}

/**
 * Hands out the names that a text begins with, as `name_key` subjects without their day: of a cell that holds no more than
 * a name, whose date stands in another one.
 */
export function forEachNameIn(text: string, take: TakeName): void {
  let names = 0
  const words = wordsOf(text.slice(0, CHARS_BESIDE)).slice(0, 2 * WORDS_BESIDE)
  for (const name of namesOf(words)) if (names++ < NAMES_MAX) take(name)
}

const DIGIT = /\p{Nd}/u

/** The full dates of a text, which may be of a birth: those that stand among words, and parts that are one in any form. */
export function datesIn(text: string): PartialDate[] {
  if (!DIGIT.test(text)) return []
  const whole = parseBirthDate(text)
  if (whole) return whole.day === undefined ? [] : [whole]
  const parts = text.split(SEPARATORS).map(part => parseBirthDate(part.trim()))
  return [
    ...parts.filter(date => date?.day !== undefined),
    ...fullDatesOf(text).map(({ date }) => date)
  ] as PartialDate[]
}

const wordsOf = (text: string): string[] => text.match(WORD) ?? []

/** Pairs of words, the nominatives of a name in an oblique case, or else the one surname that there is. */
function* namesOf(words: readonly string[]): Generator<string> {
  let named = false
  for (const name of [...pairsOf(words), ...nominativesOf(words)]) {
    named = true
    yield name
  }
  if (named) return
  for (const word of words)
    if (surnameLikeness(word.toLowerCase()) === 2) yield* partForms(word.toLowerCase())
}

/** «доверенность Примерову Илье Андреевичу». */
function* nominativesOf(words: readonly string[]): Generator<string> {
  const lower = words.map(word => word.toLowerCase())
  if (!hasObliquePatronymic(lower.join(' '))) return
  for (let at = 0; at + OBLIQUE_WORDS <= lower.length; at += 1) {
    const oblique = readOblique(lower.slice(at, at + OBLIQUE_WORDS))
    if (oblique) yield* pairKeys(nameForms({ ...oblique.nominative, labelled: false, written: '' }))
  }
}

function* pairsOf(words: readonly string[]): Generator<string> {
  for (const [at, one] of words.entries())
    for (const other of words.slice(at + 1, at + 1 + APART_MAX))
      if ((CAPITAL.test(one) && CAPITAL.test(other)) || mayBeName(one) || mayBeName(other))
        yield* pairOf(one.toLowerCase(), other.toLowerCase())
}

/** The keys of two parts of a name, whichever parts they are; of a surname and an initial, too. */
function* pairOf(one: string, other: string): Generator<string> {
  if (one.length > 1 && other.length > 1)
    for (const left of formsOf(one)) for (const right of formsOf(other)) yield sortedPair(left, right)
  else if (one.length > 1 || other.length > 1) {
    const [word, initial] = one.length > 1 ? [one, other] : [other, one]
    for (const form of formsOf(word)) yield `${form} ${phoneticKey(initial).charAt(0)}.`
  }
}

/** A double surname whole and each of its halves. */
const formsOf = (word: string): string[] =>
  word.includes('-') ? [surnameForm(word), ...surnameHalves(word)] : partForms(word)

const mayBeName = (word: string): boolean => {
  const traits = classifyNameWord(word.toLowerCase())
  return traits.likeness > 0 || isAnchor(traits) || traits.givenEnding
}
