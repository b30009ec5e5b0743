import { join } from 'node:path'
import type { FieldKind } from '#shared/identity/records/types.ts'
import type { MESSY_PEOPLE } from './messy-people-table.ts'

export const MESSY_FOLDER = join(import.meta.dir, 'messy')

type PersonField = Exclude<keyof (typeof MESSY_PEOPLE)[number], 'surname'>

export interface MessyFile {
  name: string
  /** What its searchable columns hold, by header. */
  kinds: Record<string, FieldKind>
  /** What its people can be found by. */
  findable: readonly PersonField[]
  /** People who lack one of these because the file has spoilt it, with what. */
  spoilt?: readonly [surname: string, what: PersonField][]
  rejected?: number
}

/** Files as registries, offices and programs ship them. */
export const MESSY_FILES: readonly MessyFile[] = [
  {
    name: 'excel-sep.csv',
    kinds: { 'Ф.И.О.': 'full_name', 'Дата рождения': 'birth_date', Телефон: 'phone', Адрес: 'address' },
    findable: ['name', 'dob', 'phone', 'address']
  },
  {
    name: 'quoted-breaks.csv',
    kinds: {
      'Фамилия, имя, отчество': 'full_name',
      'Дата рождения': 'birth_date',
      'Паспорт серия, номер': 'passport'
    },
    findable: ['name', 'dob', 'passport']
  },
  {
    name: 'dos-866.csv',
    kinds: {
      ФАМИЛИЯ: 'last_name',
      ИМЯ: 'first_name',
      ОТЧЕСТВО: 'middle_name',
      'Д.РОЖД': 'birth_date',
      ТЕЛ: 'phone'
    },
    findable: ['name', 'dob', 'phone']
  },
  {
    name: 'koi8.txt',
    kinds: { Абонент: 'full_name', Мобильный: 'phone', 'Эл. почта': 'email' },
    findable: ['name', 'phone', 'email']
  },
  {
    name: 'unicode-text.txt',
    kinds: { ФИО: 'full_name', ИНН: 'inn', СНИЛС: 'snils' },
    findable: ['name', 'inn', 'snils']
  },
  {
    name: 'utf16-be.csv',
    kinds: { Клиент: 'full_name', 'Дата рожд.': 'birth_date', 'E-mail': 'email' },
    findable: ['name', 'dob', 'email']
  },
  {
    name: 'no-header.csv',
    kinds: { ФИО: 'full_name', 'Дата рождения': 'birth_date', Телефон: 'phone', 'E-mail': 'email' },
    findable: ['name', 'dob', 'phone', 'email']
  },
  {
    name: 'report-with-title.csv',
    kinds: {
      'Ф.И.О. работника': 'full_name',
      'Дата рождения': 'birth_date',
      'СНИЛС застрахованного': 'snils',
      'Тел./факс': 'phone'
    },
    findable: ['name', 'dob', 'snils', 'phone'],
    rejected: 2
  },
  {
    name: 'grouped-header.csv',
    kinds: {
      Фамилия: 'last_name',
      Имя: 'first_name',
      Отчество: 'middle_name',
      Серия: 'passport_series',
      'Номер паспорта': 'passport_number',
      'Моб. тел.': 'phone',
      Почта: 'email'
    },
    findable: ['name', 'passport', 'phone', 'email']
  },
  {
    name: 'nested.ndjson',
    kinds: {
      'name.last': 'last_name',
      'name.first': 'first_name',
      'name.middle': 'middle_name',
      'birth.date': 'birth_date',
      'контакты.тел': 'phone',
      'контакты.почта': 'email',
      'документы.инн': 'inn',
      'документы.снилс': 'snils',
      'работодатель.инн': 'organization_inn'
    },
    findable: ['name', 'dob', 'phone', 'phone2', 'email', 'inn', 'snils', 'org_inn']
  },
  {
    name: 'latin-headers.csv',
    kinds: {
      client_last_name: 'last_name',
      client_first_name: 'first_name',
      'ФИО латиницей': 'full_name',
      DoB: 'birth_date',
      phone_mobile: 'phone',
      'e-mail address': 'email',
      INN: 'inn'
    },
    findable: ['name', 'latin', 'dob', 'phone', 'email', 'inn']
  },
  {
    name: 'crowded-cells.csv',
    kinds: { ФИО: 'full_name', Телефоны: 'phone', Почта: 'email' },
    findable: ['name', 'phone', 'phone2', 'email', 'email2']
  },
  {
    name: 'dates.csv',
    kinds: { 'Фамилия И.О.': 'full_name', ДР: 'birth_date', 'Номер телефона': 'phone' },
    findable: ['initials', 'dob', 'phone']
  },
  {
    name: 'registry.zip',
    kinds: {
      'Наименование организации': 'organization',
      'ИНН ЮЛ': 'organization_inn',
      ОГРН: 'ogrn',
      Руководитель: 'full_name',
      'ИНН руководителя': 'inn'
    },
    findable: ['name', 'inn', 'org_inn', 'ogrn']
  },
  {
    name: 'cars.tsv.gz',
    kinds: { 'Собственник ТС': 'full_name', 'VIN-код': 'vin', ГРЗ: 'plate' },
    findable: ['name', 'vin', 'plate']
  },
  {
    name: 'meaningless-headers.csv',
    kinds: {
      Поле1: 'full_name',
      Поле2: 'phone',
      Поле3: 'email',
      Поле4: 'inn',
      Поле5: 'snils',
      Поле6: 'address'
    },
    findable: ['name', 'phone', 'email', 'inn', 'snils', 'address']
  },
  {
    name: 'wrong-headers.csv',
    kinds: { Имя: 'full_name', 'Контактное лицо': 'phone', Документ: 'snils', Адрес: 'email' },
    findable: ['name', 'phone', 'snils', 'email']
  },
  {
    name: 'exponents.csv',
    kinds: { ФИО: 'full_name', 'Дата рождения': 'birth_date', Телефон: 'phone', ИНН: 'inn' },
    findable: ['name', 'dob', 'phone', 'inn'],
    spoilt: [['Эталонов', 'phone']]
  },
  {
    name: 'old-mac.csv',
    kinds: { ФИО: 'full_name', Телефон: 'phone' },
    findable: ['name', 'phone']
  },
  {
    name: 'staff.xlsx',
    kinds: {
      Фамилия: 'last_name',
      Имя: 'first_name',
      Отчество: 'middle_name',
      'Дата рождения': 'birth_date',
      Телефон: 'phone',
      ИНН: 'inn'
    },
    findable: ['name', 'dob', 'phone', 'inn']
  },
  {
    name: 'several-sheets.xlsx',
    kinds: {
      Клиент: 'full_name',
      'День рождения': 'birth_date',
      'Контактный номер': 'phone',
      'Паспорт РФ': 'passport'
    },
    findable: ['name', 'dob', 'phone', 'passport']
  },
  {
    name: 'workbook-in.zip',
    kinds: { Ученик: 'full_name', 'Дата рождения': 'birth_date', 'Адрес проживания': 'address' },
    findable: ['name', 'dob', 'address']
  }
]

/** Files that are no table, or not the one that they call themselves, with what the refusal says. */
export const REFUSED_FILES: readonly (readonly [name: string, says: RegExp])[] = [
  ['refused-web-page.xls', /веб-страница.*сохраните как XLSX или CSV/],
  ['refused-old-excel.xls', /старого вида.*сохраните как «Книга Excel \(\.xlsx\)»/],
  ['refused-text-as.xlsx', /внутри текст.*назовите файл \.csv/],
  ['refused-workbook-as.csv', /внутри книга Excel.*Переименуйте/],
  ['refused-scan.pdf', /документ PDF.*CSV или XLSX/],
  ['refused-array.json', /массив JSON.*NDJSON/],
  ['refused-two-tables.zip', /несколько файлов \(«a\.csv», «b\.csv»\).*по одному/],
  ['refused-1c.xml', /это XML.*выгрузите в CSV/],
  ['refused-header-only.csv', /ни одной строки с данными/],
  ['refused-other-width.csv', /Ни одна строка не сохранена.*колонок 4, а в заголовке 3/]
]
