import type { ReadingKind } from '#shared/contracts/reading.ts'
import { READING_ROWS } from '#shared/identity/identifiers/reading-kinds.ts'
import { READING_REMARKS } from './reading-remarks.ts'

export const READING_LABELS = {
  ...Object.fromEntries(READING_ROWS.map(({ reading, label }) => [reading, label])),
  full_name: 'ФИО',
  birth_date: 'Дата рождения',
  address: 'Адрес',
  text: 'Текст',
  combined: 'Всё вместе'
} as Readonly<Record<ReadingKind, string>>

export const READING_NOTES = {
  ...READING_REMARKS,
  checksum: 'контрольное число не сходится',
  layout: 'раскладка исправлена',
  oblique: 'в именительном падеже',
  notIssued: 'такие номера не выдаются',
  region: 'регион 00 не существует',
  phoneCode: 'код не распределён',
  vinMaker: 'неизвестный изготовитель',
  lacksDigit: 'не хватает цифры',
  foreign: 'номер другой страны',
  flipped: 'день и месяц переставлены'
} as const
