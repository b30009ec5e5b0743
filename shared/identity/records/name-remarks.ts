import { WORD_MAX_CHARS } from '#shared/constants.ts'
import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { isNameParticle } from '#shared/identity/names/split-name.ts'

/*
 * What stands in the column of a name beside the name: «(работа)», «<b>», «1.», «, 01.02.1980 г.р.», the address of a page.
 */

/** A text without its remarks, which are in the order in which they were taken out. */
export interface WithoutRemarks {
  rest: string
  remarks: string[]
}

const TAG = /<\/?[a-z][^<>]{0,200}>/gi
/** «=HYPERLINK("https://…")» of a spreadsheet. */
const FORMULA = /=[A-Z]{2,30}\([^()]{0,200}\)/g
/** «https://t.me/primerov», «@primerov», but an e-mail and all behind it come later. */
const ADDRESS = /(?<!\S)(?:\S{0,10}:\/\/|www\.|@)\S+/gi
const IN_BRACKETS = /[([{]([^()[\]{}]*)(?:[)\]}]|$)/g
const BRACKET = /[([{]/
/** Brackets inside brackets. */
const DEPTH_MAX = 3
const FORMER =
  /^(?:ранее|в девичестве|до брака|урожд(?:[её]нная)?|дев(?:ичья)?|бывш(?:ая|ий)?)(?!\p{L})[.: ]{0,3}/iu
const INITIALS = /^(?:\p{L}\. ?){1,3}$/u
const WORD_IN_BRACKETS = /^\p{L}[\p{L}\p{M}’'-]+$/u
const CAPITAL = /^\p{Lu}/u
const ROW_NUMBER_OR_DATE =
  /^[^\p{L}]*\d[^\p{L}]*(?:(?:г\.? ?р|года? рожд(?:ения)?|г)(?!\p{L})[^\p{L}]*)?(?=\p{L}{2}|\p{L}\.)/iu
/** «Иванов Иван II»: in Latin letters, of which a Cyrillic name has none. */
const ROMAN_NUMBER = /(?<=\p{Script=Cyrillic}{2} )(?:I{2,3}|IV|VI{0,3}|IX)(?![\p{L}\d])/gu
const LONG_WORD = new RegExp(`[^\\s]{${WORD_MAX_CHARS + 1},}`, 'gu')

const E_MAIL_OR_DIGIT = /[\d@]/
/** Where the name ends: before a digit or an e-mail, with its label and bracket. */
const BEHIND_NAME =
  /[\s,;(<«"+–—-]{0,8}(?<!\p{L})(?:(?:тел|моб|сот|т|инн|снилс|паспорт|огрнип|e-?mail|почта|д\.? ?р|г\.? ?р|род)[\s.:№+(<-]{0,8})?(?:\d|[^\s@,;<>()]{1,64}@)/iu
const CLOSING_SIGN = /[\s)>»"]/u

/** A loop, because a pattern anchored to the end alone would be tried at every sign. */
const withoutTail = (text: string): string => {
  let end = text.length
  while (end > 0 && CLOSING_SIGN.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** A surname that somebody has beside another one: «Иванова (Петрова)», but no «(работа)» and no «(Анна)». */
function isOtherSurname(written: string, isInCapitals: boolean): boolean {
  if (!WORD_IN_BRACKETS.test(written) || (isInCapitals && !CAPITAL.test(written))) return false
  const word = classifyNameWord(written.toLowerCase())
  return word.likeness > 0 && !isAnchor(word)
}

/** The other surname that the text in brackets is; '' for anything else. */
function surnameInBrackets(text: string, isInCapitals: boolean): string {
  const surname = text.replace(FORMER, '')
  if (surname !== text) return WORD_IN_BRACKETS.test(surname) ? surname : ''
  return isOtherSurname(text, isInCapitals) ? text : ''
}

const QUOTED = /[«"“„][^«»"“”„]{1,60}[»"”“]/gu

/** «Александр "Саша" Примеров»: beside a given name and a surname. */
function withoutNicknames(text: string, take: (span: string) => string): string {
  const outside = text.replace(QUOTED, ' ')
  if (outside === text) return text
  const words = outside
    .split(/[^\p{L}-]+/u)
    .filter(word => word.length > 1)
    .map(word => classifyNameWord(word.toLowerCase()))
  const isPerson = words.some(({ given }) => given !== null) && words.some(word => !isAnchor(word))
  return isPerson ? text.replace(QUOTED, take) : text
}

const SMALL_WORD = /(?:^| )\p{Ll}{3,}(?= |$)/u
const SMALL = /^\p{Ll}{3,}$/u

/** No part of a name by its ending. */
function isForeign(written: string): boolean {
  const word = classifyNameWord(written.toLowerCase())
  return word.likeness < 2 && !word.givenEnding && !isAnchor(word)
}

/** Whether a text has small words beside others with a capital, of which `withoutSmallWords` may leave some out. */
export const hasSmallWord = (text: string): boolean => SMALL_WORD.test(text) && CAPITAL_INSIDE.test(text)
const CAPITAL_INSIDE = /(?:^| )\p{Lu}/u

/**
 * «Примеров Илья умер», «директор Примеров И. А.»: a small word beside capitals that nothing tells to be a part of the name, and
 * what stands with a capital before it at the beginning, «Генеральный директор».
 */
export function withoutSmallWords(text: string): WithoutRemarks {
  if (!hasSmallWord(text)) return { rest: text, remarks: [] }
  const words = text.split(' ')
  const isRemark = words.map(word => SMALL.test(word) && isForeign(word) && !isNameParticle(word))
  if (isRemark[1] && isForeign(words[0] ?? '')) isRemark[0] = true
  const rest = words.filter((_, at) => !isRemark[at]).join(' ')
  if (rest === text || !/\p{L}{2}/u.test(rest)) return { rest: text, remarks: [] }
  return { rest, remarks: [words.filter((_, at) => isRemark[at]).join(' ')] }
}

/** Takes tags, brackets, addresses, row numbers, dates and other numbers out of a sanitized text. */
export function withoutRemarks(text: string): WithoutRemarks {
  const remarks: string[] = []
  const take = (span: string): string => {
    if (span.trim() !== '') remarks.push(span.trim())
    return ' '
  }
  let rest = text.replace(TAG, take).replace(FORMULA, take)
  rest = withoutNicknames(withoutBrackets(rest, take), take).replace(ADDRESS, take).replace(LONG_WORD, take)
  rest = rest.replace(ROW_NUMBER_OR_DATE, take)
  if (E_MAIL_OR_DIGIT.test(rest)) {
    const end = rest.search(BEHIND_NAME)
    if (end >= 0) {
      take(withoutTail(rest.slice(end).replace(/^[\s,;(<«"–—-]+/u, '')))
      rest = rest.slice(0, end)
    }
  }
  return { rest: rest.replace(ROMAN_NUMBER, take), remarks }
}

/** Without brackets; another surname is in them beside the first. There may be nothing else: «(Иванов Иван)». */
function withoutBrackets(text: string, take: (span: string) => string): string {
  if (!BRACKET.test(text)) return text
  if (!/\p{L}/u.test(text.replace(IN_BRACKETS, ' '))) return text.replace(/[()[\]{}]/g, ' ')
  const isInCapitals = CAPITAL.test(text)
  const surnames: string[] = []
  let rest = text
  for (let depth = 0; depth < DEPTH_MAX && BRACKET.test(rest); depth += 1)
    rest = rest.replace(IN_BRACKETS, (_, written: string) => {
      const inside = written.trim()
      if (INITIALS.test(inside)) return ` ${inside} `
      const surname = surnameInBrackets(inside, isInCapitals)
      if (surname === '') return take(inside)
      surnames.push(`(${surname})`)
      return ' '
    })
  if (surnames.length === 0) return rest
  const words = rest.split(/ +/)
  const at = words.findIndex(word => isOtherSurname(word, false))
  words.splice(at < 0 ? words.length : at + 1, 0, ...surnames)
  return words.join(' ')
}
