/** Apart from the labels of all kinds, so that a page that needs these does not carry those. */
export const PHONE_LABEL = 'Телефон'
export const ADDRESS_LABEL = 'Адрес'
export const FORMER_SURNAME_LABEL = 'Прежняя фамилия'
export const ADDRESS_LINK_LABEL = 'Связь по адресу'

/** Of what tells in a list who somebody is. */
export const TELLING_LABELS = {
  full_name: 'ФИО',
  organization: 'Организация',
  birth_date: 'Дата рождения',
  phone: PHONE_LABEL,
  email: 'E-mail',
  inn: 'ИНН',
  snils: 'СНИЛС',
  passport: 'Паспорт',
  ogrn: 'ОГРН',
  vin: 'VIN',
  plate: 'Госномер'
} as const
