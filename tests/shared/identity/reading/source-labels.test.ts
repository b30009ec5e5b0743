import { expect, test } from 'bun:test'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { best, partsOfBest, scoreOf } from './read-line.ts'

const NAME = 'Примеров Илья Андреевич'
const PLACE = 'г. Примерск, ул. Образцовая, д. 7'

/** By the kind of a column a value as sources have it, and what it is read as. */
const VALUES: Record<string, [value: string, reading: string]> = {
  full_name: [NAME, `full_name ${NAME}`],
  last_name: ['Примеров', 'full_name Примеров'],
  first_name: ['Илья', 'full_name Илья'],
  middle_name: ['Андреевич', 'full_name Андреевич'],
  birth_date: ['14.03.1981', 'birth_date 1981-03-14'],
  phone: ['+7 973 204-17-40', 'phone 79732041740'],
  email: ['i.primerov@example.com', 'email i.primerov@example.com'],
  passport: ['4503 123457', 'passport 4503123457'],
  snils: ['204-777-153 66', 'snils 20477715366'],
  inn: ['001204175339', 'inn_person 001204175339'],
  ogrn: ['1200000204172', 'ogrn 1200000204172'],
  vin: ['0DMPA4B26KP204175', 'vin 0DMPA4B26KP204175'],
  plate: ['А417ВС00', 'plate А417ВС00'],
  address: [PLACE, `address ${PLACE}`],
  address_link: [PLACE, `address ${PLACE}`],
  organization: ['ООО «Вектор»', 'text ООО «Вектор»'],
  workplace: ['ООО «Вектор»', 'text ООО «Вектор»']
}
const NOT_SEARCHED: Record<string, string> = {
  record_number: 'R-17',
  record_date: '01.02.2015',
  passport_series: '4503',
  passport_number: '123457',
  other: 'Образец'
}

const COLUMNS = [
  ...new Map(
    SEED_SOURCES.flatMap(({ columns }) => columns.map(one => [`${one.label} | ${one.kind}`, one] as const))
  ).values()
]

test.each(
  COLUMNS.filter(({ kind }) => kind in VALUES).map(({ label, kind }): [string, string] => [label, kind])
)('reads «%s: …» of a source as %s', (label, kind) => {
  const [value = '', reading = ''] = VALUES[kind] ?? []
  expect(best(`${label}: ${value}`)).toBe(reading)
  if (!reading.startsWith('full_name'))
    expect(partsOfBest(`${NAME} ${label}: ${value}`)).toEqual([`full_name ${NAME}`, reading])
})

/** They are searched as words: a place and what somebody is. */
const SEARCHED = ['Город', 'Должность']

test.each(
  COLUMNS.filter(({ kind, label }) => !(kind in VALUES) && !SEARCHED.includes(label)).map(
    ({ label, kind }): [string, string] => [label, kind]
  )
)('names «%s: …» beside a name as not searched', (label, kind) => {
  const field = `${label}: ${NOT_SEARCHED[kind]}`
  for (const line of [`${NAME} ${field}`, `${NAME}, ${field}`]) {
    expect(partsOfBest(line)).toEqual([`full_name ${NAME}`])
    expect(remarksOfReadings(parseQuery(line))).toEqual([`не ищется: ${field}`])
  }
})

test.each(
  COLUMNS.filter(({ kind }) => !(kind in VALUES || kind === 'record_date' || kind === 'passport_series')).map(
    ({ label, kind }): [string, string] => [label, kind]
  )
)('looks «%s: …» alone up by its value', (label, kind) => {
  const value = NOT_SEARCHED[kind] ?? ''
  const [surest] = parseQuery(`${label}: ${value}`)
  expect([label, surest?.value]).toEqual([label, value])
  expect(scoreOf(`${label}: ${value}`, { [label]: value })).toBeGreaterThan(0)
})

test.each([
  ['Номер дела: А00-60795/2019', 'text А00-60795/2019'],
  ['Лицевой счёт 13-998719', 'text 13-998719'],
  ['Регион: Условный край', 'text Условный край'],
  ['Город: Сказочинск', 'address Сказочинск'],
  ['Год выпуска: 2013', 'text 2013'],
  ['Работодатель: ООО «Вектор»', 'text ООО «Вектор»'],
  ['Цвет глаз: карие', 'text карие'],
  ['Срочно: Иванов Иван', 'full_name Иванов Иван'],
  ['Примеров: должник', 'combined Примеров должник'],
  ['Телефон: н/д', 'text Телефон: н/д'],
  ['Дата регистрации: 14.03.2014', 'text Дата регистрации: 14.03.2014']
])('reads «%s», a field alone, as %s', (line, reading) => {
  expect(best(line)).toBe(reading)
})

test.each<[line: string, ...parts: string[]]>([
  ['Мобильный телефон покупателя: +7 973 204-17-40', 'phone 79732041740'],
  ['Почта клиента: i.primerov@example.com', 'email i.primerov@example.com'],
  ['Пассажир: PETROVA ANNA', 'full_name Petrova Anna'],
  [
    'Участник: Примеров Илья Андреевич Роль: истец Год рождения: 1981',
    `full_name ${NAME}`,
    'birth_date 1981'
  ],
  [
    'Пассажир: PETROVA ANNA\nСерия паспорта: 4503\nНомер паспорта: 123457',
    'full_name Petrova Anna',
    'passport 4503123457'
  ]
])('reads «%s»', (line, ...parts) => expect(partsOfBest(line)).toEqual(parts))

test('does not take a passenger for somebody else with that passport', () => {
  const line = 'Пассажир: PETROVA ANNA Паспорт: 4503 123457'
  expect(scoreOf(line, { ФИО: 'Другов Олег Петрович', Паспорт: '4503 123457' })).toBeLessThan(0.6)
  expect(scoreOf(line, { ФИО: 'Петрова Анна Сергеевна', Паспорт: '4503 123457' })).toBeGreaterThan(0.85)
})
