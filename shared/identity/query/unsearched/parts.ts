import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { hasObliquePatronymic } from '#shared/identity/names/oblique.ts'
import { SOURCE_LABELS } from '#shared/identity/query/form-labels.ts'
import { obliqueReadings } from '#shared/identity/query/oblique-readings.ts'
import { CASE_NUMBER, COURT_NUMBER, paperNumber } from '#shared/identity/query/papers/case-numbers.ts'
import { isPaper } from '#shared/identity/query/papers/papers.ts'
import { addressConfidence } from '#shared/identity/query/recognize-address.ts'
import {
  beginsWithName,
  endsWithName,
  GIVEN_AND_SURNAME,
  GIVEN_AND_WORD,
  recognizeName
} from '#shared/identity/query/recognize-name.ts'
import { notSearchedNote } from '#shared/identity/query/remarks.ts'
import { FORMER_WORDS } from '#shared/identity/records/name-remarks.ts'
import { DATE, DATE_BEHIND_PREPOSITION, NAMED_EVENT, OTHER_DATE, YEAR_OF_EVENT } from './event-dates.ts'
import { withIdentifierSigns } from './identifier-signs.ts'
import { ISSUE } from './issued-papers.ts'
import { withoutYearOfDeath } from './life-years.ts'
import { DONE_ON_DATE, PAPER_WORDS, TRACE_OF_PAPER_WORDS } from './paper-words.ts'
import { SIGNS, signsIn, withoutSigns } from './signs.ts'

const OTHER_EVENT_DATE = new RegExp(OTHER_DATE, 'giu')
const NAMED_EVENT_DATE = new RegExp(NAMED_EVENT, 'giu')
/** Nouns, and «ДТП» and «Права», which nobody is called. */
const SMALL_WORDS = /^(?:\p{Ll}|ДТП|Права(?!\p{L}))(?!.* \p{Lu}\p{Ll})/u
/** Of a date alone the word before it tells what it is of; «на 14.03.1981» may be anything. */
const EVENT_ALONE = new RegExp(`\\p{L}{3}.*(?:${DATE}|${YEAR_OF_EVENT}$)|${DATE}.*\\p{L}{3}`, 'iu')
const DATE_AT_END = new RegExp(`,? ?${DATE}$`, 'iu')
const BEHIND_PREPOSITION = new RegExp(DATE_BEHIND_PREPOSITION, 'iu')
const NUMBER_OF_COURT = new RegExp(COURT_NUMBER, 'giu')
const NO_NUMBER_OF_PERSON = new RegExp(CASE_NUMBER, 'giu')
/** «Примеров Илья 45/2022»: no month, so a paper's number with its year and no year of birth. */
const NUMBER_OF_YEAR = /(?<=\p{L}[ ,]{1,2})(?:1[3-9]|[2-9]\d|\d{3,5})\/(?:19|20)\d{2}(?![\p{L}\d/-])/gu
/** «Оператор: …», up to a separator or the next label; half a passport. */
const OF_SOURCE_BEHIND = new RegExp(
  `(?<=[^ ] )(?:${SOURCE_LABELS}) ?: ?(?:(?! \\p{Lu}\\p{L}+(?: \\p{L}+){0,3}:)[^,;|]){1,90}|` +
    '(?<=[^ ] )(?:серия паспорта ?:? ?\\d{2} ?\\d{2}(?! ?[\\d№]|,? (?:и )?номер)|номер паспорта ?:? ?\\d{6}(?!\\d))',
  'giu'
)
/** «ранее Петров», «в девичестве Петрова», «он же Петров»: a surname that no record has beside the other. */
const FORMER = `(?:${FORMER_WORDS}|(?:он|она) же)(?!\\p{L})[.: –—-]{1,4}\\p{L}[\\p{L}-]+`
const FORMER_NAME = new RegExp(`\\(${FORMER}\\)|(?<!\\p{L})${FORMER}(?= [\\d${SIGNS}]|[,;]|$)`, 'giu')
/** A former surname, or «500-001», which only an identifier beside it tells to be none of the person's. */
const MAY_BE_BESIDE_IDENTIFIER =
  /ранее|фамилия|бывш|урожд|дев(?:ич|\.)|брака|замужества|она? же|(?<![\d-])\d{3}-\d{3}(?![\d-])/iu
/** «лицевой счёт: 4509123456»: the number of something else. */
const LABEL_OF_NUMBER = new RegExp(`(?:сч[её]т|номер|№|отправление|рейс)[^:]*: ?[${SIGNS}]`, 'iu')
/** What some part that is not searched has: the other patterns are slow. */
const TRACE_OF_PART = new RegExp(
  'выда|подр|в/у|водит|(?<!\\p{L})(?:ву|стс|э?птс|права|и/л)(?!\\p{L})|загран|свидетельств|исп\\.|лист|к/?пп?|ранее|фамилия|бывш|урожд|дев(?:ич|\\.)|брака|замужества|она? же|:|паспорта|№|\\d/\\d{2}|\\d ?[–—-] ?\\d|\\d[./-]\\d{1,2}[./-]\\d|(?:19|20)\\d{2}|' +
    TRACE_OF_PAPER_WORDS,
  'iu'
)

interface SearchedText {
  text: string
  note: string | undefined
  /** Numbers of cases, which are searched as words besides. */
  cases?: readonly string[]
  /** Numbers of other papers, which are searched so when nothing better is there; without a text there is nothing else. */
  papers?: readonly string[]
  /** The line is nothing else, and with a date, as «договор от 14.03.2001», which is searched as words. */
  isEvent?: boolean
}

/**
 * A line without who issued a passport and when, without dates that are none of birth, numbers of cases, words of papers and a
 * former surname: read as the person's, they would contradict. The note says what is not searched. A name in between ends
 * nothing, then the line stays; an identifier in between stays itself.
 */
export function withoutUnsearchedParts(line: string): SearchedText {
  const hasTrace = TRACE_OF_PART.test(line)
  const isBesideIdentifier = MAY_BE_BESIDE_IDENTIFIER.test(line)
  const signed = hasTrace || isBesideIdentifier ? withIdentifierSigns(line) : null
  if (!signed || !isBesideIdentifier) {
    const cut = hasTrace ? cutLine(line) : null
    if (!cut || !signed) return searchedText(line, cut ?? { text: line, left: [] })
  }
  const { text, left } = cutLine(signed.text) ?? { text: signed.text, left: [] }
  return searchedText(line, { text: signed.restore(text), left: left.map(signed.restore) })
}

/** What is left of a line, and what was cut. */
interface CutLine {
  text: string
  left: string[]
}

function searchedText(line: string, { text, left }: CutLine): SearchedText {
  if (left.length === 0) return { text: line, note: undefined }
  const rest = text
    .replace(/ +(?=,)/g, '')
    .replace(/(?: ?, ?){2,}/g, ', ')
    .replace(/^[\s,;]*(?:(?:и|или)(?=,|$)[\s,;]*)?|[\s,;]+$/g, '')
  const cases = left.flatMap(span => span.match(NUMBER_OF_COURT) ?? [])
  const numbers = left.map(span => paperNumber(span.replace(NUMBER_OF_COURT, '')))
  if (!/[\p{L}\d]/u.test(rest)) {
    const papers = [...cases, ...numbers.filter(number => number !== null)]
    if (left.length > 1 && papers.length === left.length) return { text: '', note: undefined, papers }
    return { text: line, note: undefined, isEvent: left.some(span => EVENT_ALONE.test(span)) }
  }
  const unsearched = left.flatMap((span, at) => {
    const words = withoutNumber(span, numbers[at] ?? null)
    const rest = words.replace(NUMBER_OF_COURT, '')
    return rest !== span && !/\d/.test(rest) ? [] : [words]
  })
  return {
    text: rest,
    note: notSearchedNote(unsearched),
    cases,
    papers: numbers.filter(number => number !== null)
  }
}

/** «по договору № 45/2022 от 12.03.2022» without its number. */
function withoutNumber(span: string, number: string | null): string {
  const at = number === null ? -1 : span.indexOf(number)
  if (number === null || at < 0) return span
  return `${span.slice(0, at).replace(/(?:№|n) ?$/i, '')}${span.slice(at + number.length)}`
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Null for a line of which nothing is cut. */
function cutLine(line: string): CutLine | null {
  const left: string[] = []
  const life = withoutYearOfDeath(line)
  if (life.death !== undefined) left.push(life.death)
  const text = life.text
    .replace(ISSUE, (span: string, ...groups: unknown[]) => {
      const { own } = groups.at(-1) as { own?: string }
      const [at, line] = groups.slice(-3) as [number, string]
      if (own !== undefined && endsWithName(line.slice(0, at).trimEnd(), GIVEN_AND_WORD))
        return own + cut(span.slice(own.length))
      const date = DATE_AT_END.exec(span)?.[0] ?? ''
      const name = nameAtEnd(span.slice(0, span.length - date.length))
      // The date behind a name is the person's.
      const from = span.lastIndexOf(name, span.length - date.length)
      return name === '' ? cut(span) : cut(span.slice(0, from)) + span.slice(from)
    })
    .replace(NAMED_EVENT_DATE, (span: string, at: number, line: string) => {
      const isNoun =
        SMALL_WORDS.test(span) || (at === 0 && beginsWithName(line.slice(span.length), GIVEN_AND_WORD))
      return isNoun && !hasName(span) ? cut(span) : span
    })
    .replace(OTHER_EVENT_DATE, span => {
      if (!hasName(span)) return cut(span)
      const { done, name, date } = DONE_ON_DATE.exec(span)?.groups ?? {}
      if (done === undefined || name === undefined || date === undefined)
        return span.replace(BEHIND_PREPOSITION, cut)
      left.push(`${done}${date}`)
      return `,${name}, `
    })
    .replace(NO_NUMBER_OF_PERSON, (span: string, ...groups: unknown[]) => {
      const { behind } = groups.at(-1) as { behind?: string }
      const isBesideWords = hasName(span) || (behind !== undefined && CAPITAL_BEHIND.test(span))
      const number = behind === undefined ? span.search(/№|n ?\d|\d/iu) : span.length - behind.length
      const from = isBesideWords ? number : 0
      return span.slice(0, from) + cut(span.slice(from))
    })
    .replace(NUMBER_OF_YEAR, (span: string, at: number, whole: string) =>
      endsWithName(whole.slice(0, at).trimEnd(), GIVEN_AND_WORD) ? cut(span) : span
    )
    .replace(OF_SOURCE_BEHIND, span => (LABEL_OF_NUMBER.test(span) ? cutWhole(span) : cut(span)))
    .replace(FORMER_NAME, cut)
    .replace(PAPER_WORDS, cut)
  return left.length > 0 ? { text, left } : null

  function cut(span: string): string {
    if (span.split(/[^\p{L}-]+/u).some(isPatronymic)) return span
    const identifiers = signsIn(span)
    if (identifiers.length === 0) return cutWhole(span)
    cutWhole(withoutSigns(span))
    return `, ${identifiers.join(', ')}, `
  }
  function cutWhole(span: string): string {
    left.push(span.trim().replace(/^,? ?\((.*)\)$|^, ?/, '$1'))
    return ', '
  }
}

/** «договор ООО Вектор», but not «договор на оказание услуг». */
const CAPITAL_BEHIND = / \p{Lu}/u
/** «договор с Примеровым Ильёй» */
const CAPITALS_BEHIND = /(?<=\p{L} )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u
function hasObliqueName(span: string): boolean {
  const name = CAPITALS_BEHIND.exec(span)?.[0]
  return hasObliquePatronymic(span) || (!!name && obliqueReadings(name, name, recognizeName(name)) !== null)
}

/** «принят Примеров Илья 14.03.1981», «Анна Долгова № 2-1234/2023»: what stands before the number is no paper. */
const hasName = (span: string): boolean =>
  hasObliqueName(span) ||
  span
    .replace(/\d.*/u, '')
    .split(/[^\p{L}-]+/u)
    .some(written => {
      const word = written.toLowerCase()
      const nameWord = classifyNameWord(word)
      return !isPaper(word) && (isAnchor(nameWord) || nameWord.likeness === 2)
    })

/**
 * «Иванов Иван» of «выдан УВД Примерска Иванов Иван»: a known given name beside a surname, not beside any word
 * («района Анна»); of three words one is a patronymic.
 */
function nameAtEnd(span: string): string {
  const words = span.trimEnd().split(' ')
  for (const size of [3, 2]) {
    const name = words.slice(-size).join(' ')
    if (words.length <= size || NO_SIGN_OF_NAME.test(name) || addressConfidence(name) > 0) continue
    const evidence = recognizeName(name)
    const [best] = evidence.names
    const isWhole = size === 2 || best?.patronymic !== undefined
    const isOne = best?.surname && best.given && (name.includes('-') || !best.surname.includes('-'))
    if (isWhole && isOne && evidence.confidence >= GIVEN_AND_SURNAME) return name
    if (hasObliquePatronymic(name) && obliqueReadings(name, name, evidence)) return name
  }
  return ''
}

const NO_SIGN_OF_NAME = new RegExp(`[\\d,:${SIGNS}]`)
const isPatronymic = (word: string): boolean => classifyNameWord(word.toLowerCase()).patronymic === 2
