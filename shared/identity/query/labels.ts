import { EMPTY_WORDS } from '#shared/identity/identifiers/placeholder.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { hasTokens } from '#shared/identity/text/tokenize.ts'
import { isOrganization } from './recognize-address.ts'
import { beginsWithName } from './recognize-name.ts'

const EDGE = '(?<![\\p{L}\\d])'
const END = '(?!\\p{L})'

const RESIDENT = '(?:(?:прописан|зарегистрирован|прожива)\\p{L}{0,5}(?:\\(\\p{L}{1,3}\\))?|прописка)'
const STAY = '(?:регистрации|прописки|жительства|проживания|пребывания|нахождения|доставки)'
const WHICH = '(?:(?:фактическ|постоянн|временн)\\p{L}{3} )?'
const WHOSE =
  '(?:владельц|должник|клиент|заявител|собственник|организаци|компани|покупател|получател|отправител|пациент|абонент)\\p{L}{1,2}'
const PLACE =
  '(?:(?:(?:почтов|фактическ|домашн|полн|юридическ)\\p{L}{2} |(?:факт|юр)\\. ?)?' +
  `(?:связ[ьи] по )?адрес[ау]?(?!\\p{L}| (?:эл|e-?mail|почт|сайт))(?: ${WHICH}(?:места )?${STAY}| ${WHOSE})?|мест[оау] ${WHICH}${STAY})${END}`
/** «зарегистрирован и проживает по адресу», «адрес места жительства» */
const ADDRESS = `(?:${RESIDENT}|${PLACE})${END}(?:,? (?:и|по) (?:${RESIDENT}|${PLACE})${END}){0,2}`
const SIGN = '(?:\\.? ?[:=–—-]{1,2} ?|\\.? )(?:во? (?=\\p{L}))?'
const VALUE = '(?=[\\p{L}\\d«"№])'

/** The words of a form before an address, with which a text begins. */
export const ADDRESS_LABEL = new RegExp(`^${ADDRESS}${SIGN}${VALUE}`, 'iu')
const ADDRESS_INSIDE = new RegExp(`${EDGE}${ADDRESS}${SIGN}${VALUE}`, 'giu')

/** Before a value that is searched as words. */
const WORDS =
  '(?:(?:дата и )?место рожд(?:ения|\\.)|урожен(?:ец|ка|ца|ки)|место (?:работы|службы|уч[её]бы)|' +
  'паспортные данные|национальность|семейное положение)'
/** «не указан», «н/д»: a field that nobody filled. */
const EMPTY_WORD = EMPTY_WORDS.toSorted((one, other) => other.length - one.length).join('|')
const EMPTY = `(?:${EMPTY_WORD}|[-–—*]{1,3})(?=$|[ ,;])`
const OF_WORDS = new RegExp(
  `${EDGE}${WORDS}${SIGN}${VALUE}|` +
    `${EDGE}(?:организация|примечание|комментарий|(?<=[^ ] )(?:должность|профессия|работает|работа|образование|статус)|` +
    '(?:(?:домашн|рабоч|мобильн|контактн)\\p{L}{2} )?телефоны?|тел|моб|факс|e-?mail|(?:эл(?:ектронная|\\.) )?почта|паспорт|документ|' +
    `инн|снилс|огрн|дата рождения|др)\\.? ?(?:[:=]|(?<= )[–—-])(?: |$)(?:${EMPTY})?`,
  'giu'
)
/** With a value by which nobody is told apart. */
const OF_ANYBODY = new RegExp(
  `(?:^|[ ,;]+)(?:пол[ :=–—-]{1,3}(?:муж(?:ской|чина)?|жен(?:ский|щина)?|м|ж)|` +
    `гражданство[ :=–—-]{1,3}(?:рф|россии|россия|российская федерация|российское))${END}\\.?`,
  'giu'
)
const FAMILY = 'отец|мать|отчим|мачеха|муж|жена|супруга?|сын|дочь|брат|сестра'
const NAME_FOLLOWS = '(?= \\p{Lu}\\p{L}+ \\p{Lu})'
const BEFORE_FAMILY = new RegExp(
  `(?<=\\p{L}{3}|\\d{2}|\\p{L}\\.|\\)) (?=(?:${FAMILY.replace(/(?<=^|\|)./gu, letter => `[${letter}${letter.toUpperCase()}]`)})(?: ?[:–—-])?${NAME_FOLLOWS})`,
  'gu'
)
/** «(он же Примеров Илья)»: another name, which is asked for as well. */
const ALSO_CALLED = new RegExp(
  `,? \\(?(?:(?:он|она) же|ранее):?(?<name>${NAME_FOLLOWS}[^(),;\\d]+)\\)?`,
  'gu'
)
const PERSON =
  `(?:${FAMILY}|` +
  'опекун|(?:законный )?представитель|истец|истица|' +
  'ответчи(?:к|ца)|заявитель(?:ница)?|должник|взыскатель|подсудим(?:ый|ая)|обвиняем(?:ый|ая)|подозреваем(?:ый|ая)|' +
  'потерпевш(?:ий|ая)|осужд[её]нн(?:ый|ая)|свидетель(?:ница)?|собственник|владелец|наниматель|арендатор|покупатель|' +
  'продавец|заказчик|поручитель|за[её]мщик|наследник|налогоплательщик|застрахованное лицо|пациент|сотрудник|работник|' +
  'руководитель|(?:генеральный |ген\\. ?)?директор|учредитель|контактное лицо|абонент|получатель|отправитель|клиент|' +
  'водитель|гр-н|гр-ка|индивидуальный предприниматель)'
/** Who somebody is to somebody else, or in a document: a name follows. */
const OF_PERSON = new RegExp(`${EDGE}${PERSON}${SIGN}(?=\\p{Lu}|\\p{Ll}{2})`, 'giu')
const AT_END = new RegExp(`${EDGE}(?:(?<address>${ADDRESS})|${WORDS}|${PERSON})\\.?$`, 'iu')
/** A word with which a label may begin: most lines have none, and are let go at once. */
const isLabelWord = memoize((word: string): boolean => LABEL_WORD.test(word))
const LABEL_WORD = new RegExp(
  `[:=]|^[^\\p{L}]*(?:адрес|почтов|факт|домашн|полн|юр|мест|пропис|зарегистр|прожив|дата|урож|паспортн|национал|семейн|` +
    `пол(?!\\p{L})|гражданств|генеральн|ген\\.|законн|контактн|индивид|застрах|${PERSON}(?!\\p{L}))`,
  'iu'
)
const mayHaveLabel = (text: string): boolean => text.split(' ').some(isLabelWord)
const HAS_SIGN = /[:=–—-] ?$/
/** «должник Примеров Илья», but not «Директор»: without a sign the name itself must follow. */
const NAMED = 0.75

/**
 * The words of a line without what forms print before a value, «прописан:», «место рождения», «отец», which no record
 * holds beside it. A comma parts what they parted. A label of an address at the beginning stays: it tells the kind.
 */
export function withoutLabels(text: string): string {
  if (!mayHaveLabel(text)) return text
  const ofOrganization = isOrganization(text)
  const cut = text
    .replace(ADDRESS_INSIDE, (label, at: number) =>
      at === 0 || (ofOrganization && !HAS_SIGN.test(label)) ? label : ', '
    )
    .replace(OF_WORDS, ', ')
    .replace(OF_PERSON, (label, at: number, whole: string) =>
      HAS_SIGN.test(label) || beginsWithName(whole.slice(at + label.length), NAMED) ? ', ' : label
    )
  const filled = ofOrganization ? cut : cut.replace(UNFILLED_AT_END, '')
  if (filled === text) return text
  const rest = trimSeparators(filled.replace(/ +(?=[,;])/g, ''))
  return hasTokens(rest) ? rest : text
}

/**
 * A line without fields that nobody filled, somebody's sex and the usual citizenship, and with a comma before each of the
 * family and before another name of the same person.
 */
export function withoutCommonFields(line: string): string {
  const rest = (MAY_BE_UNFILLED.test(line) ? line.replace(UNFILLED, '') : line)
    .replace(OF_ANYBODY, '')
    .replace(/^[ ,;]+/, '')
    .replace(BEFORE_FAMILY, ', ')
    .replace(ALSO_CALLED, ',$<name>')
    .replace(/,(?= (?:он|она) же )/g, '')
  return hasTokens(rest) ? rest : line
}

/** The label of a form with which a text ends, and whether an address follows; null when there is none. */
export function formLabelAtEnd(text: string): { label: string; isOfAddress: boolean } | null {
  const match = AT_END.exec(text)
  return match && { label: match[0], isOfAddress: match.groups?.address !== undefined }
}

const OF_NUMBER =
  '(?:номера?|контактн\\p{L}{2,3}|мобильн\\p{L}{2,3}|домашн\\p{L}{2,3}|рабоч\\p{L}{2,3}|моб|сот(?:овый)?|дом(?=\\. ?тел)|раб|конт|' +
  'тел(?:ефон\\p{L}{0,2})?|факс|whatsapp|viber|e-?mail|(?:адрес )?(?:электронной|электронная|эл\\.) ?почт[аы]|эл(?:ектронный|\\.) ?адрес|' +
  'паспорт\\p{L}{0,3}|паспортные данные|документ\\p{L}{0,2}|удостоверяющий личность|серия|гражданина|рф|' +
  'российской федерации|инн|кпп|снилс|огрн(?:ип)?|страховой|дата(?: и место)?|день|год|рожд(?:ения)?|' +
  'родил(?:ся|ась)|vin|вин)(?!\\p{L})'
const GAP = '[ .,:()№/–—-]{1,4}'
const BEFORE_NUMBER = new RegExp(
  `${EDGE}${OF_NUMBER}(?:${GAP}${OF_NUMBER}){0,6}[.,:()№/–—-]{0,4}(?= {4})`,
  'giu'
)
const UNFILLED_AT_END = new RegExp(`[ ,;]+${ADDRESS}[ .:]*$`, 'iu')
const MAY_BE_UNFILLED = new RegExp(`[:=–—-]|(?<!\\p{L})(?:${EMPTY_WORD})(?!\\p{L})`, 'iu')
/** Other fields of a form, of which only an unfilled one is left out. */
const FIELD =
  'должность|профессия|образование|примечание|комментарий|гражданство|гражданин|пол|статус|роль|источник|организация|компания|' +
  'работа|работодатель|почта|д[./]? ?р|кем выдан|дата (?:выдачи|регистрации)|код подразделения|номер (?:дела|записи)|' +
  'водительское удостоверение|в/у|полис(?: омс)?|тел\\. ?(?:дом|раб|моб)|гос\\.? ?(?:номер|знак)|автомобиль|машина|контакты|' +
  'сайт|ник|логин|telegram|телеграм|skype|скайп|вк|регион|город|район|область|индекс|звание|дети|псевдоним|' +
  '(?:прежняя|девичья|бывшая) фамилия'
const AT_VALUE_END = '(?= ?(?:$|[,;]))'
/** «адрес: нет данных», «e-mail -», «паспорт не указан», «сайт:» */
const UNFILLED = new RegExp(
  `(?:^|[ ,;]+)${EDGE}(?:${ADDRESS}|${WORDS}|${PERSON}|${FIELD}|${OF_NUMBER}(?:(?:${GAP}| и )${OF_NUMBER}){0,6})${END}[.)]{0,2}` +
    `(?: ?[:=–—-]{1,2} ?${EMPTY}| (?:${EMPTY_WORD})(?=$|[ ,;])| ?[:=]? [-–—]${AT_VALUE_END}| ?[:=]${AT_VALUE_END})`,
  'giu'
)
const BEHIND_NUMBER =
  /(?<= {4})[ (–—-]{0,3}(?:тел(?:ефон)?|моб(?:ильный)?|сот(?:овый)?|раб(?:очий)?|паспорт|инн|снилс|огрнип|огрн|e-?mail|(?:дата |г\.? ?)?рожд(?:ения)?)(?!\p{L})[).]{0,2}(?=[ ,;]|$)/giu

/** The labels of numbers and dates that were taken out of a line and left four spaces or more. */
export const withoutLabelsBeside = (rest: string): string =>
  rest.replace(BEFORE_NUMBER, ' ').replace(BEHIND_NUMBER, ' ')

/** Single spaces and separators, none at the ends. */
export function trimSeparators(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?: ?[,;|] ?){2,}/g, ', ')
    .replace(/^[\s,;|/–—-]+|[\s,;|/–—-]+$/g, '')
}
