import type { Reading } from '#shared/contracts/reading.ts'
import { isKnownGiven } from '#shared/identity/names/given-names.ts'
import { hasObliquePatronymic } from '#shared/identity/names/oblique.ts'
import { parsePatronymic } from '#shared/identity/names/patronymic.ts'
import { isLongNumber, tokenize } from '#shared/identity/text/tokenize.ts'
import { readBirthDate } from './identifiers.ts'
import { obliqueReadings } from './oblique-readings.ts'
import type { Pieces } from './pieces.ts'
import { makeReading, ROW_CONFIDENCE } from './reading.ts'
import { addressConfidence, isOrganization } from './recognize-address.ts'
import { nameReading, recognizeName } from './recognize-name.ts'
import { combineReadings } from './word-readings.ts'

/** A table row has at least so many words. */
const ROW_MIN_WORDS = 5
const WORDS_READ = 60
const ANCHORS_READ = 6
const SIZES = [3, 4, 2]
const SURE_IN_ROW = 0.85
const DATES_READ = 3
const NUMBERS_READ = 2

/** «Номер дела:», «Собственник:»: a capital, then small words, then a colon. */
const LABEL = /\p{Lu}[\p{L}./-]{0,30}(?: \p{Ll}[\p{L}./-]{0,30}){0,3}:/gu
const GAP = /[\s,;|]+/g
const YEAR = /^(?:19|20)\d{2}$/
const INITIALS = /^(?:\p{Lu}\.){1,2}$/u

/**
 * Readings of a pasted table row: its person beside each of its dates and beside its other words, and its long numbers.
 * Not every date of a row is one of birth, and not every word is in the record.
 */
export function rowReadings({ pieces, rest }: Pick<Pieces, 'pieces' | 'rest'>): Reading[] {
  const unlabelled = rest.includes(':') ? rest.replace(LABEL, ' ') : rest
  const gaps = unlabelled.match(GAP)?.length ?? 0
  if (gaps + 1 + pieces.length < ROW_MIN_WORDS) return []
  const words = unlabelled
    .split(GAP)
    .filter(word => /[\p{L}\d]/u.test(word))
    .slice(0, WORDS_READ)
  if (words.length + pieces.length < ROW_MIN_WORDS) return []
  const person = nameInside(words)
  const others = words.filter((_, at) => !person || at < person.from || at >= person.to)
  const numbers = others
    .flatMap(word => tokenize(word))
    .filter(isLongNumber)
    .slice(0, NUMBERS_READ)
    .map(number => makeReading('text', number, number, { confidence: ROW_CONFIDENCE }))
  if (!person) return numbers
  const { name } = person
  const years = others.filter(word => YEAR.test(word)).map(word => readBirthDate(word, SURE_IN_ROW))
  const dates = [...pieces.flatMap(piece => piece.readings.slice(0, 1)), ...years]
    .filter(one => one?.kind === 'birth_date')
    .slice(0, DATES_READ)
  const text = others.filter(word => !YEAR.test(word)).join(' ')
  const beside = tokenize(text).length > 0 ? [...dates, makeReading('text', text, text)] : dates
  const combinedReadings = beside.flatMap(one => (one ? [combineReadings([name, one], ROW_CONFIDENCE)] : []))
  return [...combinedReadings, ...numbers]
}

interface NameInside {
  name: Reading
  from: number
  to: number
}

/** The first sure name among the words, around a given name, a patronymic or initials; a name of known words is preferred. */
function nameInside(words: string[]): NameInside | null {
  const places = [...words.keys()]
  const nameWords = places.filter(at => isPartOfName(words[at] ?? ''))
  const initials = places.filter(at => INITIALS.test(words[at] ?? ''))
  const anchors = [...nameWords, ...initials].slice(0, ANCHORS_READ)
  let second: NameInside | null = null
  for (const anchor of anchors) {
    for (const size of SIZES) {
      for (let from = Math.max(0, anchor - size + 1); from <= anchor && from + size <= words.length; from++) {
        const [name, unknownWords] = sureName(words.slice(from, from + size).join(' ')) ?? []
        if (!name) continue
        if (unknownWords === 0) return { name, from, to: from + size }
        second ??= { name, from, to: from + size }
      }
    }
  }
  return second
}

function isPartOfName(word: string): boolean {
  const lower = word.toLowerCase()
  return isKnownGiven(lower) || parsePatronymic(lower) !== null
}

function sureName(text: string): [name: Reading, strangers: number] | null {
  if (/\d/.test(text) || isOrganization(text) || addressConfidence(text) > 0) return null
  const evidence = recognizeName(text)
  const { names, confidence, unknownWords } = evidence
  const declined = hasObliquePatronymic(text) ? obliqueReadings(text, text, evidence) : null
  const nominative = declined?.find(({ note }) => note !== undefined)
  if (nominative) return [nominative, 0]
  const [best] = names
  return best && confidence >= SURE_IN_ROW && unknownWords.length <= 1
    ? [nameReading(best, text, { confidence }, names), unknownWords.length]
    : null
}
