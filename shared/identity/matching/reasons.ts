import type {
  AgreeingNameParts,
  Reason,
  ReasonCode,
  ReasonPart,
  ReasonTone
} from '#shared/contracts/match.ts'
import { PERSONAL_READINGS, rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { READING_ROWS, type ReadingRow } from '#shared/identity/identifiers/reading-kinds.ts'
import { agreesText, differsText, missingText, otherTooText } from '#shared/identity/identifiers/sentences.ts'
import type { LineIdentifierKind } from '#shared/identity/reading/line-identifiers.ts'

/** Every reason with its code, part of the query, tone and Russian text. */

const reasonsAbout = (part: ReasonPart) => {
  const reason = (tone: ReasonTone) => (code: ReasonCode, text: string) => ({ code, part, tone, text })
  return { agrees: reason('agree'), misses: reason('missing'), contradicts: reason('contradict') }
}
const name = reasonsAbout('name')
const birth = reasonsAbout('birth_date')
const nameAndBirth = reasonsAbout('name_and_birth_date')
const address = reasonsAbout('address')
const words = reasonsAbout('text')

interface IdentifierReasons {
  equal: Reason
  near: Reason
  differs: Reason
  missing: Reason
  /** The typed check digit was wrong, so a difference says nothing. */
  nearInvalid?: Reason
  otherInvalid?: Reason
}

const identifierReasons = (row: ReadingRow): IdentifierReasons => {
  const { identifier, kind, noun } = row
  const { agrees, contradicts, misses } = reasonsAbout(identifier)
  const reasons = {
    equal: agrees(`same_${identifier}`, agreesText(row)),
    near: contradicts(`near_${identifier}`, `${noun} отличается одной цифрой`),
    differs: contradicts(`other_${identifier}`, differsText(row)),
    missing: misses(`no_${identifier}`, missingText(row))
  }
  if (!rulesOf(kind).isChecked) return reasons
  const invalid = (code: ReasonCode, { text }: Reason) =>
    misses(code, `${text}, контрольное число введённого не сходится`)
  return {
    ...reasons,
    nearInvalid: invalid(`no_valid_near_${identifier}`, reasons.near),
    otherInvalid: invalid(`no_valid_${identifier}`, reasons.differs)
  }
}

const BY_NAME = new Map(READING_ROWS.toReversed().map(row => [row.identifier, identifierReasons(row)]))

export const IDENTIFIER_REASONS = Object.fromEntries(
  READING_ROWS.map(({ reading, identifier }) => [reading, BY_NAME.get(identifier)])
) as Record<LineIdentifierKind, IdentifierReasons>

/** One number agrees and another does not: two people, or a former document. */
export const OTHER_TOO_REASONS: Partial<Record<LineIdentifierKind, Reason>> = Object.fromEntries(
  PERSONAL_READINGS.map(row => [
    row.reading,
    reasonsAbout(row.identifier).contradicts(`other_${row.identifier}_too`, otherTooText(row))
  ])
)

/** Kinds whose readings differ between people and organisations. */
export const isPersonalReadingKind = (kind: string): kind is LineIdentifierKind => kind in OTHER_TOO_REASONS

/** Agreeing parts as the subject of a sentence, and its predicate. */
export interface NameReasons {
  subject: string
  alone: Reason
  withDate: Reason
  withYear: Reason
}

/** «фамилия, имя и телефон»: «и» moves to the last place. */
export const joined = (subject: string, last: string): string => `${subject.replace(' и ', ', ')} и ${last}`

type Verb = 'совпал' | 'совпала' | 'совпало' | 'совпали'

const nameReasons = (parts: AgreeingNameParts, subject: string, verb: Verb): NameReasons => ({
  subject,
  alone: name.agrees(`same_${parts}`, `${subject} ${verb}`),
  withDate: nameAndBirth.agrees(
    `same_${parts}_and_birth_date`,
    `${joined(subject, 'дата рождения')} совпали`
  ),
  withYear: nameAndBirth.agrees(`same_${parts}_and_birth_year`, `${joined(subject, 'год рождения')} совпали`)
})

export const NAME_REASONS: Record<AgreeingNameParts, NameReasons> = {
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

/** Near agreements and missing parts of a name. */
export const NAME_REMARKS = {
  noName: name.misses('no_name', 'имени в записи нет'),
  onlyInitials: name.misses('no_full_name', 'полного имени в записи нет'),
  noPatronymic: name.misses('no_patronymic', 'отчества в записи нет'),
  otherName: name.contradicts('other_name', 'ФИО другое'),
  otherSurname: name.contradicts('other_surname', 'фамилия другая'),
  otherGivenName: name.contradicts('other_given_name', 'имя другое'),
  otherPatronymic: name.contradicts('other_patronymic', 'отчество другое'),
  otherGender: name.contradicts('other_gender', 'пол по имени другой'),
  mistypedSurname: name.agrees('mistyped_surname', 'фамилия с опечаткой'),
  mistypedGivenName: name.agrees('mistyped_given_name', 'имя с опечаткой'),
  mistypedPatronymic: name.agrees('mistyped_patronymic', 'отчество с опечаткой'),
  halfOfSurname: name.agrees('half_of_surname', 'совпала часть двойной фамилии'),
  halfOfGivenName: name.agrees('half_of_given_name', 'совпала часть двойного имени'),
  surnameOfOtherGender: name.agrees('surname_of_other_gender', 'фамилия в другой родовой форме'),
  diminutive: name.agrees('diminutive', 'имя в уменьшительной форме'),
  abbreviatedGivenName: name.agrees('abbreviated_given_name', 'имя сокращено'),
  variantOfGivenName: name.agrees('variant_of_given_name', 'другая форма имени'),
  differentSpelling: name.agrees('different_spelling', 'написание немного другое'),
  latinSpelling: name.agrees('latin_spelling', 'написание латиницей')
} satisfies Record<string, Reason>

export const DATE_REASONS = {
  sameDate: birth.agrees('same_birth_date', 'дата рождения совпала'),
  sameYear: birth.agrees('same_birth_year', 'год рождения совпал'),
  exchanged: birth.agrees('exchanged_day_and_month', 'день и месяц рождения переставлены'),
  missing: birth.misses('no_birth_date', 'даты рождения нет'),
  onlyYear: birth.misses('no_full_birth_date', 'полной даты рождения в записи нет'),
  otherDateToo: birth.contradicts('other_date_too', 'одна из дат запроса другая'),
  otherDate: birth.contradicts('other_birth_date', 'дата рождения другая'),
  otherYear: birth.contradicts('other_birth_year', 'год рождения другой'),
  otherMonth: birth.contradicts('other_birth_month', 'месяц рождения другой'),
  otherDay: birth.contradicts('other_birth_day', 'день рождения другой'),
  nextYear: birth.contradicts('near_birth_year', 'год рождения отличается на 1'),
  nearYear: birth.contradicts('near_birth_year_digit', 'год рождения отличается одной цифрой'),
  nearMonth: birth.contradicts('near_birth_month', 'месяц рождения отличается одной цифрой'),
  nearDay: birth.contradicts('near_birth_day', 'день рождения отличается одной цифрой')
} satisfies Record<string, Reason>

export const TEXT_REASONS = {
  sameAddress: address.agrees('same_address', 'адрес совпал'),
  otherAddress: address.contradicts('other_address', 'адрес другой'),
  noAddress: address.misses('no_address', 'адреса в записи нет'),
  allWords: words.agrees('all_words', 'найдено по тексту'),
  someWords: words.agrees('some_words', 'найдено по тексту, не все слова'),
  noneOfWords: words.misses('no_text', 'слов запроса в записи нет'),
  unchecked: words.misses('no_words', 'часть запроса не сверена')
} satisfies Record<string, Reason>

export const ORGANISATION_REASONS = {
  same: words.agrees('same_organisation', 'название организации совпало'),
  mistyped: words.agrees('mistyped_organisation', 'название организации с опечаткой'),
  noNumber: words.misses('no_organisation_number', 'номера организации нет: записи могут говорить о разных'),
  near: words.contradicts('near_organisation', 'название организации похоже, но другое'),
  otherForm: words.contradicts('other_legal_form', 'организационная форма другая'),
  other: words.contradicts('other_organisation', 'название организации другое')
} satisfies Record<string, Reason>

/** Connection with the asked organisation, whose numbers are not the person's. */
export const CONNECTION_REASONS = {
  phone: reasonsAbout('phone').agrees('connected_by_phone', 'телефон организации совпал'),
  email: reasonsAbout('email').agrees('connected_by_email', 'e-mail организации совпал'),
  inn: reasonsAbout('inn').agrees('connected_by_inn', 'ИНН организации совпал'),
  ogrn: reasonsAbout('ogrn').agrees('connected_by_ogrn', 'ОГРН организации совпал'),
  address: address.agrees('connected_by_address', 'адрес организации совпал'),
  organisation: words.agrees('connected_by_organisation', 'организация или место работы совпали'),
  mistyped_organisation: ORGANISATION_REASONS.mistyped
} satisfies Record<string, Reason>

export const REASONS: readonly Reason[] = [
  ...new Set(Object.values(IDENTIFIER_REASONS).flatMap(reasons => Object.values<Reason>({ ...reasons }))),
  ...Object.values<Reason>(OTHER_TOO_REASONS),
  ...Object.values(NAME_REASONS).flatMap(({ alone, withDate, withYear }) => [alone, withDate, withYear]),
  ...Object.values(NAME_REMARKS),
  ...Object.values(DATE_REASONS),
  ...Object.values(TEXT_REASONS),
  ...new Set([...Object.values(ORGANISATION_REASONS), ...Object.values(CONNECTION_REASONS)])
]
