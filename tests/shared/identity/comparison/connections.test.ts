import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { compareAnswer } from '#shared/contracts/compare.ts'
import { personShape } from '#shared/contracts/person.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import { matchPeople } from '#shared/identity/people/match-people.ts'
import { columnsOf, planOf, type Row } from '#tests/shared/identity/parties/party-rows.ts'

const LINE = 'Примеров Илья'
const LEFT = 'Примеров Илья Андреевич'
const RIGHT = { ФИО: 'Примеров Илья Олегович', 'Дата рождения': '03.07.1987' }
const HOUSE = 'г. Примерск, ул. Тестовая, д. 3'
const PHONE = '8 973 204-17-40'
const FIRM = 'ООО «Демо-Логистика»'
const FIRM_INN = { 'ИНН организации': '0012041756' }

/** The first row names the one on the left, the second the one on the right. */
const compared = (rows: readonly Row[]) => {
  const plan = planOf(LINE)
  const records = rows.map((fields, at) =>
    matchPeople(
      { record_id: `s${at}:${at}`, source: `s${at}`, asOf: null, columns: columnsOf(fields), fields },
      plan
    )
  )
  const persons = groupPersons(records, plan)
  for (const person of persons) v.parse(personShape, person)
  const idOf = (name: string) => persons.find(person => person.name === name)?.id ?? ''
  const between = (a: string, b: string) => {
    const outcome = comparePeople(records, plan, idOf(a), idOf(b))
    if (typeof outcome === 'string') throw new Error(outcome)
    v.parse(compareAnswer, { success: true, ...outcome.comparison })
    return outcome.comparison
  }
  const apart = persons.find(({ name }) => name === RIGHT.ФИО)?.apart ?? []
  return { here: between(LEFT, RIGHT.ФИО), there: between(RIGHT.ФИО, LEFT), apart, persons }
}

const CASES: [what: string, rows: Row[], text: string, sources: [string[], string[]]][] = [
  [
    'the address of an organisation that one leads is the home of the other',
    [
      { Руководитель: LEFT, Организация: FIRM, ...FIRM_INN, 'Адрес организации': HOUSE },
      { ...RIGHT, Адрес: HOUSE }
    ],
    `Адрес справа: адрес организации слева, ${FIRM} (${HOUSE})`,
    [['s0'], ['s1']]
  ],
  [
    'only the organisation’s own record has its address, and writes it otherwise',
    [
      { ФИО: LEFT, 'Место работы': FIRM },
      { ...RIGHT, Адрес: HOUSE },
      { Организация: FIRM, ...FIRM_INN, Адрес: '123456, Примерск, Тестовая, 3' }
    ],
    `Адрес справа: адрес организации слева, ${FIRM} (${HOUSE})`,
    [['s2'], ['s1']]
  ],
  [
    'the phone of somebody whom the row names beside',
    [
      { ФИО: LEFT, 'ФИО матери': 'Тестова Анна Олеговна', 'Телефон матери': PHONE },
      { ...RIGHT, Телефон: PHONE }
    ],
    'Телефон справа: телефон лица, названного в записи слева «мать» (+7 973 204-17-40)',
    [['s0'], ['s1']]
  ],
  [
    'one organisation of two names, known by its number',
    [
      { ФИО: LEFT, Организация: FIRM, ...FIRM_INN },
      { ...RIGHT, Организация: 'Склад на Тестовой', ...FIRM_INN }
    ],
    `Одна организация с обеих сторон: ${FIRM}`,
    [['s0'], ['s1']]
  ]
]

test.each(CASES)(
  '%s: said from both sides, and of nobody that they are one',
  (_what, rows, text, sources) => {
    const { here, there, apart, persons } = compared(rows)
    expect(here.connections?.map(each => [each.text, each.sources_a, each.sources_b])).toEqual([
      [text, ...sources]
    ])
    const mirrored = there.connections?.map(({ code, sources_a, sources_b }) => [code, sources_b, sources_a])
    expect(mirrored).toEqual(here.connections?.map(each => [each.code, each.sources_a, each.sources_b]) ?? [])
    expect(apart[0]?.connections).toHaveLength(1)
    expect(here.for.map(({ text: own }) => own)).not.toContain(text)
    expect(here.against[0]).toMatchObject({ kind: 'veto', code: 'other_patronymic' })
    expect(persons.filter(({ kind }) => kind === 'person')).toHaveLength(2)
  }
)

test('what both state of themselves, another house, and a town alone connect nobody', () => {
  const none = [
    [
      { ФИО: LEFT, Адрес: HOUSE },
      { ...RIGHT, Адрес: HOUSE }
    ],
    [
      { Руководитель: LEFT, Организация: FIRM, ...FIRM_INN, 'Адрес организации': HOUSE },
      { ...RIGHT, Адрес: 'г. Примерск, ул. Тестовая, д. 13' }
    ],
    [
      { Руководитель: LEFT, Организация: FIRM, ...FIRM_INN, 'Адрес организации': 'г. Примерск' },
      { ...RIGHT, Адрес: 'г. Примерск' }
    ]
  ] as Row[][]
  for (const rows of none) {
    const { here, apart } = compared(rows)
    expect([here.connections, apart[0]?.connections]).toEqual([[], undefined])
  }
})

test('the two people of one row are not each other’s relatives’ phones', () => {
  const { here } = compared([
    { ФИО: LEFT, 'ФИО брата': RIGHT.ФИО, 'Телефон брата': PHONE },
    { ...RIGHT, Телефон: PHONE }
  ])
  expect(here.connections).toEqual([])
})
