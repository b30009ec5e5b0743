import { EMPTY_WORDS } from '#shared/identity/identifiers/placeholder.ts'
import { isKnownGiven } from '#shared/identity/names/given-names.ts'
import { classifyNameWord } from '#shared/identity/names/name-word.ts'
import { isObliqueGiven } from '#shared/identity/names/oblique.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { hasTokens } from '#shared/identity/text/tokenize.ts'
import {
  ADDRESS_LABELS,
  FAMILY_INSTRUMENTAL,
  FAMILY_ROLES,
  KIN,
  LABEL_BEGINNINGS,
  NUMBER_WORDS,
  OCCUPATION_LABELS,
  OTHER_LABELS,
  PERSON_ROLES,
  PLACE_OR_STATE_LABELS,
  TEXT_LABELS,
  WHICH_OF_FAMILY
} from './form-labels.ts'
import { obliqueReadings } from './oblique-readings.ts'
import { isOrganization } from './recognize-address.ts'
import {
  beginsWith,
  beginsWithName,
  GIVEN_AND_WORD,
  isSurnameFirst,
  recognizeName,
  surnameBesideFirm
} from './recognize-name.ts'

const EDGE = '(?<![\\p{L}\\d])'
const END = '(?!\\p{L})'
/** Labels of other things that begin as those of numbers do, or mean a number alone behind a sign. */
const OTHER_BEHIND =
  '(?!номер (?:дела|записи)|дата (?:выдачи|регистрации)|дата и место рожд|паспортные данные(?! ?[:=–—-]))'
/**
 * «контактный номер телефона», «серия и номер паспорта»: as many words as there are. What must stand behind them is optional
 * in each pattern and looked at by its replacer: a pattern that failed there would try a line of labels from each of its words
 * anew, and a label of two words, which is two labels as well, in every way. Four spaces are a number that was taken out.
 */
const numbersUnless = (other: string): string =>
  `(?<numbers>${NUMBER_WORDS}(?:(?:(?! {4})[ .,:()№/–—-]{1,4}(?=\\p{L})| и )${other}${NUMBER_WORDS}){0,6})`
const NUMBERS = numbersUnless(OTHER_BEHIND)

/** Replaces what a pattern finds, but words of numbers alone. */
const replaceLabels = (text: string, pattern: RegExp, by: string): string =>
  text.replace(pattern, (span: string, ...groups: unknown[]) => {
    const { numbers, behind } = groups.at(-1) as Partial<Record<'numbers' | 'behind', string>>
    return numbers !== undefined && behind === undefined ? span : by
  })

const SIGN = '(?:\\.? ?[:=–—-]{1,2} ?|\\.? )(?:во? (?=\\p{L}))?'
const VALUE = '(?=[\\p{L}\\d«"№])'

/** The words of a form before an address, with which a text begins. */
export const ADDRESS_LABEL = new RegExp(`^${ADDRESS_LABELS}${SIGN}${VALUE}`, 'iu')
const ADDRESS_INSIDE = new RegExp(`${EDGE}${ADDRESS_LABELS}${SIGN}${VALUE}`, 'giu')

/** «не указан», «н/д»: a field that nobody filled. */
const ANY_EMPTY_WORD = EMPTY_WORDS.toSorted((one, other) => other.length - one.length).join('|')
const BLANKS = '_[_ ]{0,60}'
const EMPTY = `(?:${ANY_EMPTY_WORD}|\\((?:${ANY_EMPTY_WORD})\\)|[-–—*]{1,3}|${BLANKS})(?=$|[ ,;])`
const COLON = `\\.? ?(?:[:=]|(?<= )[–—-])(?: |$)(?:${EMPTY})?`
const BEFORE_WORDS = new RegExp(
  `${EDGE}${PLACE_OR_STATE_LABELS}${SIGN}${VALUE}|` +
    `${EDGE}(?:${TEXT_LABELS}|(?<=[^ ] )(?:${OCCUPATION_LABELS}))${COLON}|${EDGE}${NUMBERS}(?<behind>${COLON})?`,
  'giu'
)
/** With a value by which nobody is told apart. */
const OF_ANYBODY = new RegExp(
  `(?:^|(?<![ ,;])[ ,;]+)(?:пол[ :=–—-]{1,3}(?:муж(?:ской|чина)?|жен(?:ский|щина)?|м|ж)|` +
    `гражданство[ :=–—-]{1,3}(?:рф|россии|россия|российская федерация|российское))${END}\\.?`,
  'giu'
)
const NAME_FOLLOWS = '(?= \\p{Lu}\\p{L}+ \\p{Lu})(?! \\p{L}+ (?:СНИЛС|ИНН|ОГРН|VIN|\\p{L}\\d))'
const FAMILY_IN_CAPITALS = FAMILY_ROLES.replace(/(?<=^|\|)./gu, letter => letter.toUpperCase())
const BEFORE_FAMILY = new RegExp(
  `(?<=\\p{L}{3}|\\d{2}|\\p{L}\\.|\\))(?<!(?<!\\p{L})${WHICH_OF_FAMILY})(?:,? (?:и |а также )?(?:его|её|ее|их))? (?=(?:${WHICH_OF_FAMILY}[ -])?(?:${FAMILY_ROLES}|${FAMILY_IN_CAPITALS})(?: ?[:–—-])?${NAME_FOLLOWS})`,
  'gu'
)
/** «, с женой Примеровой Анной» */
const WITH_FAMILY = new RegExp(
  `(?<=\\p{L}{3}|\\d{2}|\\p{L}\\.|\\)),? со? (?:сво(?:ей|им) |его |её |ее )?(?:${FAMILY_INSTRUMENTAL})${NAME_FOLLOWS}`,
  'gu'
)
/** «Примеров Илья, Мать Анна Петровна»: behind somebody it is no surname. */
const FAMILY_BEHIND = new RegExp(
  `(?<=[\\p{L}\\d.)][,;]? )(?:${FAMILY_IN_CAPITALS})(?= \\p{Lu}\\p{L}+ \\p{Lu}\\p{L}+(?:вна|чна|ич)(?!\\p{L}))`,
  'gu'
)
/** «и его жена Светлана», «с женой», «жена Светлана», «муж Анны»: without a surname nobody who could be asked for. */
const FAMILY_ALONE = new RegExp(
  `(?<=\\p{L}{3}|\\d{2}|\\p{L}\\.|\\))(?<!(?<!\\p{L})(?:его|её|ее|их))(?:,? (?:и |а также )?(?<whose>(?:его|её|ее|их) )?(?:${WHICH_OF_FAMILY}[ -])?(?:${FAMILY_ROLES}|(?<kin>${KIN}))|,? (?<with>со?) (?:сво(?:ей|им) |его |её |ее )?(?:${FAMILY_INSTRUMENTAL}))${END}` +
    '(?: (?<given>\\p{L}{2,20})(?<patronymic> \\p{L}{2,20}(?:вны|чны|ича))?)?(?= ?(?:[,;)]|\\.(?: |$)|$)| \\d)',
  'giu'
)
/** «(он же Примеров Илья)»: another name, which is asked for as well. */
const ALSO_CALLED = new RegExp(
  `,? \\(?(?:(?:он|она) же|ранее):?(?<name>${NAME_FOLLOWS}[^(),;\\d]+)\\)?`,
  'gu'
)
/** Who somebody is to somebody else, or in a document: a name follows. */
const BEFORE_PERSON = new RegExp(`${EDGE}${PERSON_ROLES}${SIGN}(?=\\p{Lu}|\\p{Ll}{2})`, 'giu')
const AT_END = new RegExp(
  `${EDGE}(?:(?<address>${ADDRESS_LABELS})|${PLACE_OR_STATE_LABELS}|${PERSON_ROLES})\\.?$`,
  'iu'
)
/** A word with which a label may begin: most lines have none, and are let go at once. */
const isLabelWord = memoize((word: string): boolean => LABEL_WORD.test(word))
const LABEL_WORD = new RegExp(`[:=]|^[^\\p{L}]*(?:${LABEL_BEGINNINGS}|${PERSON_ROLES}(?!\\p{L}))`, 'iu')
const mayHaveLabel = (text: string): boolean => text.split(' ').some(isLabelWord)
/** Without it the name itself must follow: «должник Примеров Илья», but not «Директор». */
const HAS_SIGN = /[:=–—-] ?$/
const TITLE = /^гр-/i
/** «Внук Иван Петрович» */
const MAY_BE_SURNAME = new RegExp(`^(?:${FAMILY_ROLES}|${KIN})$`, 'iu')
/** «Примеров Илья (муж Анны)», «(муж Примеровой Анны)»: behind a name they say more of whoever is asked for. */
const RELATION_IN_BRACKETS = new RegExp(
  `(?<before>^|(?<=[\\p{L}\\d.]) )\\((?<relation>(?:${WHICH_OF_FAMILY}[ -])?(?:${FAMILY_ROLES}|${KIN}|доверенное лицо)${END}[^()]{0,90})\\)`,
  'giu'
)

/** «(жена Анна, 8 903 123-45-67)»: an identifier is always searched. */
const IDENTIFIER = /[^ ,;]+@|\+?\d(?:[ .()-]{0,3}\d){4}/

/** «муж Примеровой Анны», «должник Примеровой» */
const beginsWithOblique = (text: string): boolean => {
  const isOblique = (name: string) => {
    const words = name.replace(/[,;]+$/, '')
    return obliqueReadings(words, words, recognizeName(words)) !== null
  }
  return isOblique(text) || beginsWith(text.split(' '), isOblique)
}

/** «жена Примерова», «должник Примеров»: nothing else is there that could be asked for. */
const isUsualSurname = (text: string): boolean => classifyNameWord(text.toLowerCase()).likeness === 2

/**
 * The words of a line without what forms print before a value, «прописан:», «место рождения», «отец», which no record
 * holds beside it. A comma parts what they parted. A label of an address at the beginning stays: it tells the kind. `roles`
 * are those of people that nothing marks as labels.
 */
export function withoutLabels(text: string): { rest: string; roles: string[] } {
  const whole = { rest: text, roles: [] }
  if (!mayHaveLabel(text)) return whole
  const roles: string[] = []
  const ofOrganization = isOrganization(text)
  const beside = text.replace(ADDRESS_INSIDE, (label, at: number) =>
    at === 0 || (ofOrganization && !HAS_SIGN.test(label)) ? label : ', '
  )
  const cut = replaceLabels(beside, BEFORE_WORDS, ', ').replace(
    BEFORE_PERSON,
    (label: string, at: number, whole: string) => {
      if (HAS_SIGN.test(label)) return ', '
      if (at === 0 && MAY_BE_SURNAME.test(label.trim()) && isSurnameFirst(whole.trim().split(/ +/)))
        return label
      const behind = whole.slice(at + label.length)
      const isSurname = ofOrganization
        ? surnameBesideFirm(whole.slice(0, at) + behind) !== null
        : at === 0 && isUsualSurname(behind)
      const isLoneBesideFirm = ofOrganization && !behind.includes(' ')
      const isNamed =
        isSurname ||
        beginsWithName(behind, GIVEN_AND_WORD) ||
        (!isLoneBesideFirm && beginsWithOblique(behind))
      if (!isNamed) return label
      if (!TITLE.test(label)) roles.push(label.trim())
      return ', '
    }
  )
  const filled = ofOrganization ? cut : cut.replace(UNFILLED_AT_END, '')
  if (filled === text) return whole
  const rest = trimSeparators(filled.replace(/ +(?=[,;])/g, ''))
  return hasTokens(rest) ? { rest, roles } : whole
}

/**
 * A line without fields that nobody filled, somebody's sex and the usual citizenship, and with a comma before each of the
 * family and before another name of the same person; `left` is what was filled and is not searched.
 */
export function withoutCommonFields(line: string): { rest: string; left: string[] } {
  const left = line.match(OF_ANYBODY)?.map(one => one.replace(/^[ ,;]+/, '')) ?? []
  const rest = (MAY_BE_UNFILLED.test(line) ? replaceLabels(line, UNFILLED, '') : line)
    .replace(RELATION_IN_BRACKETS, (span: string, before: string, relation: string) => {
      if (before === '') return relation
      left.push(relation)
      const identifierAt = span.search(IDENTIFIER)
      return identifierAt < 0 ? '' : ` ${span.slice(identifierAt, -1)}`
    })
    .replace(FAMILY_ALONE, (span: string, ...groups: unknown[]) => {
      if (!isFamilyAlone(groups.at(-1) as FamilyAlone)) return span
      left.push(span.replace(/^[ ,]*(?:и |а также )?/i, ''))
      return ''
    })
    .replace(OF_ANYBODY, '')
    .replace(/^[ ,;]+/, '')
    .replace(FAMILY_BEHIND, role => role.toLowerCase())
    .replace(BEFORE_FAMILY, ', ')
    .replace(WITH_FAMILY, ',')
    .replace(ALSO_CALLED, ',$<name>')
    .replace(/,(?= (?:он|она) же )/g, '')
  return hasTokens(rest) ? { rest, left } : { rest: line, left: [] }
}

type FamilyAlone = Partial<Record<'whose' | 'with' | 'kin' | 'given' | 'patronymic', string>>

/** A surname is somebody's who may be asked for, and «Иванов и сын» a firm. */
function isFamilyAlone(groups: FamilyAlone): boolean {
  const given = groups.given?.toLowerCase()
  const isOblique = given !== undefined && isObliqueGiven(given)
  if (groups.kin !== undefined || groups.patronymic !== undefined) return isOblique
  if (groups.whose === undefined && groups.with === undefined)
    return isOblique || (given !== undefined && isKnownGiven(given))
  return given === undefined || classifyNameWord(given).likeness < 2
}

/** The label of a form with which a text ends, and whether an address follows; null when there is none. */
export function formLabelAtEnd(text: string): { label: string; isOfAddress: boolean } | null {
  const match = AT_END.exec(text)
  return match && { label: match[0], isOfAddress: match.groups?.address !== undefined }
}

const BEFORE_NUMBER = new RegExp(
  `${EDGE}(?!вин[,;]? {4})${numbersUnless('')}(?:(?<behind>(?: ?[.,:()№/–—-]){0,4}(?= {4}))|)`,
  'giu'
)
const UNFILLED_AT_END = new RegExp(`(?<![ ,;])[ ,;]+${ADDRESS_LABELS}[ .:]*$`, 'iu')
const MAY_BE_UNFILLED = new RegExp(`[:=_–—-]|(?<!\\p{L})(?:${ANY_EMPTY_WORD})(?!\\p{L})`, 'iu')
const AT_VALUE_END = '(?= ?(?:$|[,;]))'
/** «адрес: нет данных», «e-mail -», «паспорт не указан», «сайт:» */
const EMPTY_BEHIND =
  `${END}[.)]{0,2}(?: ?[:=–—-]{1,2} ?${EMPTY}| (?:\\((?:${ANY_EMPTY_WORD})\\)|(?:${ANY_EMPTY_WORD})|${BLANKS})(?=$|[ ,;])|` +
  ` ?[:=]? [-–—]${AT_VALUE_END}| ?[:=]${AT_VALUE_END})`
const UNFILLED = new RegExp(
  `(?:^|(?<![ ,;])[ ,;]+)${EDGE}(?:(?:${ADDRESS_LABELS}|${PLACE_OR_STATE_LABELS}|${PERSON_ROLES}|${TEXT_LABELS}|${OCCUPATION_LABELS}|${OTHER_LABELS})` +
    `${EMPTY_BEHIND}|${NUMBERS}(?<behind>${EMPTY_BEHIND})?)`,
  'giu'
)
const BEHIND_NUMBER =
  /(?<= {4})[ (–—-]{0,3}(?:тел(?:ефон)?|моб(?:ильный)?|сот(?:овый)?|раб(?:очий)?|паспорт|инн|снилс|огрнип|огрн|e-?mail|(?:дата |г\.? ?)?рожд(?:ения)?)(?!\p{L})[).]{0,2}(?=[ ,;]|$)/giu

/** The labels of numbers and dates that were taken out of a line and left four spaces or more. */
export const withoutLabelsBeside = (rest: string): string =>
  replaceLabels(rest, BEFORE_NUMBER, ' ').replace(BEHIND_NUMBER, ' ')

/** Single spaces and separators, none at the ends. */
export function trimSeparators(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?: ?[,;|] ?){2,}/g, ', ')
    .replace(/^[\s,;|/–—-]+|[\s,;|/–—-]+$/g, '')
}
