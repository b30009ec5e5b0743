import { DATE, YEAR_OF_EVENT } from './event-dates.ts'
import { PASSPORT_SIGNS, SIGNS } from './signs.ts'

/*
 * Who issued a paper and when: «выдан ОВД г. Примерска 14.03.2001», «14.03.2001 выдан паспорт».
 */

const OFFICE =
  '(?:о(?:тдел\\p{L}{0,6}|вд|уфмс)|у(?:вд|мвд|фмс)|г(?:увд|у мвд|увм)|мвд|фмс|ровд|мрэо|гибдд(?: \\d{4}(?![\\d./]))?|мро|тп|мп|паспортн\\p{L}{2,3} стол\\p{L}{0,2}|управлени\\p{L}{1,2})(?!\\p{L})'
/** The words of an office, up to the next label or identifier. */
const WORDS = `(?:(?! (?:дата|код|адрес|пропис|зарег|прожив|тел|инн|снилс))[^\\d,;:|@${SIGNS}]){0,90}`
/** «дата выдачи прав» */
const PAPER_BEHIND =
  '(?: (?:прав[ао]?|в/?у|(?:водительско(?:го|е) )?удостоверени[ея]|паспорта?|документа?|полиса?|доверенност[ьи]|справк[аи]|диплома?)(?!\\p{L}))'
/** «права выданы» */
const PAPER_BEFORE =
  '(?:паспорт\\p{L}{0,2}|права|(?:водительское )?удостоверение|в/?у|доверенность|полис|свидетельство|диплом|справка)'
const ISSUED = 'выда(?:н[аоы]?|чи)(?!\\p{L})'
const OF_OFFICE_OR_DATE = `${PAPER_BEHIND}? ?[:–—-]? ?(?:[\\d${SIGNS}]|${OFFICE})`

/** In `own` a date behind which a paper was issued: behind a name it is that of birth. */
export const ISSUE = new RegExp(
  `(?<!\\p{L})(?:(?:${PAPER_BEFORE},? )?(?:(?:кем|когда|дата) )?(?:(?:и|,) ?(?:кем|когда) )?${ISSUED}${PAPER_BEHIND}? ?[:–—-]? ?` +
    `(?:${OFFICE}${WORDS},? ?${DATE}|(?:${DATE}|${YEAR_OF_EVENT})(?:,? ${OFFICE}${WORDS})?|${OFFICE}${WORDS})|` +
    `(?<=[${PASSPORT_SIGNS}],? )${DATE},? ${ISSUED}(?: ?${OFFICE}${WORDS})?|` +
    `(?<own>${DATE}),? выдан[аоы]?(?!\\p{L})(?!${OF_OFFICE_OR_DATE})${PAPER_BEHIND}|` +
    `${DATE},? \\(?(?:дата )?${ISSUED}(?!${OF_OFFICE_OR_DATE})${PAPER_BEHIND}?\\)?|` +
    `(?:${PAPER_BEFORE},? )?выдан[аоы]?(?!\\p{L})(?:${PAPER_BEHIND}|(?= ?(?:$|[,;)\\d${SIGNS}]))|(?= [${SIGNS}]))|` +
    `(?<=[${PASSPORT_SIGNS}][, ]{1,2})\\d{3}-\\d{3}(?![\\d-])|(?<![\\d-])\\d{3}-\\d{3}(?=[, ]{1,2}[${PASSPORT_SIGNS}])|` +
    `(?:код подр(?:азделения|\\.)|к/п) ?:? ?\\d{3} ?-? ?\\d{3}(?!\\d)|кпп ?:? ?\\d{9}(?!\\d))`,
  'giu'
)
