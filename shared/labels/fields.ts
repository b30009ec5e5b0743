import type { FieldKind } from '#shared/identity/types.ts'

/** The Russian name of each kind of field, as shown where no source gives its own. */
export const FIELD_LABELS = {
  last_name: 'Фамилия',
  first_name: 'Имя',
  middle_name: 'Отчество',
  full_name: 'ФИО',
  birth_date: 'Дата рождения',
  gender: 'Пол',
  phone: 'Телефон',
  email: 'E-mail',
  inn: 'ИНН',
  snils: 'СНИЛС',
  passport: 'Паспорт',
  passport_series: 'Серия паспорта',
  passport_number: 'Номер паспорта',
  ogrn: 'ОГРН',
  vin: 'VIN',
  plate: 'Госномер',
  address: 'Адрес',
  workplace: 'Место работы',
  organization: 'Организация',
  record_number: 'Номер записи',
  date: 'Дата',
  address_link: 'Связь по адресу',
  other: 'Прочее'
} as const satisfies Record<FieldKind, string>
