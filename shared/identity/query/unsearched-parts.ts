import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import { DATED_PAPER } from './papers.ts'
import { notSearchedNote } from './remarks.ts'

const DATE =
  '(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|[«"]?\\d{1,2}[»"]? \\p{L}{3,8} \\d{4})(?!\\d)(?: ?(?:года|г\\.|г(?!\\p{L})))?'
const OFFICE =
  '(?:о(?:тдел\\p{L}{0,6}|вд|уфмс)|у(?:вд|мвд|фмс)|г(?:увд|у мвд|увм)|мвд|фмс|ровд|мро|тп|мп|паспортн\\p{L}{2,3} стол\\p{L}{0,2}|управлени\\p{L}{1,2})(?!\\p{L})'
/** The words of an office, up to the next label. */
const WORDS = '(?:(?! (?:дата|код|адрес|пропис|зарег|прожив|тел|инн|снилс))[^\\d,;:|@]){0,90}'
/** «дата выдачи прав» */
const OF_WHAT = '(?: (?:прав|в/?у|(?:водительского )?удостоверения|паспорта|документа|полиса)(?!\\p{L}))?'
/** «выдан ОВД г. Примерска 14.03.2001», «дата выдачи: 14.03.2001», «код подразделения 000-001». */
const ISSUE = new RegExp(
  `(?<!\\p{L})(?:(?:паспорт\\p{L}{0,2},? )?(?:(?:кем|когда|дата) )?(?:(?:и|,) ?(?:кем|когда) )?выда(?:н[ао]?|чи)(?!\\p{L})${OF_WHAT} ?[:–—-]? ?` +
    `(?:${OFFICE}${WORDS},? ?${DATE}|${DATE}(?:,? ${OFFICE}${WORDS})?|${OFFICE}${WORDS})|` +
    `(?:код подр(?:азделения|\\.)|к/п) ?:? ?\\d{3} ?-? ?\\d{3}(?!\\d)|кпп ?:? ?\\d{9}(?!\\d))`,
  'giu'
)
/** «договор № 45 от»: its number is no number of a person, and goes with the date. */
const PAPER_FROM = `${DATED_PAPER}(?: ?(?:№|n|номер)? ?(?=[\\p{L}/-]{0,8}\\d)[\\p{L}\\d/-]{1,20})? от`
/** «договор с Примеровым И. А. от»: the date is the paper's there as well. */
const FROM_BEHIND_PARTY = `(?<=(?<!\\p{L})${DATED_PAPER} (?:со?|на|к) [\\p{L} .-]{3,60} )от`
/** «дата смерти 14.03.2001», «зарегистрирован с 14.03.2001», «договор от 14.03.2001» */
const OTHER_DATE = new RegExp(
  `(?<!\\p{L})(?:${PAPER_FROM}|${FROM_BEHIND_PARTY}|дата (?:смерти|регистрации|прописки|постановки на уч[её]т)|умер(?:ла)?|(?<=(?:прописан|зарегистрирован)\\p{L}{0,4} )с) ?:? ?${DATE}`,
  'giu'
)
/** «ранее Петров», «в девичестве Петрова», «он же Петров»: a surname that no record has beside the other. */
const FORMER =
  '(?:ранее|прежняя фамилия|бывш(?:ий|ая)|урожд[её]нная|в девичестве|до брака|(?:он|она) же):? \\p{L}[\\p{L}-]+'
const FORMER_NAME = new RegExp(`\\(${FORMER}\\)|(?<!\\p{L})${FORMER}(?= \\d|[,;]|$)`, 'giu')
const MAY_BE_ONE =
  /выда| от |подр|к\/?пп?|умер|дата |прописан|зарегистрирован|ранее|прежняя|бывш|урожд|девич|брака|она? же/iu

/**
 * A line without who issued a passport and when, without dates that are none of birth and without a former surname:
 * read as the person's, they would contradict. The note says what is not searched. A name in between ends nothing: then the line stays.
 */
export function withoutUnsearchedParts(line: string): { text: string; note: string | undefined } {
  if (!MAY_BE_ONE.test(line)) return { text: line, note: undefined }
  const left: string[] = []
  const text = line.replace(ISSUE, cut).replace(OTHER_DATE, cut).replace(FORMER_NAME, cut)
  function cut(span: string): string {
    if (span.split(/[^\p{L}-]+/u).some(isPatronymic)) return span
    left.push(span.trim().replace(/^\(|\)$/g, ''))
    return ', '
  }
  if (left.length === 0) return { text: line, note: undefined }
  const rest = text.replace(/(?: ?, ?){2,}/g, ', ').replace(/^[\s,;]+|[\s,;]+$/g, '')
  if (!/[\p{L}\d]/u.test(rest)) return { text: line, note: undefined }
  return { text: rest, note: notSearchedNote(left) }
}

const isPatronymic = (word: string): boolean => classifyNameWord(word.toLowerCase()).patronymic === 2
