import { WORD_MAX_CHARS } from '#shared/constants.ts'
import { classifyNameWord, isGivenOrPatronymic } from '#shared/identity/names/name-word.ts'
import { isBeforePost, isRemarkWord } from './remark-words.ts'

/* Text beside a name in its column: «(работа)», «<b>», «1.», «, 01.02.1980 г.р.», a URL. */

interface PartedText {
  rest: string
  remarks: string[]
  /** Surnames in brackets: «Примерова (Образцова) Анна». */
  former?: readonly FormerSurname[]
}

export interface FormerSurname {
  surname: string
  former: 'stated' | 'perhaps'
}

/** Longer texts are no names, which bounds the time of the patterns. */
export const NAME_CHARS_MAX = 2000

const TAG = /<\/?[a-z][^<>]{0,200}>/gi
const FORMULA = /=[A-Z]{2,30}\([^()]{0,200}\)/g
/** URLs and nicknames; e-mails come later. */
const ADDRESS = /(?<!\S)(?:\S{0,10}:\/\/|www\.|@)\S+/gi
const IN_BRACKETS = /[([{]([^()[\]{}]*)(?:[)\]}]|$)/g
const BRACKET = /[([{]/
const DEPTH_MAX = 3
/** Words before a former surname, in cells and lines. */
export const FORMER_WORDS =
  'ранее|(?:фамилия )?(?:в девичестве|до (?:брака|замужества))|фамилия при рождении|урожд(?:[её]нная)?|(?:дев(?:ичья)?|прежняя|бывш(?:ая|ий)?)(?: фамилия)?'
export const FORMER_WORD = `(?<!\\p{L})(?:${FORMER_WORDS})(?!\\p{L})[.: –—-]{0,4}`
const FORMER = new RegExp(`^${FORMER_WORD}`, 'iu')
/** «Примерова Анна, ранее Образцова» */
const FORMER_BESIDE = new RegExp(
  `(?<=\\p{L}{2})[,;]?\\s{1,3}(${FORMER_WORD}\\p{Lu}[\\p{L}’'-]+)(?=[\\s,;]|$)`,
  'gu'
)
const INITIALS = /^(?:\p{L}\. ?){1,3}$/u
const WORD_IN_BRACKETS = /^\p{L}[\p{L}\p{M}’'-]+$/u
/** Bounded, because a long row of numbers would be tried from each of them. */
const ROW_NUMBER_OR_DATE =
  /^[^\p{L}\d]{0,20}(?:\d[^\p{L}\d]{0,20}){1,16}(?:(?:г\.? ?р|года? рожд(?:ения)?|г)(?!\p{L})[^\p{L}]{0,20})?(?=\p{L}{2}|\p{L}\.)/iu
/** «в/ч», «б/у»: no surname is one letter. */
const SLASHED = /(?<![^\s,(])\p{Ll}\/\p{Ll}(?![^\s,)\d])/gu
/** «Иванов Иван II»: Latin letters beside Cyrillic. */
const ROMAN_NUMBER = /(?<=\p{Script=Cyrillic}{2} )(?:I{2,3}|IV|VI{0,3}|IX)(?![\p{L}\d])/gu
const LONG_WORD = new RegExp(`[^\\s]{${WORD_MAX_CHARS + 1},}`, 'gu')

const E_MAIL_OR_DIGIT = /[\d@]/
/** The name ends before a digit or e-mail. */
const BEHIND_NAME =
  /[\s,;(<«"+–—-]{0,8}(?<!\p{L})(?:(?:тел|моб|сот|т|инн|снилс|паспорт|огрнип|e-?mail|почта|д\.? ?р|г\.? ?р|род)[\s.:№+(<-]{0,8})?(?:\d|[^\s@,;<>()]{1,64}@)/iu
const CLOSING_SIGN = /[\s)>»"]/u

/** A loop, because a pattern anchored at the end would be tried at every sign. */
const beforeClosingSigns = (text: string): string => {
  let end = text.length
  while (end > 0 && CLOSING_SIGN.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

const wordsOf = (text: string): string[] => text.split(/[\s.,]+/).filter(word => word.length > 1)
const traitsOf = (word: string) => classifyNameWord(word.toLowerCase())

function partedByNumber(text: string): [before: string, behind: string] {
  const end = E_MAIL_OR_DIGIT.test(text) ? text.search(BEHIND_NAME) : -1
  if (end < 0) return [text, '']
  return [text.slice(0, end), beforeClosingSigns(text.slice(end).replace(/^[\s,;(<«"–—-]+/u, ''))]
}

export const beforeNumber = (text: string): string => partedByNumber(text.slice(0, NAME_CHARS_MAX))[0].trim()

/** «Мороз (Илья Петрович)»: a part that the words before the bracket lack. */
function isMissing(inside: readonly string[], outside: readonly string[]): boolean {
  const own = inside.map(traitsOf)
  const others = outside.map(traitsOf)
  const isNew = (has: (word: ReturnType<typeof traitsOf>) => boolean) => !(own.some(has) && others.some(has))
  return (
    own.length > 0 &&
    own.every(isGivenOrPatronymic) &&
    isNew(({ given }) => given !== null) &&
    isNew(({ patronymic }) => patronymic > 0)
  )
}

/** A bracketed word that no list of remarks has; '' otherwise. */
function surnameInBrackets(text: string): string {
  const surname = text.replace(FORMER, '')
  if (!WORD_IN_BRACKETS.test(surname)) return ''
  return surname === text && (isRemarkWord(text) || isGivenOrPatronymic(traitsOf(text))) ? '' : surname
}

const QUOTED = /[«"“„][^«»"“”„]{1,60}[»"”“]/gu

/** «Александр "Саша" Примеров» */
function takeNicknames(text: string, take: (span: string) => string): string {
  const outside = text.replace(QUOTED, ' ')
  if (outside === text) return text
  return isWholeName(outside.split(/[^\p{L}-]+/u).filter(word => word.length > 1))
    ? text.replace(QUOTED, take)
    : text
}

const SMALL_WORD = /(?:^| )\p{Ll}{3,}\.?(?= |$)/u
const SMALL = /^\p{Ll}{3,}\.?$/u
const CAPITAL_INSIDE = /(?:^| )\p{Lu}/u

const isSmallRemark = (word: string): boolean => SMALL.test(word) && isRemarkWord(word)

/** Quick test for `splitOffSmallWords`. */
export const hasSmallRemark = (text: string): boolean =>
  text.length <= NAME_CHARS_MAX &&
  SMALL_WORD.test(text) &&
  CAPITAL_INSIDE.test(text) &&
  text.split(' ').some(isSmallRemark)

function isWholeName(words: readonly string[]): boolean {
  const traits = words.map(traitsOf)
  return traits.some(({ given }) => given !== null) && traits.some(word => !isGivenOrPatronymic(word))
}

/** Splits off remarks, «Примеров Илья умер», unless nothing else may be the surname, «сосед Илья». */
export function splitOffSmallWords(text: string): PartedText {
  if (!hasSmallRemark(text)) return { rest: text, remarks: [] }
  const words = text.split(' ')
  const isRemark = words.map(isSmallRemark)
  if (isRemark[1] && isBeforePost(words[0] ?? '')) isRemark[0] = true
  const first = isRemark.indexOf(true)
  if (isWholeName(words.slice(0, first)))
    for (let at = first; SMALL.test(words[at] ?? ''); at += 1) isRemark[at] = true
  const rest = words.filter((_, at) => !isRemark[at]).join(' ')
  if (wordsOf(rest).every(word => isGivenOrPatronymic(traitsOf(word)))) return { rest: text, remarks: [] }
  return { rest, remarks: [words.filter((_, at) => isRemark[at]).join(' ')] }
}

/** Removes tags, brackets, URLs and numbers from a sanitized text; a too long text stays. */
export function splitOffRemarks(text: string): PartedText {
  if (text.length > NAME_CHARS_MAX) return { rest: text, remarks: [] }
  const remarks: string[] = []
  const take = (span: string): string => {
    if (span.trim() !== '') remarks.push(span.trim())
    return ' '
  }
  const bare = text.replace(TAG, take).replace(FORMULA, take).replace(FORMER_BESIDE, ' ($1)')
  const { rest: outside, former } = partBrackets(bare, take)
  let rest = takeNicknames(outside, take).replace(ADDRESS, take).replace(LONG_WORD, take)
  rest = rest.replace(ROW_NUMBER_OR_DATE, take).replace(SLASHED, take)
  const [name, behind] = partedByNumber(rest)
  take(behind)
  return { rest: name.replace(ROMAN_NUMBER, take), remarks, ...(former.length > 0 && { former }) }
}

/** Reads brackets; a former surname may be in them. They may be all there is: «(Иванов Иван)». */
function partBrackets(
  text: string,
  take: (span: string) => string
): { rest: string; former: FormerSurname[] } {
  if (!BRACKET.test(text)) return { rest: text, former: [] }
  if (!/\p{L}/u.test(text.replace(IN_BRACKETS, ' ')))
    return { rest: text.replace(/[()[\]{}]/g, ' '), former: [] }
  const outside = wordsOf(text.replace(IN_BRACKETS, ' '))
  const former: FormerSurname[] = []
  let rest = text
  for (let depth = 0; depth < DEPTH_MAX && BRACKET.test(rest); depth += 1)
    rest = rest.replace(IN_BRACKETS, (_, written: string) => {
      const inside = written.trim()
      if (INITIALS.test(inside) || isMissing(wordsOf(inside), outside)) return ` ${inside} `
      const surname = surnameInBrackets(inside)
      if (surname === '' || outside.includes(surname)) return takeWithContact(inside, take)
      former.push({ surname, former: howSure(surname, surname !== inside) })
      return ' '
    })
  if (former.length === 0 || placeOfSurname(rest.split(/ +/)) >= 0) return { rest, former }
  return { rest: [rest.trimEnd(), ...former.map(({ surname }) => `(${surname})`)].join(' '), former: [] }
}

/** Brackets may hold a nickname or a place. */
export const howSure = (surname: string, isCalledFormer: boolean): 'stated' | 'perhaps' =>
  isCalledFormer || traitsOf(surname).likeness > 0 ? 'stated' : 'perhaps'

const CONTACT = /@|(?:\d\D{0,3}){10}/

/** «(жена 8 973 204-17-40)»: a contact is read at the beginning of a text. */
function takeWithContact(text: string, take: (span: string) => string): string {
  const [before, behind] = partedByNumber(text)
  if (!CONTACT.test(behind)) return take(text)
  take(before)
  return take(behind)
}

function placeOfSurname(words: readonly string[]): number {
  const isOther = (word: string) => /^\p{L}{2}/u.test(word) && !isGivenOrPatronymic(traitsOf(word))
  const likely = words.findIndex(word => isOther(word) && traitsOf(word).likeness > 0)
  return likely < 0 ? words.findIndex(isOther) : likely
}
