import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest, readingText } from './read-line.ts'

/** The surest reading of each person. */
const people = (line: string) => {
  const readings = parseQuery(line)
  return [1, 2, 3].flatMap(number =>
    readings
      .filter(({ person }) => person === number)
      .slice(0, 1)
      .map(readingText)
  )
}

test.each([
  ...[
    'и его жена Примерова Анна',
    ', его жена Примерова Анна',
    'а также его жена Примерова Анна',
    'и жена Примерова Анна',
    'и его жена: Примерова Анна'
  ].map((family): string[] => [
    `Примеров Илья Андреевич ${family}`.replace(' ,', ','),
    'Примеров Илья Андреевич',
    'Примерова Анна'
  ]),
  ...['', ',', ' его', ' и его'].map((before): string[] => [
    `Примеров Илья Андреевич${before} бывшая жена Примерова Анна Сергеевна`,
    'Примеров Илья Андреевич',
    'Примерова Анна Сергеевна'
  ]),
  ['Примерова Анна Павловна гражданский муж Примеров Илья', 'Примерова Анна Павловна', 'Примеров Илья'],
  ['Примерова Анна Павловна и её муж Примеров Илья', 'Примерова Анна Павловна', 'Примеров Илья'],
  ['примеров илья андреевич и его брат другов олег', 'Примеров Илья Андреевич', 'Другов Олег'],
  ['Примеров Илья Андреевич с женой Примеровой Анной', 'Примеров Илья Андреевич', 'Примерова Анна'],
  ['Примеров Илья Андреевич, с супругой Примеровой Анной', 'Примеров Илья Андреевич', 'Примерова Анна']
])('of «%s» both are asked for', (line, ...names) =>
  expect(people(line)).toEqual(names.map(name => `full_name ${name}`))
)

test('also behind a date of birth', () =>
  expect(people('Примеров Илья Андреевич 12.05.1985 бывшая жена Примерова Анна Сергеевна')).toEqual([
    'combined Примеров Илья Андреевич 1985-05-12',
    'full_name Примерова Анна Сергеевна'
  ]))

test('of a family without a surname keep theirs to themselves', () => {
  for (const line of [
    'Примеров Илья Андреевич и его жена Анна Павловна',
    'Примеров Илья Андреевич, Анна Павловна'
  ])
    expect([line, partsOfBest(line)]).toEqual([line, ['full_name Примеров Илья Андреевич']])
})

const NAME = 'Примеров Илья Андреевич'
const leftOutOf = (line: string): string[] => remarksOfReadings(parseQuery(line))

test.each([
  `${NAME} и его жена Светлана`,
  `${NAME} с женой Светланой`,
  `${NAME} и жена Светлана`,
  `${NAME}, жена Светлана`,
  'примеров илья андреевич и его жена светлана'
])('of «%s» only he is asked for', line => expect(partsOfBest(line)).toEqual([`full_name ${NAME}`]))

test.each(['его жена Светлана', 'его жена', 'жена Светлана', 'с женой Светланой'])(
  'names «%s» as not searched',
  words => expect(leftOutOf(`${NAME}, ${words}`)).toEqual([`не ищется: ${words}`])
)

test.each<[line: string, ...leftOut: string[]]>([
  ['и его жена Светлана', 'не ищется: жена'],
  ['Иванов и сын'],
  ['Примеров Илья и его брат Другов', 'не ищется: его брат Другов']
])('of a firm, a surname and whoever is alone «%s» says what is not searched', (line, ...leftOut) =>
  expect(leftOutOf(line)).toEqual(leftOut)
)

test.each(['наследник', 'должник', 'истец'])('«%s» before a name is named as not searched', role => {
  expect(partsOfBest(`${role} ${NAME}`)).toEqual([`full_name ${NAME}`])
  expect(leftOutOf(`${role} ${NAME}`)).toEqual([`не ищется: ${role}`])
  expect(leftOutOf(`${role}: ${NAME}`)).toEqual([])
})

test.each(['жена', 'Отец', 'должник', 'Директор'])(
  '«%s» before a lone surname asks for the surname',
  role => {
    expect(partsOfBest(`${role} Примерова`)).toEqual(['full_name Примерова'])
    expect(leftOutOf(`${role} Примерова`)).toEqual([`не ищется: ${role}`])
    for (const line of [role, 'директор завода', 'мать героиня', 'в розыске'])
      expect(partsOfBest(line)).toEqual([`text ${line}`])
  }
)

test('a role behind a firm stays before a surname that is not asked for by itself', () => {
  const line = 'ООО Вектор директор Примеровой'
  expect([partsOfBest(line), leftOutOf(line)]).toEqual([[`text ${line}`], []])
})

test.each<[line: string, ...parts: string[]]>([
  ['иванов иван; в розыске; паспорт серия 4509 номер 123456', 'text в розыске', 'passport 4509123456'],
  ['Иванов Иван, в браке, 4509 123456', 'text в браке', 'passport 4509123456'],
  ['Иванов Иван; в розыске', 'text в розыске']
])('«%s» is one person', (line, ...parts) => {
  expect(people(line)).toEqual([])
  expect(partsOfBest(line)).toEqual(['full_name Иванов Иван', ...parts])
})

test('a small initial is no preposition', () => {
  expect(people('петров пётр; в иванов; в шевченко')).toEqual([
    'full_name Петров Пётр',
    'full_name Иванов В.',
    'full_name Шевченко В.'
  ])
})
