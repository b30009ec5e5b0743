import { WORD_MAX_CHARS } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import type { NameParts } from '#shared/identity/names/assign-name-parts.ts'
import { classifyNameWord, isGivenOrPatronymic, type NameWord } from '#shared/identity/names/name-word.ts'
import { namesFromPieces } from '#shared/identity/names/parse-name.ts'
import { splitName } from '#shared/identity/names/split-name.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { hasCommonWord, hasForeignPart, isCommonWord } from '#shared/identity/reading/lexicon/common-words.ts'
import { makeReading, withNames } from '#shared/identity/reading/reading.ts'
import { memoize, memoizeTexts } from '#shared/identity/text/memoize.ts'

export interface RecognizedName {
  names: PersonName[]
  /** 0–1 */
  confidence: number
  unknownWords: string[]
  words: number
}

export const NO_NAME: RecognizedName = { names: [], confidence: 0, unknownWords: [], words: 0 }
const UNKNOWN_WORDS_MAX = 3
/** «Иванов и партнёры»: a small «и» is no initial. */
const AND_INSIDE = /\p{L}{2} и \p{L}{2}/u

const LONG_WORD = new RegExp(`\\p{L}{${WORD_MAX_CHARS + 1}}`, 'u')

export const recognizeName = memoizeTexts(recognizeText)

function recognizeText(text: string): RecognizedName {
  if (AND_INSIDE.test(text) || (text.length > WORD_MAX_CHARS && LONG_WORD.test(text))) return NO_NAME
  const pieces = splitName(text)
  const names = pieces ? namesFromPieces(pieces, text) : []
  const [best] = names
  if (!pieces || !best || hasCommonWord(text, pieces.words, best)) return NO_NAME
  if (hasForeignPart(text, pieces.words, best)) return NO_NAME
  const unknownWords = pieces.words.filter(isUnknownWord)
  if (unknownWords.length > UNKNOWN_WORDS_MAX || (unknownWords.length > 2 && pieces.words.length > 3))
    return NO_NAME
  return {
    names,
    unknownWords,
    words: pieces.words.length + pieces.initials.length,
    confidence: confidenceOf(best, pieces.words, pieces.initials.length, unknownWords.length)
  }
}

/** A lone lower-case word that no table and no ending knows. */
export function isUnknownWord(word: string): boolean {
  const nameWord = classifyNameWord(word)
  return nameWord.likeness === 0 && !isGivenOrPatronymic(nameWord)
}

/** Known given name with a word like a surname: «Примеров Илья». */
const GIVEN_AND_SURNAME = 0.93
/** Known given name with any word: «Дуб Анна». */
const GIVEN_AND_WORD = 0.75

function confidenceOf(best: PersonName, words: string[], initials: number, unknownWords: number): number {
  if (initials > 0) return words.length === 0 ? 0.4 : unknownWords > 1 ? 0.5 : initials === 2 ? 0.93 : 0.85
  if (words.length === 1) return loneWord(words[0] ?? '', best)
  const { patronymic = 0, patronymicEnding = false } = traitsOf(best.patronymic)
  const { given = null, givenEnding = false } = traitsOf(best.given)
  const { likeness = 0 } = traitsOf(best.surname)
  const isWhole = words.length === 3 && best.surname !== undefined && best.given !== undefined
  if (patronymic > 0 && unknownWords <= 1) return given || likeness === 2 ? 0.97 : isWhole ? 0.92 : 0.85
  // Unknown given names with a patronymic: «Дуб Евлампий Петрович».
  if (patronymic === 2 && isWhole) return 0.85
  if (patronymicEnding && isWhole) return given || likeness === 2 ? 0.93 : 0.85
  // A bare father, «Алиев Гейдар Фикрет», or any other word.
  if (best.patronymic && best.given && unknownWords === 1) return 0.65
  if (given && unknownWords > 1) return 0.45
  if (given) return likeness > 0 ? GIVEN_AND_SURNAME : unknownWords === 1 ? GIVEN_AND_WORD : 0.8
  if (givenEnding && likeness === 2 && words.length === 2) return 0.75
  if (unknownWords === 0) return 0.6
  return likeness === 2 ? 0.56 : Math.max(0.4 - unknownWords * 0.05, 0.3)
}

const traitsOf = (part: string | undefined): Partial<NameWord> => (part ? classifyNameWord(part) : {})

function loneWord(word: string, best: PersonName): number {
  const { given, givenEnding, likeness } = classifyNameWord(word)
  // «Жалоба» is rather a word.
  if (isCommonWord(word)) return 0.4
  if (best.patronymic) return 0.75
  if (best.given) return given === 'full' ? 0.75 : 0.65
  const capital = /^\p{Lu}/u.test(best.written)
  return givenEnding && capital && likeness === 0 ? 0.6 : ([0.4, 0.65, 0.85][likeness] ?? 0.4)
}

/** `others` are alternative assignments of the words. */
export function nameReading(
  name: NameParts | PersonName,
  span: string,
  certainty: { confidence: number; note?: string },
  others: readonly PersonName[] = []
): Reading {
  const value = formatNameValue(name)
  const own = 'written' in name ? name : { ...name, labelled: false, written: value }
  const names = [own, ...others.filter(other => other !== name)]
  return withNames(makeReading('full_name', value, span, certainty), names)
}

/** Parts in Russian order, surname first. */
export function formatNameValue({ surname, given, patronymic }: NameParts): string {
  const parts = [surname, given, patronymic].filter(part => part !== undefined).map(writtenPart)
  // A given name with an initial keeps its order: «Иван И.».
  if (surname?.length === 1 && given && given.length > 1 && !patronymic) parts.reverse()
  return parts.join(' ')
}

const SMALL =
  /^(?:оглы|кызы|улы|уулу|угли|огли|углы|фон|ван|де|да|дю|дер|ден|аль|эль|ибн|бен|оглу|гызы|кизи|von|van|de|der|al|ibn)$/

/** Capitalized; an initial with its dot. */
const writtenPart = memoize((part: string): string =>
  part.length === 1
    ? `${part.toUpperCase()}.`
    : part.replace(/[\p{L}\p{M}’'ʼ`]+/gu, word =>
        SMALL.test(word) && part !== word ? word : word.charAt(0).toUpperCase() + word.slice(1)
      )
)
