import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest, scoreOf } from './read-line.ts'

const NAME = 'Примеров Илья Андреевич'
const BORN = 'birth_date 1981-03-14'
const REST = /^не ищется: /

/** Behind the name or before it, and what of it is left out. */
const LEFT_OUT: [line: string, leftOut: string][] = [
  ...[
    'решение суда от 05.06.2023',
    'выписка из ЕГРН от 05.06.2023',
    'договор займа от 12.03.2024',
    'приговор Примерского районного суда от 05.06.2023',
    'принят на работу 01.02.2015',
    'пропала 01.02.2015',
    'на 20.11.2026',
    'по состоянию на 20.11.2026',
    'от 12 мая 2023 г.',
    'работает с 01.02.2015 по 05.06.2023',
    'дата заполнения анкеты 20.11.2024',
    'выдан в 2010',
    'выдан паспорт 12.03.2010',
    'права выданы 12.03.2010',
    'права: 12.03.2010',
    'Права: 12.03.2010',
    '12.03.2010 выдан',
    '12.03.2010 (дата выдачи)',
    'присвоен ИНН 12.03.2010',
    'поставлен на учёт в налоговом органе 12.03.2010',
    'признан банкротом 12.03.2010',
    'договор 12.03.2010',
    'договор № 5 12.03.2010',
    'приказ об отпуске 12.03.2010',
    'брак 12.03.2010',
    'ДТП 12.03.2010',
    'рейс 12.03.2010',
    'последний визит 12.03.2010',
    'в розыске с 12.03.2010',
    'штраф от 12.03.2010',
    'срок действия до 12.03.2030',
    'уволился 12.03.2010',
    'умер в 2010',
    'работает с 2010 года',
    'окончил школу в 2010 году'
  ].flatMap((words): [string, string][] => [
    [`${NAME} ${words}`, words],
    [`${NAME}, ${words}`, words],
    [`${words} ${NAME}`, words]
  ]),
  // A label without its value says nothing before a name.
  ...['', ','].map((sign): [string, string] => [
    `${NAME}${sign} водительские права от 12.03.2010`,
    'водительские права от 12.03.2010'
  ]),
  [`водительские права от 12.03.2010 ${NAME}`, 'от 12.03.2010']
]

test.each(LEFT_OUT)('of «%s» leaves out and names «%s»', (line, leftOut) => {
  expect(partsOfBest(line)).toEqual([`full_name ${NAME}`])
  expect(remarksOfReadings(parseQuery(line)).map(one => one.replace(REST, ''))).toEqual([leftOut])
})

test.each(LEFT_OUT)('of «%s» with a date of birth leaves out no more', line => {
  expect(partsOfBest(`${line}, 14.03.1981`)).toEqual([`full_name ${NAME}`, BORN])
})

test.each([
  ['дело №А40-12345/2024', 'А40-12345/2024'],
  ['№ 2-1234/2023', '2-1234/2023'],
  ['дело А40-12345/2024', 'А40-12345/2024'],
  ['по делу № 2-1234/2023', '2-1234/2023'],
  ['исполнительное производство № 12345/24/77001-ИП', '12345/24/77001-ИП']
])('looks «%s» up besides, and the name as if it were not there', (words, number) => {
  const ofCase = { Участник: 'Другов Олег Петрович', 'Номер дела': number }
  for (const line of [`${NAME} ${words}`, `${NAME}, ${words}`, `${words} ${NAME}`]) {
    expect(partsOfBest(line)).toEqual([`full_name ${NAME}`])
    expect(partsOfBest(`${line}, 14.03.1981`)).toEqual([`full_name ${NAME}`, BORN])
    expect(remarksOfReadings(parseQuery(line))).toEqual([])
    expect(scoreOf(line, { ФИО: NAME })).toBe(scoreOf(NAME, { ФИО: NAME }))
    expect(scoreOf(line, ofCase)).toBeGreaterThan(0)
    expect(scoreOf(line, ofCase)).toBeLessThan(scoreOf(line, { ФИО: 'Примеров Илья' }))
  }
})

test('looks the number of a contract up besides, below whatever is of the name', () => {
  const ofContract = { Клиент: 'Другов Олег Петрович', 'Номер договора': '12-А/2024' }
  for (const line of [`${NAME} Договор №12-А/2024`, `Договор №12-А/2024, ${NAME}`]) {
    expect(partsOfBest(line)).toEqual([`full_name ${NAME}`])
    expect(partsOfBest(`${line}, 14.03.1981`)).toEqual([`full_name ${NAME}`, BORN])
    expect(scoreOf(line, { ФИО: NAME })).toBe(scoreOf(NAME, { ФИО: NAME }))
    expect(scoreOf(line, ofContract)).toBeGreaterThan(0)
    expect(scoreOf(line, ofContract)).toBeLessThan(scoreOf(line, { ФИО: 'Примеров Илья' }))
  }
})

test.each([
  [`${NAME} 1981-2024`, 'birth_date 1981', '2024'],
  [`1981-2024 ${NAME}`, 'birth_date 1981', '2024'],
  [`${NAME} (1981 – 2024)`, 'birth_date 1981', '2024'],
  [`${NAME}, годы жизни: 1981—2024 гг.`, 'birth_date 1981', '2024'],
  [`${NAME} (14.03.1981 – 01.02.2024)`, BORN, '01.02.2024']
])('of the life in «%s» asks for %s and names %s', (line, born, leftOut) => {
  expect(partsOfBest(line)).toEqual([`full_name ${NAME}`, born])
  expect(remarksOfReadings(parseQuery(line))).toEqual([`не ищется: ${leftOut}`])
})

test.each<[line: string, ...parts: string[]]>([
  [`${NAME} 14.03.1981`, `full_name ${NAME}`, BORN],
  [`${NAME} родился 14.03.1981`, `full_name ${NAME}`, BORN],
  [`1981-2024 45 09 123456 ${NAME}`, `full_name ${NAME}`, 'birth_date 1981', 'passport 4509123456'],
  [`1981-2024, 8 973 204-17-40, ${NAME}`, `full_name ${NAME}`, 'birth_date 1981', 'phone 79732041740'],
  ['Снятков Илья 14.03.1981', 'full_name Снятков Илья', BORN],
  ['Умеров 14.03.1981', 'full_name Умеров', BORN],
  ['Брак Анна Петровна 14.03.1981', 'full_name Брак Анна Петровна', BORN],
  ['Анна Долгова № 2-1234/2023', 'full_name Долгова Анна'],
  ['Анна Долгова от 12.03.2024', 'full_name Долгова Анна'],
  [`${NAME}, права 77 01 123456`, `full_name ${NAME}`, 'driving_licence 7701123456'],
  [`${NAME} зарегистрирован 12.05.2010 по адресу: г. Примерск`, `full_name ${NAME}`, 'address г. Примерск']
])('reads «%s» with the name and the date of birth in it', (line, ...parts) =>
  expect(partsOfBest(line)).toEqual(parts)
)

const ALONE = [
  'права: 12.03.2010',
  'выдан 12.03.2010',
  'дата регистрации 12.03.2010',
  'договор от 12.03.2010',
  'договор № 45 от 12.03.2010',
  'решение суда от 12.03.2010',
  'умер в 2010',
  'ДТП 12.03.2010',
  'дата ДТП 12.03.2010',
  'дата последнего визита: 12.03.2010',
  '12.03.2010 дата выдачи'
]

test.each(ALONE)('«%s» alone is no date of birth, and says so', line => {
  expect(partsOfBest(line)).toEqual([`text ${line}`])
  expect(remarksOfReadings(parseQuery(line))).toEqual([
    'не дата рождения, ищется только словами в тексте записей'
  ])
})

test.each<[line: string, name: string, ...born: string[]]>([
  ['договор с Примеровым Ильёй Андреевичем от 14.03.2021, 14.03.1981', 'Примеров Илья Андреевич', BORN],
  ['договор с примеровым ильёй андреевичем от 14.03.2021', 'Примеров Илья Андреевич'],
  ['договор с Примеровым Ильёй от 14.03.2021', 'Примеров Илья'],
  ['Решение Арбитражного Суда от 05.06.2023 Примеров Илья', 'Примеров Илья']
])('of «%s» keeps the name in an oblique case', (line, name, ...born) =>
  expect(partsOfBest(line)).toEqual([`full_name ${name}`, ...born])
)

test.each([
  ['Брак Анна 14.03.1981', 'Брак Анна'],
  ['Анна Брак 14.03.1981', 'Брак Анна'],
  ['Жалоба Иван Петрович 14.03.1981', 'Жалоба Иван Петрович'],
  ['Иван Петрович Жалоба 14.03.1981', 'Жалоба Иван Петрович'],
  ['договор Примеров Илья 14.03.1981', 'Примеров Илья']
])('of «%s» the date is that of birth', (line, name) =>
  expect(partsOfBest(line)).toEqual([`full_name ${name}`, BORN])
)

test.each(['принят Примеров Илья 14.03.1981', 'Примеров Илья на 14.03.1981 г.р.', 'на 14.03.1981'])(
  'takes the date of «%s» for one of birth',
  line => expect(partsOfBest(line)).toContain(BORN)
)
