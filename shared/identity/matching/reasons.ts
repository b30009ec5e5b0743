import type { Identifier, NameParts, Reason, ReasonCode, ReasonTone } from '#shared/contracts/match.ts'
import type { ReadingKind } from '#shared/contracts/reading.ts'

/** Every reason that can be given, each made once: its code, its tone and its Russian text. */

const reason = (code: ReasonCode, tone: ReasonTone, text: string): Reason => ({ code, tone, text })
const agrees = (code: ReasonCode, text: string): Reason => reason(code, 'agree', text)
const misses = (code: ReasonCode, text: string): Reason => reason(code, 'missing', text)
const contradicts = (code: ReasonCode, text: string): Reason => reason(code, 'contradict', text)

export type IdentifierKind = Exclude<
  ReadingKind,
  'full_name' | 'birth_date' | 'address' | 'text' | 'combined'
>

/** By how the identifier of the query stands to those of the record. */
export interface IdentifierReasons {
  equal: Reason
  near: Reason
  differs: Reason
  missing: Reason
}

const identifierReasons = (identifier: Identifier, name: string, genitive = name): IdentifierReasons => ({
  equal: agrees(`same_${identifier}`, `${name} совпал`),
  near: contradicts(`near_${identifier}`, `${name} отличается одной цифрой`),
  differs: contradicts(`other_${identifier}`, `${name} другой`),
  missing: misses(`no_${identifier}`, `${genitive} в записи нет`)
})

const INN = identifierReasons('inn', 'ИНН')

export const IDENTIFIER_REASONS: Record<IdentifierKind, IdentifierReasons> = {
  phone: identifierReasons('phone', 'телефон', 'телефона'),
  email: identifierReasons('email', 'e-mail'),
  inn_person: INN,
  inn_org: INN,
  snils: identifierReasons('snils', 'СНИЛС'),
  passport: identifierReasons('passport', 'паспорт', 'паспорта'),
  ogrn: identifierReasons('ogrn', 'ОГРН'),
  ogrnip: identifierReasons('ogrnip', 'ОГРНИП'),
  vin: identifierReasons('vin', 'VIN'),
  plate: identifierReasons('plate', 'госномер', 'госномера')
}

/** The parts of a name that agree, as the subject of a sentence, and what is said of them. */
export interface NameReasons {
  subject: string
  alone: Reason
  withDate: Reason
  withYear: Reason
}

/** «фамилия, имя и телефон»: the last «и» moves to the new end. */
export const joined = (subject: string, last: string): string => `${subject.replace(' и ', ', ')} и ${last}`

type Verb = 'совпал' | 'совпала' | 'совпало' | 'совпали'

const nameReasons = (parts: NameParts, subject: string, verb: Verb): NameReasons => ({
  subject,
  alone: agrees(`same_${parts}`, `${subject} ${verb}`),
  withDate: agrees(`same_${parts}_and_birth_date`, `${joined(subject, 'дата рождения')} совпали`),
  withYear: agrees(`same_${parts}_and_birth_year`, `${joined(subject, 'год рождения')} совпали`)
})

export const NAME_REASONS: Record<NameParts, NameReasons> = {
  surname_and_initials: nameReasons('surname_and_initials', 'фамилия и инициалы', 'совпали'),
  surname_given_name_and_initial: nameReasons(
    'surname_given_name_and_initial',
    'фамилия, имя и инициал отчества',
    'совпали'
  ),
  full_name: nameReasons('full_name', 'ФИО', 'совпало'),
  surname_and_given_name: nameReasons('surname_and_given_name', 'фамилия и имя', 'совпали'),
  surname_and_patronymic: nameReasons('surname_and_patronymic', 'фамилия и отчество', 'совпали'),
  initials: nameReasons('initials', 'инициалы', 'совпали'),
  given_name_and_patronymic: nameReasons('given_name_and_patronymic', 'имя и отчество', 'совпали'),
  surname: nameReasons('surname', 'фамилия', 'совпала'),
  initial: nameReasons('initial', 'инициал', 'совпал'),
  given_name: nameReasons('given_name', 'имя', 'совпало'),
  patronymic: nameReasons('patronymic', 'отчество', 'совпало')
}

/** What does not quite agree in a name, and what a name lacks. */
export const NAME_REMARKS = {
  noName: misses('no_name', 'имени в записи нет'),
  noPatronymic: misses('no_patronymic', 'отчества в записи нет'),
  otherName: contradicts('other_name', 'ФИО другое'),
  otherSurname: contradicts('other_surname', 'фамилия другая'),
  otherGivenName: contradicts('other_given_name', 'имя другое'),
  otherPatronymic: contradicts('other_patronymic', 'отчество другое'),
  otherGender: contradicts('other_gender', 'пол другой'),
  mistypedSurname: agrees('mistyped_surname', 'фамилия с опечаткой'),
  mistypedGivenName: agrees('mistyped_given_name', 'имя с опечаткой'),
  mistypedPatronymic: agrees('mistyped_patronymic', 'отчество с опечаткой'),
  halfOfSurname: agrees('half_of_surname', 'совпала часть двойной фамилии'),
  halfOfGivenName: agrees('half_of_given_name', 'совпала часть двойного имени'),
  surnameOfOtherGender: agrees('surname_of_other_gender', 'фамилия в другой родовой форме'),
  diminutive: agrees('diminutive', 'имя в уменьшительной форме'),
  abbreviatedGivenName: agrees('abbreviated_given_name', 'имя сокращено'),
  latinSpelling: agrees('latin_spelling', 'написание латиницей')
} satisfies Record<string, Reason>

export const DATE_REASONS = {
  sameDate: agrees('same_birth_date', 'дата рождения совпала'),
  sameYear: agrees('same_birth_year', 'год рождения совпал'),
  exchanged: agrees('exchanged_day_and_month', 'день и месяц рождения переставлены'),
  missing: misses('no_birth_date', 'даты рождения нет'),
  otherDate: contradicts('other_birth_date', 'дата рождения другая'),
  otherYear: contradicts('other_birth_year', 'год рождения другой'),
  otherMonth: contradicts('other_birth_month', 'месяц рождения другой'),
  otherDay: contradicts('other_birth_day', 'день рождения другой')
} satisfies Record<string, Reason>

export const TEXT_REASONS = {
  sameAddress: agrees('same_address', 'адрес совпал'),
  otherAddress: contradicts('other_address', 'адрес другой'),
  noAddress: misses('no_address', 'адреса в записи нет'),
  allWords: agrees('all_words', 'найдено по тексту'),
  someWords: agrees('some_words', 'найдено по тексту, не все слова'),
  unchecked: misses('no_words', 'часть запроса не сверена')
} satisfies Record<string, Reason>

export const REASONS: readonly Reason[] = [
  ...new Set(
    Object.values(IDENTIFIER_REASONS).flatMap(({ equal, near, differs, missing }) => [
      equal,
      near,
      differs,
      missing
    ])
  ),
  ...Object.values(NAME_REASONS).flatMap(({ alone, withDate, withYear }) => [alone, withDate, withYear]),
  ...Object.values(NAME_REMARKS),
  ...Object.values(DATE_REASONS),
  ...Object.values(TEXT_REASONS)
]
