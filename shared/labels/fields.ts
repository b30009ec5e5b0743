import type { FieldKind } from '#shared/identity/records/types.ts'

/** Apart, so that a page that needs these does not carry all. */
export const PHONE_LABEL = 'Телефон'
export const ADDRESS_LABEL = 'Адрес'
export const FORMER_SURNAME_LABEL = 'Прежняя фамилия'
export const ADDRESS_LINK_LABEL = 'Связь по адресу'

/** The Russian name of each kind of field, as shown where no source gives its own. */
export const FIELD_LABELS = {
  last_name: 'Фамилия',
  first_name: 'Имя',
  middle_name: 'Отчество',
  full_name: 'ФИО',
  birth_date: 'Дата рождения',
  gender: 'Пол',
  phone: PHONE_LABEL,
  email: 'E-mail',
  inn: 'ИНН',
  snils: 'СНИЛС',
  passport: 'Паспорт',
  passport_series: 'Серия паспорта',
  passport_number: 'Номер паспорта',
  ogrn: 'ОГРН',
  vin: 'VIN',
  plate: 'Госномер',
  address: ADDRESS_LABEL,
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
} as const satisfies Record<FieldKind, string>
