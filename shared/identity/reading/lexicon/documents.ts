import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import { memoize } from '#shared/identity/text/memoize.ts'

/* Used by `clauses.ts` for dates, `case-numbers.ts` for numbers, `common-words.ts` for rare surnames. */

/** Documents with a number and date of their own. */
const DATED = (
  'договор контракт госконтракт соглашение допсоглашение приказ протокол акт доверенность претензия жалоба постановление ' +
  'решение определение заявление заявка письмо'
).split(' ')
const OTHERS = (
  'кредит запрос перевод спор ответ отзыв иск долг задолженность информация сделка справка расписка выписка оплата аренда ' +
  'ипотека продажа купля обращение уведомление требование взыскание поручительство ходатайство сведение'
).split(' ')
/** Rare as surnames: documents unless a given name follows. */
const HARDLY_SURNAMES = new Set(
  'договор контракт госконтракт претензия жалоба заявление заявка заказ кредит справка доверенность'.split(
    ' '
  )
)

const KINDS =
  'исков|судебн|трудов|исполнительн|кредитн|гражданск|уголовн|дополнительн|государственн|муниципальн'

const LAST_VOWEL = /[аяоеь]$/
const stemOf = (paper: string): string => paper.replace(LAST_VOWEL, '')
const stemsOf = (ending: RegExp): string =>
  [...DATED, ...OTHERS]
    .filter(paper => ending.test(paper))
    .map(stemOf)
    .join('|')

const PAPER_IN_ANY_CASE = new RegExp(
  `^(?:(?:${stemsOf(/[^аяоеь]$/)})(?:а|у|ом|е|ы)?|` +
    `(?:${stemsOf(/[аяь]$/)})(?:а|я|и|ы|ь|ю|у|е|ей|ой|ью)|` +
    `(?:${stemsOf(/[ое]$/)})(?:е|я|ю|ем|и|о|а|у|ом|й)|` +
    `(?:${KINDS})(?:ый|ое|ая|ого|ому|ым|ом|ой|ую)|` +
    'дог|заказ(?:а|у|ом|е|ы)?|за[её]м|займ[ауе]?|займом|сч[её]т|плат[её]ж|листа?|дел[аоу]|материал[аы]?|купли-продажи)$'
)

export const isDocument = memoize(
  (word: string): boolean => PAPER_IN_ANY_CASE.test(word) && classifyNameWord(word).likeness < 2
)

/** A surname only beside a given name. */
export const isHardlySurname = (word: string): boolean => HARDLY_SURNAMES.has(word)

/** Any document, for patterns with the flags `iu`. */
export const ANY_DOCUMENT =
  `(?:(?:${KINDS})\\p{L}{2,3} |(?:доп|гос)(?:\\. ?| ))?(?:(?:${[...DATED, ...OTHERS].map(stemOf).join('|')})\\p{L}{0,3}|` +
  'дог(?!\\p{L})\\.?|заказ(?:а|у|ом|е|ы)?(?!\\p{L})|лист\\p{L}{0,2}|сч[её]т\\p{L}{0,2}|дел[оауе]|производств[оау])'

/** Words before it: «доп. соглашение № 3 к». For patterns with the flags `iu`. */
export const ADDITION =
  '(?:(?:доп(?:олнительн\\p{L}{2,3} |\\. ?| )?соглашени\\p{L}|дс|приложени\\p{L}|спецификаци\\p{L}|дополнени\\p{L})(?: ?(?:№|n) ?\\d{1,4}| \\d{1,4})?(?: от [\\d.]{8,10})? к )'

/** Participles without endings. For patterns with the flags `iu`. */
export const PARTICIPLE_STEMS =
  'принят|присвоен|признан|вакцинирован|уволен|назначен|перевед[её]н|снят|осужд[её]н|задержан|арестован|освобожд[её]н|поставлен|заключ[её]н|подписан|' +
  'составлен|получен|подан|оформлен|заполнен|выписан|госпитализирован|подключ[её]н|опубликован|доставлен|отправлен|создан|' +
  'обновл[её]н|внес[её]н|призван|награжд[её]н|отчислен|зачислен|убит|похоронен|передан|вруч[её]н|выслан|направлен|возвращ[её]н|' +
  'предъявлен|оплачен|перечислен|утвержд[её]н|рассмотрен|удовлетвор[её]н|вынесен|возбужд[её]н|прекращ[её]н|расторгнут'
const PARTICIPLE = new RegExp(`^(?:${PARTICIPLE_STEMS})[аоы]?$`, 'u')

export const isParticiple = memoize((word: string): boolean => PARTICIPLE.test(word))

const PREPOSITION = /^(?:со?|ко?|на|по|от|об?|обо|про|для|у|между|против|за|во?|из|при)$/i

export const isPreposition = (word: string): boolean => PREPOSITION.test(word)
