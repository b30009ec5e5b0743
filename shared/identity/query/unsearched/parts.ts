import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { hasObliquePatronymic } from '#shared/identity/names/oblique.ts'
import { SOURCE_LABELS } from '#shared/identity/query/form-labels.ts'
import { obliqueReadings } from '#shared/identity/query/oblique-readings.ts'
import { isPaper } from '#shared/identity/query/papers.ts'
import { addressConfidence } from '#shared/identity/query/recognize-address.ts'
import {
  beginsWithName,
  GIVEN_AND_SURNAME,
  GIVEN_AND_WORD,
  recognizeName
} from '#shared/identity/query/recognize-name.ts'
import { notSearchedNote } from '#shared/identity/query/remarks.ts'
import { CASE_NUMBER } from './case-numbers.ts'
import { DATE, DATE_BEHIND_PREPOSITION, NAMED_EVENT, OTHER_DATE, YEAR_OF_EVENT } from './event-dates.ts'
import { withoutYearOfDeath } from './life-years.ts'

const OFFICE =
  '(?:о(?:тдел\\p{L}{0,6}|вд|уфмс)|у(?:вд|мвд|фмс)|г(?:увд|у мвд|увм)|мвд|фмс|ровд|мро|тп|мп|паспортн\\p{L}{2,3} стол\\p{L}{0,2}|управлени\\p{L}{1,2})(?!\\p{L})'
/** The words of an office, up to the next label. */
const WORDS = '(?:(?! (?:дата|код|адрес|пропис|зарег|прожив|тел|инн|снилс))[^\\d,;:|@]){0,90}'
/** «дата выдачи прав» */
const ISSUED_PAPER_BEHIND =
  '(?: (?:права?|в/?у|(?:водительско(?:го|е) )?удостоверени[ея]|паспорта?|документа?|полиса?|доверенност[ьи])(?!\\p{L}))?'
/** «права выданы» */
const ISSUED_PAPER_BEFORE =
  '(?:паспорт\\p{L}{0,2}|права|(?:водительское )?удостоверение|в/?у|доверенность|полис|свидетельство|диплом|справка)'
/** «выдан ОВД г. Примерска 14.03.2001», «дата выдачи: 14.03.2001», «код подразделения 000-001». */
const ISSUE = new RegExp(
  `(?<!\\p{L})(?:(?:${ISSUED_PAPER_BEFORE},? )?(?:(?:кем|когда|дата) )?(?:(?:и|,) ?(?:кем|когда) )?выда(?:н[аоы]?|чи)(?!\\p{L})${ISSUED_PAPER_BEHIND} ?[:–—-]? ?` +
    `(?:${OFFICE}${WORDS},? ?${DATE}|(?:${DATE}|${YEAR_OF_EVENT})(?:,? ${OFFICE}${WORDS})?|${OFFICE}${WORDS})|` +
    `${DATE},? \\(?(?:дата )?выда(?:н[аоы]?|чи)(?!\\p{L})(?!${ISSUED_PAPER_BEHIND} ?[:–—-]? ?(?:\\d|${OFFICE}))\\)?|` +
    `(?:код подр(?:азделения|\\.)|к/п) ?:? ?\\d{3} ?-? ?\\d{3}(?!\\d)|кпп ?:? ?\\d{9}(?!\\d))`,
  'giu'
)
const OTHER_EVENT_DATE = new RegExp(OTHER_DATE, 'giu')
const NAMED_EVENT_DATE = new RegExp(NAMED_EVENT, 'giu')
/** Nouns, and «ДТП» and «Права», which nobody is called. */
const SMALL_WORDS = /^(?:\p{Ll}|ДТП|Права(?!\p{L}))(?!.* \p{Lu}\p{Ll})/u
/** Of a date alone the word before it tells what it is of; «на 14.03.1981» may be anything. */
const EVENT_ALONE = new RegExp(`\\p{L}{3}.*(?:${DATE}|${YEAR_OF_EVENT}$)|${DATE}.*\\p{L}{3}`, 'iu')
const DATE_AT_END = new RegExp(`,? ?${DATE}$`, 'iu')
const BEHIND_PREPOSITION = new RegExp(DATE_BEHIND_PREPOSITION, 'iu')
const NO_NUMBER_OF_PERSON = new RegExp(CASE_NUMBER, 'giu')
/** «Оператор: …», up to a separator or the next label; half a passport. */
const OF_SOURCE_BEHIND = new RegExp(
  `(?<=[^ ] )(?:${SOURCE_LABELS}) ?: ?(?:(?! \\p{Lu}\\p{L}+(?: \\p{L}+){0,3}:)[^,;|]){1,90}|` +
    '(?<=[^ ] )(?:серия паспорта ?:? ?\\d{2} ?\\d{2}(?! ?[\\d№]|,? (?:и )?номер)|номер паспорта ?:? ?\\d{6}(?!\\d))',
  'giu'
)
/** «ранее Петров», «в девичестве Петрова», «он же Петров»: a surname that no record has beside the other. */
const FORMER =
  '(?:ранее|прежняя фамилия|бывш(?:ий|ая)|урожд[её]нная|в девичестве|до брака|(?:он|она) же):? \\p{L}[\\p{L}-]+'
const FORMER_NAME = new RegExp(`\\(${FORMER}\\)|(?<!\\p{L})${FORMER}(?= \\d|[,;]|$)`, 'giu')
/** What some part that is not searched has: the other patterns are slow. */
const TRACE_OF_PART =
  /выда|подр|к\/?пп?|ранее|прежняя|бывш|урожд|девич|брака|она? же|:|паспорта|№|\d\/\d{2}|\d ?[–—-] ?\d|\d[./-]\d{1,2}[./-]\d|(?:19|20)\d{2}/iu

/**
 * A line without who issued a passport and when, without dates that are none of birth, numbers of cases and a former surname:
 * read as the person's, they would contradict. The note says what is not searched. A name in between ends nothing: then the line stays.
 * `isEvent`: the line is nothing else, and with a date, as «договор от 14.03.2001», which is searched as words.
 */
export function withoutUnsearchedParts(line: string): {
  text: string
  note: string | undefined
  isEvent?: boolean
} {
  if (!TRACE_OF_PART.test(line)) return { text: line, note: undefined }
  const left: string[] = []
  const life = withoutYearOfDeath(line)
  if (life.death !== undefined) left.push(life.death)
  const text = life.text
    .replace(ISSUE, span => {
      const date = DATE_AT_END.exec(span)?.[0] ?? ''
      const name = nameAtEnd(span.slice(0, span.length - date.length))
      // The date behind a name is the person's.
      const own = `${name}${date}`
      return name === '' ? cut(span) : `${cut(span.slice(0, -own.length))}${own}`
    })
    .replace(NAMED_EVENT_DATE, (span: string, at: number, line: string) => {
      const isNoun =
        SMALL_WORDS.test(span) || (at === 0 && beginsWithName(line.slice(span.length), GIVEN_AND_WORD))
      return isNoun && !hasName(span) ? cut(span) : span
    })
    .replace(OTHER_EVENT_DATE, span => (hasName(span) ? span.replace(BEHIND_PREPOSITION, cut) : cut(span)))
    .replace(NO_NUMBER_OF_PERSON, span => {
      const from = hasName(span) ? span.search(/№|n ?\d|\d/iu) : 0
      return span.slice(0, from) + cut(span.slice(from))
    })
    .replace(OF_SOURCE_BEHIND, cut)
    .replace(FORMER_NAME, cut)
  function cut(span: string): string {
    if (span.split(/[^\p{L}-]+/u).some(isPatronymic)) return span
    left.push(span.trim().replace(/^\((.*)\)$/, '$1'))
    return ', '
  }
  if (left.length === 0) return { text: line, note: undefined }
  const rest = text
    .replace(/ +(?=,)/g, '')
    .replace(/(?: ?, ?){2,}/g, ', ')
    .replace(/^[\s,;]+|[\s,;]+$/g, '')
  if (!/[\p{L}\d]/u.test(rest))
    return { text: line, note: undefined, isEvent: left.some(span => EVENT_ALONE.test(span)) }
  return { text: rest, note: notSearchedNote(left) }
}

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
    if (words.length <= size || /[\d,:]/.test(name) || addressConfidence(name) > 0) continue
    const evidence = recognizeName(name)
    const [best] = evidence.names
    const isWhole = size === 2 || best?.patronymic !== undefined
    const isOne = best?.surname && best.given && (name.includes('-') || !best.surname.includes('-'))
    if (isWhole && isOne && evidence.confidence >= GIVEN_AND_SURNAME) return name
    if (hasObliquePatronymic(name) && obliqueReadings(name, name, evidence)) return name
  }
  return ''
}

const isPatronymic = (word: string): boolean => classifyNameWord(word.toLowerCase()).patronymic === 2
