import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'
import { partsOfBest } from './read-line.ts'

const NAME = 'Примеров Илья Андреевич'
const leftOutOf = (line: string): string[] => remarksOfReadings(parseQuery(line))

test.each([
  'вручено лично',
  'передано',
  'на предмет судимости',
  'на предмет наличия долгов',
  'по доверенности',
  'по доверенности от 12.03.2020',
  'по доверенности от 12.03.2020 № 77 АВ 1234567',
  'по доверенности № 5 от 12.03.2020',
  'выдан паспорт'
])('«%s» is not searched beside a name, and named', words => {
  for (const line of [`${NAME}, ${words}`, `${NAME} ${words}`]) {
    expect([line, ...partsOfBest(line)]).toEqual([line, `full_name ${NAME}`])
    expect([line, ...leftOutOf(line)]).toEqual([line, `не ищется: ${words}`])
  }
})

/** A date behind a name is that of birth, whatever stands before the name. */
const BORN_THEN = 'birth_date 2020-05-12'

test.each<[line: string, name: string, leftOut: string, ...born: string[]]>([
  ['передано Анне Петровне Беляевой 12.05.2020', 'Беляева Анна Петровна', 'передано', BORN_THEN],
  ['Вручено лично Беляевой Анне Петровне 12.05.2020', 'Беляева Анна Петровна', 'Вручено лично', BORN_THEN],
  ['передано анне петровне беляевой', 'Беляева Анна Петровна', 'передано'],
  ['действующий по доверенности Снятков П. А.', 'Снятков П. А.', 'действующий по доверенности'],
  ['уволен П. А. Снятков', 'Снятков П. А.', 'уволен']
])('in «%s» no participle is a part of the name', (line, name, leftOut, ...born) => {
  expect(partsOfBest(line)).toEqual([`full_name ${name}`, ...born])
  expect(leftOutOf(line)).toContain(`не ищется: ${leftOut}`)
})

describe('a date behind a name is that of birth', () => {
  test.each([
    ['выдан паспорт', 'выдан паспорт'],
    [', выдано удостоверение', 'выдано удостоверение'],
    [', выдана доверенность', 'выдана доверенность'],
    [', выданы права', 'выданы права'],
    [', выдан УВД Твери', 'выдан УВД Твери'],
    [', дата выдачи 12.03.2010', 'дата выдачи 12.03.2010']
  ])('before «%s»', (words, leftOut) => {
    const line = `${NAME} 14.03.1981 ${words}`.replace(' ,', ',')
    expect(partsOfBest(line)).toEqual([`full_name ${NAME}`, 'birth_date 1981-03-14'])
    expect(leftOutOf(line)).toEqual([`не ищется: ${leftOut}`])
  })
})

test('a title and a vehicle beside a name are no words of it', () =>
  expect(partsOfBest('г-н Примеров И. А., тел. 8(973)204-17-40, а/м А123ВС77')).toEqual([
    'full_name Примеров И. А.',
    'phone 79732041740',
    'plate А123ВС77'
  ]))
