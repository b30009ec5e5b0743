import { ANY_PAPER, DATED_PAPER, DONE } from '#shared/identity/query/papers/papers.ts'
import { SIGNS } from './signs.ts'

/*
 * Dates that the words before them call another one than of birth: «решение суда от 05.06.2023», «принят на работу
 * 01.02.2015», «на 20.11.2026». Patterns for expressions with the flags `iu`.
 */

export const DATE =
  '(?<!\\d|\\d[./])(?:\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|[«"]?\\d{1,2}[»"]? \\p{L}{3,8} \\d{4})(?!\\d)(?: ?(?:года|г\\.|г(?!\\p{L})))?'
export const YEAR = '(?:19|20)\\d{2}'
/** «в 2010 году» */
export const YEAR_OF_EVENT = `(?:(?:в|со?|до|по) )?(?<![\\d/-])${YEAR}(?![\\d./-])(?: ?(?:год[ау]?(?!\\p{L})|гг?\\.|г(?!\\p{L})))?`
/** «05.06.1981 г.р.» is of birth, whatever stands before it. */
const NOT_BORN = '(?!\\.? ?(?:г(?:ода?)?\\.? ?)?р(?:ожд|\\.|(?!\\p{L})))'
const WORDS = `(?: [\\p{L}«»"${SIGNS}-]{1,20}){0,5}`

const BY_PAPER = '(?:(?:по|на основании|согласно) )?'
/** «по договору № 45 от»: its number is no number of a person, and goes with the date. */
const NUMBERED_PAPER = `${BY_PAPER}${DATED_PAPER}(?: ?(?:№|n|номер)? ?(?=[\\p{L}/-]{0,8}\\d)[\\p{L}\\d/-]{1,20})?(?: [${SIGNS}])? от`
/** «от 12.03.2010 № 77 АВ 1234567» */
const NUMBER_BEHIND =
  '(?:,? (?:за )?№ ?(?:\\d{2} ?\\p{L}{2} ?№? ?\\d{6,7}|(?=[\\p{L}/–-]{0,8}\\d)[\\p{L}\\d/–-]{1,20})(?![\\p{L}\\d]))?'
/** «решение суда от» */
const PAPER = `(?:${ANY_PAPER}|приговор\\p{L}{0,2}|анкет\\p{L}{1,2}|паспорт\\p{L}{0,2})${WORDS} от`
const EVENT_BEFORE =
  `(?:(?:${DONE})[аоы]?|пропала?|` +
  'погиб(?:ла)?|умер(?:ла)?|' +
  '(?:скончал|женил|уволил|устроил)(?:ся|ась)|(?:окончил|закончил|получил)а?|постановк[аи]|(?:вступил|поступил|прибыл|выбыл|служил)а?|вышел|вышла|работа(?:ет|ла?)|смерти|увольнения|' +
  `при[её]ма|регистрации|запись)(?!\\p{L})${WORDS}`
/** «дата заполнения анкеты», but not «дата рождения» and not «дата и место рождения» */
const DATE_OF = 'дата(?! (?:и \\p{L}+ )?рожд)(?: (?!рожд)[\\p{L}-]{1,20}){1,4}'
const PREPOSITION = '(?:по состоянию )?(?:на|от|со?|до|по)'

/**
 * Nouns that may be surnames with a capital: «договор 12.03.2010», «в розыске с 12.03.2010», «права: 12.03.2010». The number of a
 * driving licence stays, as it is searched.
 */
export const NAMED_EVENT =
  `(?<!\\p{L})(?:дата )?${BY_PAPER}(?:(?:последн\\p{L}{2} )?(?:(?:в )?розыск\\p{L}?|брак\\p{L}?|развод|свадьба|рейс|вылет|прил[её]т|заезд|выезд|визит|оплата|плат[её]ж|штраф|дтп|авария|операция|` +
  'регистрация|прививка|заказ|бронь|доставка|отправка|при[её]м|осмотр|выпуск|стаж|срок|действ(?:ует|ителен|ительна|ительно)|годен|судимость|' +
  `банкрот(?!\\p{L})|арест|${ANY_PAPER})(?: (?:№ ?)?[\\p{L}\\d/«»"${SIGNS}-]{1,20}){0,3}|(?:водительские )?права(?: (?:от|со?|до))?)` +
  ` ?[:–—-]? ?(?:${DATE}|${YEAR_OF_EVENT})${NOT_BORN}${NUMBER_BEHIND}`

/** The end of those, which tells enough: «Долгова Анна от 12.03.2024». */
export const DATE_BEHIND_PREPOSITION = `(?<!\\p{L})${PREPOSITION} ${DATE}${NOT_BORN}$`

/** «дата смерти 14.03.2001», «зарегистрирован с 14.03.2001», «договор от 14.03.2001» */
export const OTHER_DATE =
  `(?<!\\p{L})(?:(?:${NUMBERED_PAPER}|${PAPER}|${DATE_OF}|${EVENT_BEFORE}|${PREPOSITION}) ?[:–—-]? ?${DATE}|(?:${DATE_OF}|${EVENT_BEFORE}) ?[:–—-]? ?${YEAR_OF_EVENT})${NOT_BORN}` +
  `(?: (?:по|до) ${DATE})?${NUMBER_BEHIND}|(?<=(?<!\\p{L})(?:прописан|зарегистрирован|проживает)\\p{L}{0,4} )${DATE}${NOT_BORN}`
