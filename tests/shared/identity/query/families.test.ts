import { expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/query/parse.ts'
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
  ['Примерова Анна Павловна и её муж Примеров Илья', 'Примерова Анна Павловна', 'Примеров Илья'],
  ['примеров илья андреевич и его брат другов олег', 'Примеров Илья Андреевич', 'Другов Олег'],
  ['Примеров Илья Андреевич с женой Примеровой Анной', 'Примеров Илья Андреевич', 'Примерова Анна'],
  ['Примеров Илья Андреевич, с супругой Примеровой Анной', 'Примеров Илья Андреевич', 'Примерова Анна']
])('of «%s» both are asked for', (line, ...names) =>
  expect(people(line)).toEqual(names.map(name => `full_name ${name}`))
)

test('of a family without a surname keep theirs to themselves', () => {
  for (const line of [
    'Примеров Илья Андреевич и его жена Анна Павловна',
    'Примеров Илья Андреевич, Анна Павловна'
  ])
    expect([line, partsOfBest(line)]).toEqual([
      line,
      ['full_name Примеров Илья Андреевич', 'text Анна Павловна']
    ])
})
