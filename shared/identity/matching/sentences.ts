import type { Reason } from '#shared/contracts/match.ts'
import { sameNumberText } from '#shared/identity/identifiers/sentences.ts'
import type { HardLinkKind } from '#shared/identity/identifiers/table.ts'
import { isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import type { DateComparison, DatePart } from './compare-dates.ts'
import { type Agreement, isInitial } from './compare-name-parts.ts'
import type { NameComparison } from './compare-names.ts'
import { DATE_REASONS, joined, NAME_REASONS, NAME_REMARKS, type NameReasons } from './reasons.ts'

/** Reasons joined into one sentence: «ФИО совпало, год рождения другой». */
export type Sentence = readonly [Reason, ...Reason[]]

export const sentenceText = (sentence: Sentence): string =>
  sentence.length === 1 ? sentence[0].text : sentence.map(({ text }) => text).join(', ')

const OTHER_PARTS: Record<DatePart, Reason> = {
  day: DATE_REASONS.otherDay,
  month: DATE_REASONS.otherMonth,
  year: DATE_REASONS.otherYear
}

const NEAR_PARTS: Record<DatePart, Reason> = {
  day: DATE_REASONS.nearDay,
  month: DATE_REASONS.nearMonth,
  year: DATE_REASONS.nearYear
}

const dateRemark = (date: DateComparison | null): Reason => {
  if (!date) return DATE_REASONS.missing
  if (date.agreement === 'exchanged') return DATE_REASONS.exchanged
  if (date.isNextYear) return DATE_REASONS.nextYear
  if (date.agreement === 'one_part' && date.part) return (date.isNear ? NEAR_PARTS : OTHER_PARTS)[date.part]
  return DATE_REASONS.otherDate
}

/** «ФИО совпало» would overstate a typing error or half of a double name. */
const whollyAgreeing = (agreement: Agreement | undefined): Agreement | undefined =>
  agreement === 'typo' || agreement === 'half' ? undefined : agreement

/** Parts that agree in full; null when none does. */
export const agreeingParts = ({ agrees }: NameComparison): NameReasons | null => {
  const given = whollyAgreeing(agrees.given)
  const patronymic = whollyAgreeing(agrees.patronymic)
  const surname = !isInitial(agrees.surname) && whollyAgreeing(agrees.surname)
  const letters = isInitial(given) || (!given && isInitial(patronymic))
  if (letters && surname) return NAME_REASONS.surname_and_initials
  if (letters) return given && patronymic ? NAME_REASONS.initials : NAME_REASONS.initial
  if (surname && given && isInitial(patronymic)) return NAME_REASONS.surname_given_name_and_initial
  if (surname && given && patronymic) return NAME_REASONS.full_name
  if (surname && given) return NAME_REASONS.surname_and_given_name
  if (surname && patronymic) return NAME_REASONS.surname_and_patronymic
  if (surname) return NAME_REASONS.surname
  if (given && patronymic && !isInitial(patronymic)) return NAME_REASONS.given_name_and_patronymic
  if (given) return NAME_REASONS.given_name
  if (patronymic) return NAME_REASONS.patronymic
  return isInitial(agrees.surname) ? NAME_REASONS.initial : null
}

const PARTLY: ReadonlySet<Reason> = new Set([
  NAME_REMARKS.mistypedSurname,
  NAME_REMARKS.mistypedGivenName,
  NAME_REMARKS.mistypedPatronymic,
  NAME_REMARKS.halfOfSurname,
  NAME_REMARKS.halfOfGivenName
])

/** Partial agreement joins the sentence: «имя и отчество совпали, фамилия с опечаткой». */
export const agreesPartly = (remark: Reason): boolean => PARTLY.has(remark)

const toSentence = ([first, ...others]: readonly Reason[]): Sentence =>
  first ? [first, ...others] : [NAME_REMARKS.otherName]

/** Used when only a letter or a half agrees. */
const partlyAndDate = (partly: readonly Reason[], date: DateComparison | null | undefined): Sentence => {
  if (date === undefined) return toSentence(partly)
  return date?.agreement === 'equal' || date?.agreement === 'year'
    ? [...dateAlone(date), ...partly]
    : toSentence([...partly, dateRemark(date)])
}

/** «ФИО и дата рождения совпали», «ФИО совпало, год рождения другой». `date` is undefined when no date was asked. */
export const nameAndDate = (name: NameComparison, date: DateComparison | null | undefined): Sentence => {
  const parts = agreeingParts(name)
  const both = name.contradicts.includes('surname') && name.contradicts.includes('given')
  const partly = name.remarks.filter(agreesPartly)
  if (!parts && !both && partly.length > 0) return partlyAndDate(partly, date)
  if (!parts || both)
    return date?.agreement === 'equal'
      ? [DATE_REASONS.sameDate, NAME_REMARKS.otherName]
      : [NAME_REMARKS.otherName]
  if (date?.agreement === 'equal') return [parts.withDate, ...partly]
  if (date?.agreement === 'year') return [parts.withYear, ...partly]
  return date === undefined ? [parts.alone, ...partly] : [parts.alone, ...partly, dateRemark(date)]
}

/** Used when a date was asked without a name. */
export const dateAlone = (date: DateComparison): Sentence => {
  if (date.agreement === 'equal') return [DATE_REASONS.sameDate]
  return [date.agreement === 'year' ? DATE_REASONS.sameYear : dateRemark(date)]
}

const LINK_TEXTS = {
  name_birth_date: 'дата рождения',
  name_phone: 'телефон',
  name_email: 'e-mail',
  name_flat: 'адрес до квартиры'
} as const
export type LinkRule = HardLinkKind | keyof typeof LINK_TEXTS

export const linkText = (rule: LinkRule, name: NameComparison | null): string => {
  if (isIdentifierKind(rule)) return sameNumberText(rule)
  return `${joined((name && agreeingParts(name)?.subject) ?? 'имя', LINK_TEXTS[rule])} совпали`
}

export const ORGANISATION_LINKS = {
  inn: 'ИНН организации один и тот же, контрольное число верно',
  ogrn: 'ОГРН один и тот же, контрольное число верно',
  organisation_contact: 'название и адрес или телефон организации совпали'
} as const
export type OrganisationLinkRule = keyof typeof ORGANISATION_LINKS

/** Used when no source gives the position. */
export const EMPLOYEE = 'место работы'
export const NAMED_BESIDE = 'назван рядом с организацией'

export const SAME_RECORD = 'одинаковые записи одного источника'
export const NAMELESS = 'Имя не указано'
