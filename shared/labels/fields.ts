import { IDENTIFIER_KINDS, labelOf, partsOf } from '#shared/identity/identifiers/words.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { ADDRESS_LABEL, ADDRESS_LINK_LABEL } from './usual-fields.ts'

const IDENTIFIER_LABELS = /* @__PURE__ */ Object.fromEntries(
  IDENTIFIER_KINDS.flatMap(kind => [[kind, labelOf(kind)], ...partsOf(kind)])
)

/** Used when the source gives no name. */
export const FIELD_LABELS = {
  last_name: 'Фамилия',
  first_name: 'Имя',
  middle_name: 'Отчество',
  full_name: 'ФИО',
  birth_date: 'Дата рождения',
  gender: 'Пол',
  ...IDENTIFIER_LABELS,
  address: ADDRESS_LABEL,
  postcode: 'Индекс',
  region: 'Область',
  district: 'Район',
  city: 'Город',
  street: 'Улица',
  house: 'Дом',
  building: 'Корпус',
  flat: 'Квартира',
  birth_place: 'Место рождения',
  citizenship: 'Гражданство',
  position: 'Должность',
  workplace: 'Место работы',
  organization: 'Организация',
  organization_inn: 'ИНН организации',
  organization_phone: 'Телефон организации',
  organization_email: 'E-mail организации',
  organization_address: 'Адрес организации',
  record_number: 'Номер записи',
  date: 'Дата',
  record_date: 'Дата записи',
  address_link: ADDRESS_LINK_LABEL,
  other: 'Прочее'
} as Readonly<Record<FieldKind, string>>
