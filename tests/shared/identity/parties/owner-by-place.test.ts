import { expect, test } from 'bun:test'
import { partyLayout } from '#shared/identity/parties/layout.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { cards } from './party-rows.ts'

const KINDS: [word: RegExp, kind: FieldKind][] = [
  [/^(?:Дата|ДР)/, 'birth_date'],
  [/^СНИЛС/, 'snils']
]

const columnsOf = (labels: readonly string[]): Columns =>
  Object.fromEntries(
    labels.map(label => [
      label,
      kindOfHeader(label) ?? KINDS.find(([word]) => word.test(label))?.[1] ?? 'other'
    ])
  )

/** The labels of each person, in the order of their first columns. */
function peopleIn(labels: readonly string[]): string[][] {
  const layout = partyLayout({}, columnsOf(labels))
  return [...Map.groupBy(labels, label => layout?.places.get(label) ?? 0).values()]
}

const DATE_EACH: string[][][] = [
  [
    ['ФИО', 'Дата рождения'],
    ['ФИО супруги', 'Дата рождения 2']
  ],
  [
    ['ФИО матери', 'Дата рождения'],
    ['ФИО', 'Дата рождения (2)']
  ],
  [
    ['Фамилия', 'Имя', 'ДР', 'СНИЛС'],
    ['Фамилия мужа', 'Имя мужа', 'ДР.1', 'СНИЛС.1']
  ],
  [
    ['ФИО', 'Дата рождения'],
    ['ФИО сына', 'Дата рождения 2'],
    ['ФИО дочери', 'Дата рождения 3']
  ]
]

test.each(DATE_EACH.map(people => [people]))('a date behind each name is that person’s: %p', people => {
  expect(peopleIn(people.flat())).toEqual(people)
})

test.each([
  [['ФИО', 'Дата рождения', 'Дата рождения 2'], ['ФИО супруги']],
  [['ФИО', 'Дата рождения', 'Дата рождения по паспорту'], ['ФИО супруги']],
  [['ФИО', 'Дата рождения'], ['ФИО супруги']]
])('nothing tells that a date of %p is another one’s: %p', (own, other) => {
  const [name = '', ...dates] = own
  const behindBoth = [name, ...other, ...dates]
  for (const labels of [behindBoth, [...own, ...other]])
    expect(new Set(peopleIn(labels))).toEqual(new Set([[name, ...dates], other]))
})

test('a spouse is found by her own date, and not by his', () => {
  const row = {
    ФИО: 'Кленодубов Илья Андреевич',
    'Дата рождения': '01.01.1970',
    'ФИО супруги': 'Кленодубова Агния Петровна',
    'Дата рождения 2': '01.06.1975'
  }
  const columns = columnsOf(Object.keys(row))
  const labelsOf = (line: string) =>
    cards([row], columns, line).map(({ label, birth_date }) => [label, birth_date])
  expect(labelsOf('Кленодубова Агния Петровна 01.06.1975')).toContainEqual(['match', '1975-06-01'])
  expect(labelsOf('Кленодубов Илья Андреевич 01.01.1970')).toContainEqual(['match', '1970-01-01'])
  for (const line of ['Кленодубова Агния Петровна 01.01.1970', 'Кленодубов Илья Андреевич 01.06.1975'])
    expect(labelsOf(line).map(([label]) => label)).not.toContain('match')
})
