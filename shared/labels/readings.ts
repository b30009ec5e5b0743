import type { ReadingKind } from '#shared/contracts/reading.ts'

/** The Russian name of each way to understand a typed line, as on a chip. */
export const READING_LABELS = {
  phone: 'Телефон',
  email: 'E-mail',
  inn_person: 'ИНН физлица',
  inn_org: 'ИНН организации',
  snils: 'СНИЛС',
  passport: 'Паспорт',
  ogrn: 'ОГРН',
  ogrnip: 'ОГРНИП',
  vin: 'VIN',
  plate: 'Госномер',
  full_name: 'ФИО',
  birth_date: 'Дата рождения',
  address: 'Адрес',
  text: 'Текст',
  combined: 'Всё вместе'
} as const satisfies Record<ReadingKind, string>

/** Why a reading deserves a second look. */
export const READING_NOTES = {
  checksum: 'контрольное число не сходится',
  layout: 'раскладка исправлена',
  oblique: 'в именительном падеже',
  list: 'список: больше трёх',
  notIssued: 'такие номера не выдаются',
  region: 'регион 00 не существует',
  phoneCode: 'код не распределён',
  vinMaker: 'неизвестный изготовитель',
  lacksDigit: 'не хватает цифры',
  foreign: 'номер другой страны',
  age: 'возраст не ищется, нужен год рождения',
  number: 'не телефон и не номер документа, ищется как слова',
  rowNumber: 'номер строки не ищется',
  flipped: 'день и месяц переставлены'
} as const

/** Notes on what of a line is not searched, or not as it seems: they are shown beside the readings. */
export const READING_REMARKS: readonly string[] = [
  READING_NOTES.age,
  READING_NOTES.rowNumber,
  READING_NOTES.number,
  READING_NOTES.list
]
