import type { DecidingCode, FieldCode } from '#shared/contracts/compare.ts'
import type { NotEnoughCode } from '#shared/contracts/person.ts'
import { rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { identifierOf } from '#shared/identity/identifiers/reading-kinds.ts'
import { commonText, differentSentence } from '#shared/identity/identifiers/sentences.ts'
import type { Identifier, IdentifierKind } from '#shared/identity/identifiers/table.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'

type FieldCodes = Record<'same' | 'other' | 'no', FieldCode>

interface FieldTexts extends FieldCodes {
  common: string
  different: string
  /** Why a difference forbids nothing: a person may have several, or the value has several spellings. */
  mayDiffer: 'several' | 'written' | null
}

const textsOf = (
  name: Identifier | 'address' | 'workplace' | 'organization' | 'value',
  common: string,
  different: string,
  mayDiffer: FieldTexts['mayDiffer'] = null
): FieldTexts => ({
  same: `same_${name}`,
  other: `other_${name}`,
  no: `no_${name}`,
  common,
  different,
  mayDiffer
})

/** Uses the name that reasons give to the first reading of the kind. */
const textsOfKind = (kind: IdentifierKind): [string, FieldTexts] => [
  FIELD_LABELS[kind],
  textsOf(
    identifierOf(kind),
    commonText(kind),
    differentSentence(kind),
    rulesOf(kind).mayBeSeveral ? 'several' : null
  )
]

/** Keyed by the label of the summary row; name, date and gender have texts of their own. */
const BY_LABEL: Readonly<Record<string, FieldTexts>> = {
  ...Object.fromEntries(IDENTIFIER_KINDS.map(textsOfKind)),
  [FIELD_LABELS.address]: textsOf('address', 'Общий адрес', 'Адреса разные', 'several'),
  [FIELD_LABELS.workplace]: textsOf('workplace', 'Общее место работы', 'Места работы разные', 'several'),
  [FIELD_LABELS.organization]: textsOf('organization', 'Общая организация', 'Организации разные', 'several')
}

export const fieldTexts = (label: string): FieldTexts =>
  BY_LABEL[label] ?? textsOf('value', `${label}: общее значение`, `${label}: значения разные`, 'written')

export const MAY_DIFFER_TEXTS = {
  person: { several: 'у человека их бывает несколько', written: 'объединить это не мешает' },
  organisation: { several: 'у организации их бывает несколько', written: 'объединить это не мешает' }
} as const
export const IN_CARDS = 'В карточках этих записей'
export const IN_ONE_CARD = 'Записи стоят в одной карточке'
export const ONE_CARD = `${IN_ONE_CARD}: их соединяют другие её записи`
export const OTHER_KIND = 'Человек и организация: это разные карточки'
export const NAME_OF_ORGANISATION = 'Одного названия мало'
export const NO_NAME = 'Имя указано не с обеих сторон'
export const VETO_TEXT = 'Это запрет: объединить нельзя'
export const MISSING_TEXTS = { a: 'Слева нет', b: 'Справа нет' } as const
export const ALL_SAME = 'Совпадает'
export const NOT_COMPARABLE = 'Общих частей имени нет'
export const COMMON_FLAT = 'Общий адрес до квартиры'
export const GENDERS = { male: 'мужской', female: 'женский' } as const
export const BY_NAME = '(по имени)'
export const GENDER_MISSING_TEXTS = { a: 'В источниках слева нет', b: 'В источниках справа нет' } as const

export const SIDES = ['слева', 'справа'] as const

/** Used when the years agree. */
export const NOT_FULL_DATE_TEXTS = {
  a: 'полной даты слева нет',
  b: 'полной даты справа нет',
  both: 'полной даты нет'
} as const

export const FULL_DATE_TEXTS = {
  a: 'Полная дата рождения слева',
  b: 'Полная дата рождения справа',
  both: 'Полная дата рождения с обеих сторон',
  neither: 'Полная дата рождения, одна и та же'
} as const

export const DECIDING_TEXTS: Record<Exclude<DecidingCode, 'full_birth_date'>, string> = {
  personal_number: 'Один и тот же СНИЛС, ИНН или паспорт',
  contact: 'Общий телефон или e-mail',
  personal_phone: 'Общий личный телефон',
  flat: 'При полном ФИО: общий адрес до квартиры',
  full_name: 'Полное ФИО с обеих сторон',
  two_facts: 'Два общих факта: дата рождения, телефон, e-mail или автомобиль',
  number_over_difference:
    'Один и тот же СНИЛС, ИНН или паспорт: тогда расхождение не запрещает объединять и показывается как противоречие',
  nothing_by_rules: 'По правилам ничего: такой запрет не снимается',
  own_verdict: 'Ваш вывод, если ошибка в данных очевидна',
  organisation_number: 'Один и тот же ИНН или ОГРН организации',
  organisation_contact: 'При одном названии: общий адрес или телефон'
}

export const WOULD_DECIDE: Record<NotEnoughCode, readonly DecidingCode[]> = {
  fits_two_people: ['full_name', 'full_birth_date', 'personal_number'],
  changed_surname: ['personal_number', 'contact'],
  name_alone: ['full_birth_date', 'personal_number', 'contact', 'flat'],
  name_and_birth_year: ['full_birth_date', 'personal_number', 'contact', 'flat'],
  initials_alone: ['full_birth_date', 'personal_number', 'contact'],
  loose_name: ['personal_number', 'two_facts'],
  shared_by_household: ['full_name', 'full_birth_date', 'personal_number', 'personal_phone'],
  contact_of_many: ['full_birth_date', 'personal_number', 'personal_phone']
}
