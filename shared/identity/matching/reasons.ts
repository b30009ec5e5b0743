import type { ReadingKind } from '#shared/identity/query/types.ts'
import type { DateComparison, DatePart } from './compare-dates.ts'
import type { NameComparison } from './compare-names.ts'

/** What a person reads as the ground of a score, a merge or a veto. All words of the judging side stand here. */

export type IdentifierKind = Exclude<
  ReadingKind,
  'full_name' | 'birth_date' | 'address' | 'text' | 'combined'
>

const IDENTIFIER_NAMES: Record<IdentifierKind, { name: string; ofIt: string }> = {
  phone: { name: 'телефон', ofIt: 'телефона' },
  email: { name: 'e-mail', ofIt: 'e-mail' },
  inn_person: { name: 'ИНН', ofIt: 'ИНН' },
  inn_org: { name: 'ИНН', ofIt: 'ИНН' },
  snils: { name: 'СНИЛС', ofIt: 'СНИЛС' },
  passport: { name: 'паспорт', ofIt: 'паспорта' },
  ogrn: { name: 'ОГРН', ofIt: 'ОГРН' },
  ogrnip: { name: 'ОГРНИП', ofIt: 'ОГРНИП' },
  vin: { name: 'VIN', ofIt: 'VIN' },
  plate: { name: 'госномер', ofIt: 'госномера' }
}

export const identifierAgrees = (kind: IdentifierKind): string => `${IDENTIFIER_NAMES[kind].name} совпал`
export const identifierDiffers = (kind: IdentifierKind): string => `${IDENTIFIER_NAMES[kind].name} другой`
export const identifierMissing = (kind: IdentifierKind): string =>
  `${IDENTIFIER_NAMES[kind].ofIt} в записи нет`

export const FOUND_BY_TEXT = 'найдено по тексту'
export const PARTLY_BY_TEXT = 'найдено по тексту, не все слова'
export const ADDRESS_AGREES = 'адрес совпал'
export const NO_NAME = 'имени в записи нет'
export const NO_PATRONYMIC = 'отчества в записи нет'
export const OTHER_NAME = 'ФИО другое'

const DATE_PARTS: Record<DatePart, string> = {
  day: 'день рождения другой',
  month: 'месяц рождения другой',
  year: 'год рождения другой'
}

/** How the date of birth stands, as it ends a sentence. */
export const dateRemark = (date: DateComparison | null): string => {
  if (!date) return 'даты рождения нет'
  if (date.agreement === 'exchanged') return 'день и месяц рождения переставлены'
  if (date.agreement === 'one_part' && date.part) return DATE_PARTS[date.part]
  return date.part === 'year' ? DATE_PARTS.year : 'дата рождения другая'
}

interface Subject {
  text: string
  verb: 'совпал' | 'совпала' | 'совпало' | 'совпали'
}

const SUBJECTS = {
  surnameAndInitials: { text: 'фамилия и инициалы', verb: 'совпали' },
  surnameGivenAndInitial: { text: 'фамилия, имя и инициал отчества', verb: 'совпали' },
  full: { text: 'ФИО', verb: 'совпало' },
  surnameAndGiven: { text: 'фамилия и имя', verb: 'совпали' },
  surnameAndPatronymic: { text: 'фамилия и отчество', verb: 'совпали' },
  initials: { text: 'инициалы', verb: 'совпали' },
  givenAndPatronymic: { text: 'имя и отчество', verb: 'совпали' },
  surname: { text: 'фамилия', verb: 'совпала' },
  initial: { text: 'инициал', verb: 'совпал' },
  given: { text: 'имя', verb: 'совпало' },
  patronymic: { text: 'отчество', verb: 'совпало' }
} as const satisfies Record<string, Subject>

/** Which parts of the name agree; null when none does. */
const nameSubject = ({ agrees: { surname, given, patronymic } }: NameComparison): Subject | null => {
  if (surname && (given === 'initial' || (!given && patronymic === 'initial')))
    return SUBJECTS.surnameAndInitials
  if (surname && given && patronymic === 'initial') return SUBJECTS.surnameGivenAndInitial
  if (surname && given && patronymic) return SUBJECTS.full
  if (surname && given) return SUBJECTS.surnameAndGiven
  if (surname && patronymic) return SUBJECTS.surnameAndPatronymic
  if (given && patronymic) return given === 'initial' ? SUBJECTS.initials : SUBJECTS.givenAndPatronymic
  if (surname) return SUBJECTS.surname
  if (given) return given === 'initial' ? SUBJECTS.initial : SUBJECTS.given
  return patronymic ? SUBJECTS.patronymic : null
}

/** «фамилия, имя и телефон»: the last «и» moves to the new end. */
const joined = (subject: string, last: string): string => `${subject.replace(' и ', ', ')} и ${last}`

/**
 * The sentence about name and date together: «ФИО и дата рождения совпали», «ФИО совпало, год рождения другой».
 * `date` is undefined when the date is nobody's question.
 */
export const nameAndDate = (name: NameComparison, date: DateComparison | null | undefined): string => {
  const subject = nameSubject(name)
  const both = name.contradicts.includes('surname') && name.contradicts.includes('given')
  if (!subject || both)
    return date?.agreement === 'equal' ? `дата рождения совпала, ${OTHER_NAME}` : OTHER_NAME
  if (date?.agreement === 'equal' || date?.agreement === 'year') {
    const what = date.agreement === 'equal' ? 'дата рождения' : 'год рождения'
    return `${joined(subject.text, what)} совпали`
  }
  const sentence = `${subject.text} ${subject.verb}`
  return date === undefined ? sentence : `${sentence}, ${dateRemark(date)}`
}

/** The sentence about a date that was asked without a name. */
export const dateAlone = (date: DateComparison): string => {
  if (date.agreement === 'equal') return 'дата рождения совпала'
  return date.agreement === 'year' ? 'год рождения совпал' : dateRemark(date)
}

/** What joins two records of one person: a whole sentence, or what agrees beside the name. */
export const LINK_RULES = {
  snils: 'СНИЛС один и тот же, контрольное число верно',
  inn: 'ИНН один и тот же, контрольное число верно',
  passport: 'паспорт один и тот же',
  name_birth_date: 'дата рождения',
  name_phone: 'телефон',
  name_email: 'e-mail'
} as const
export type LinkRule = keyof typeof LINK_RULES

export const linkText = (rule: LinkRule, name: NameComparison | null): string => {
  if (rule === 'snils' || rule === 'inn' || rule === 'passport') return LINK_RULES[rule]
  return `${joined((name && nameSubject(name)?.text) ?? 'имя', LINK_RULES[rule])} совпали`
}

export const sharedAddress = (address: string): string => `Связь по адресу: ${address}`
export const sharedPhone = (phone: string): string => `Общий телефон: ${phone}`
export const SAME_RECORD = 'одинаковые записи одного источника'
export const NAMELESS = 'Имя не указано'
