import { join } from 'node:path'
import type { FieldKind } from '#shared/identity/records/types.ts'

export const MESSY_FOLDER = join(import.meta.dir, 'messy')

/** The five people of every file, in its order, as a person would type what is known of them. */
export const MESSY_PEOPLE = [
  {
    surname: 'Тестов',
    name: 'Тестов Иван Петрович',
    initials: 'Тестов И.П.',
    dob: '14.03.1981',
    phone: '+7 973 482-63-64',
    phone2: '8 973 482 63 65',
    email: 'testov@example.com',
    email2: 'second.testov@example.com',
    inn: '006241318305',
    snils: '413-999-182 19',
    passport: '00 12 413182',
    vin: '0DMBA4B2XKV413182',
    plate: 'К658УВ00',
    org_inn: '0000005023',
    ogrn: '1200000005028',
    latin: 'Testov Ivan Petrovich',
    address: 'Примерск Образцовая 7 41'
  },
  {
    surname: 'Примерова',
    name: 'Примерова Анна Сергеевна',
    initials: 'Примерова А.С.',
    dob: '02.11.1975',
    phone: '+7 973 843-32-02',
    phone2: '8 973 843 32 03',
    email: 'primerova@example.com',
    email2: 'second.primerova@example.com',
    inn: '002421660447',
    snils: '116-601-888 46',
    passport: '00 24 216601',
    vin: '0DMCA4B29KR216601',
    plate: 'С942НХ00',
    org_inn: '0000005030',
    ogrn: '1210000005038',
    latin: 'Primerova Anna Sergeevna',
    address: 'Эталонск Пробный 12'
  },
  {
    surname: 'Образцов',
    name: 'Образцов Глеб Ильич',
    initials: 'Образцов Г.И.',
    dob: '29.02.1988',
    phone: '+7 974 204-00-40',
    phone2: '8 974 204 00 41',
    email: 'obraztsov@example.com',
    email2: 'second.obraztsov@example.com',
    inn: '008602002360',
    snils: '720-666-020 72',
    passport: '00 11 020020',
    vin: '0DMDA4B27KL020020',
    plate: 'Е227ВТ00',
    org_inn: '0000005048',
    ogrn: '1220000005048',
    latin: 'Obraztsov Gleb Ilich',
    address: 'Примерск Тихий 3 5'
  },
  {
    surname: 'Пробникова',
    name: 'Пробникова Вера Андреевна',
    initials: 'Пробникова В.А.',
    dob: '01.02.1985',
    phone: '+7 974 564-68-78',
    phone2: '8 974 564 68 79',
    email: 'probnikova@example.com',
    email2: 'second.probnikova@example.com',
    inn: '004782344404',
    snils: '423-439-555 77',
    passport: '00 22 823439',
    vin: '0DMEA4B21KF823439',
    plate: 'Р511СО00',
    org_inn: '0000005055',
    ogrn: '1230000005058',
    latin: 'Probnikova Vera Andreevna',
    address: 'Тестовка Садовая 1'
  },
  {
    surname: 'Эталонов',
    name: 'Эталонов Пётр Олегович',
    initials: 'Эталонов П.О.',
    dob: '31.12.1990',
    phone: '+7 974 925-37-16',
    phone2: '8 974 925 37 17',
    email: 'etalonov@example.com',
    email2: 'second.etalonov@example.com',
    inn: '000962686551',
    snils: '126-444-858 68',
    passport: '00 09 626858',
    vin: '0DMFA4B26KB626858',
    plate: 'А795ММ00',
    org_inn: '0000005062',
    ogrn: '1240000005068',
    latin: 'Etalonov Petr Olegovich',
    address: 'Эталонск Новая 18 2'
  }
] as const

type Known = Exclude<keyof (typeof MESSY_PEOPLE)[number], 'surname'>

export interface MessyFile {
  name: string
  /** What its searchable columns hold, by header. */
  kinds: Record<string, FieldKind>
  /** What its people can be found by. */
  findable: readonly Known[]
  /** People who lack one of these because the file has spoilt it, with what. */
  spoilt?: readonly [surname: string, what: Known][]
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
