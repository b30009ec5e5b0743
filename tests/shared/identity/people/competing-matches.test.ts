import { describe, expect, mock, test } from 'bun:test'
import { createCannotLink } from '#shared/identity/people/cannot-link.ts'
import { clusterRecords } from '#shared/identity/people/clusters.ts'
import { createNameComparer } from '#shared/identity/people/compare-record-names.ts'
import { competingSteps } from '#shared/identity/people/competing-matches/competing-steps.ts'
import { withoutCompeting } from '#shared/identity/people/competing-matches/without-competing.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { LinkageRecord } from '#shared/identity/people/linkage-record.ts'
import { linkingContacts } from '#shared/identity/people/linking-contacts.ts'
import { makeLinkageRecords } from '#shared/identity/people/make-linkage-records.ts'
import { type RowFields, record } from './clusters.ts'

const PLAN = { query: 'Отцов', readings: [], steps: [] }
const recordsOf = (letter: string, rows: readonly RowFields[]) =>
  rows.map((fields, at) => record(`${letter}${at}`, `s${letter}${at}`, fields))
const keysOf = (...rows: RowFields[]) =>
  competingSteps(recordsOf('f', rows)).map(({ step }) => step.keys.join(' '))
const competingMatchesOf = (rows: readonly RowFields[], unsure: string[] = []) => ({
  records: recordsOf('r', rows),
  unsure: new Set(unsure)
})
/** Record ids by card, of found records beside competing. */
const cards = (rows: readonly RowFields[], competing: readonly RowFields[]) =>
  groupPersons(recordsOf('f', rows), PLAN, { competing: competingMatchesOf(competing) })
    .map(({ record_ids }) => record_ids.map(id => id.split(':')[1]).sort())
    .sort()

const FATHER: RowFields = { ФИО: 'Отцов Степан Сергеевич', phone: 2 }
const SON: RowFields = { ФИО: 'Отцов Сергей Степанович', phone: 2 }
const TORN: RowFields = { ФИО: 'Отцов С.С.', phone: 2 }

describe('competing are looked up', () => {
  test.each([
    ['initials beside a phone', FATHER, TORN],
    ['a name without a patronymic', { ...FATHER, email: 'a' }, { ФИО: 'Отцов Степан', email: 'a' }],
    ['initials on both sides', TORN, { ...TORN, ДР: '1955' }],
    ['an initial of the patronymic', FATHER, { ФИО: 'Отцов Степан С.', phone: 2 }],
    [
      'initials beside a date of birth',
      { ...FATHER, ДР: '10.10.1955' },
      { ФИО: 'Отцов С.С.', ДР: '10.10.1955' }
    ],
    [
      'initials beside a car',
      { ...FATHER, Госномер: 'А123ВС77' },
      { ФИО: 'Отцов С.С.', Госномер: 'А123ВС77' }
    ]
  ] as [string, RowFields, RowFields][])('%s', (_, full, incomplete) => {
    expect(keysOf(full, incomplete).length).toBeGreaterThan(0)
    expect(keysOf(incomplete, full).sort()).toEqual(keysOf(full, incomplete).sort())
  })

  test('by the name together with each value that could join it', () => {
    const keys = keysOf(FATHER, { ...TORN, email: 'a', ДР: '10.10.1955' })
    expect(keys).toHaveLength(3)
    for (const key of keys) expect(key).toMatch(/^(?:phone|email|d):\S+ i:\S+ s$/)
  })

  test('in one order, all of them, whatever the order of the records', () => {
    const rows = Array.from({ length: 400 }, (_, at) => [
      { ...FATHER, phone: at },
      { ...TORN, phone: at }
    ]).flat()
    const records = recordsOf('f', rows)
    expect(competingSteps(records)).toHaveLength(400)
    expect(competingSteps(records.toReversed())).toEqual(competingSteps(records))
  })

  test.each([
    ['two whole names', FATHER, SON],
    ['nothing in common', { ...FATHER, phone: 3 }, TORN],
    ['a number of a person alone', { ФИО: FATHER.ФИО, snils: 1 }, { ФИО: TORN.ФИО, snils: 1 }],
    ['another name', FATHER, { ФИО: 'Отцов П.П.', phone: 2 }]
  ] as [string, RowFields, RowFields][])('not for %s', (_, one, other) => {
    expect(keysOf(one, other)).toEqual([])
  })
})

describe('records that fit two people', () => {
  const people = [FATHER, SON]
  test('are not joined to each other either: one may be of each', () => {
    expect(cards([TORN, { ...TORN, Место_работы: 'ООО «Пара»' }, ...people], [])).toHaveLength(4)
    expect(cards([TORN, { ...TORN, ДР: '10.10.1955' }, ...people], [])).toHaveLength(4)
    expect(cards([TORN, { ...TORN, Место_работы: 'ООО «Пара»' }, FATHER], [SON])).toHaveLength(3)
  })

  test('are joined by more than what tears them', () => {
    const own = [
      { ...TORN, email: 'own' },
      { ...TORN, email: 'own', Место_работы: 'ООО «Пара»' }
    ]
    expect(cards([...own, ...people], [])).toEqual([['f0', 'f1'], ['f2'], ['f3']])
    const numbered = [
      { ...TORN, snils: 1 },
      { ...TORN, snils: 1, Место_работы: 'ООО «Пара»' }
    ]
    expect(cards([...numbered, ...people], [])).toEqual([['f0', 'f1'], ['f2'], ['f3']])
  })

  test('are one person as long as there is nobody else', () => {
    expect(cards([TORN, { ...TORN, Место_работы: 'ООО «Пара»' }, FATHER], [])).toEqual([['f0', 'f1', 'f2']])
    expect(cards([TORN, { ...TORN, Место_работы: 'ООО «Пара»' }], [])).toEqual([['f0', 'f1']])
  })
})

describe('a record whose competing are not all known', () => {
  const unsureCards = (rows: readonly RowFields[], ...unsure: number[]) =>
    groupPersons(recordsOf('f', rows), PLAN, {
      competing: competingMatchesOf(
        [],
        unsure.map(at => `sf${at}:f${at}`)
      )
    })
      .map(({ record_ids }) => record_ids.map(id => id.split(':')[1]).sort())
      .sort()
  const OTHER = { ...TORN, Место_работы: 'ООО «Пара»' }

  test('is joined to nobody, and says why', () => {
    expect(unsureCards([FATHER, TORN], 1)).toEqual([['f0'], ['f1']])
    expect(unsureCards([FATHER, TORN, OTHER], 1, 2)).toEqual([['f0'], ['f1'], ['f2']])
    expect(unsureCards([TORN, OTHER], 0, 1)).toEqual([['f0'], ['f1']])
    const records = recordsOf('f', [FATHER, TORN])
    const people = groupPersons(records, PLAN, { competing: competingMatchesOf([], ['sf1:f1']) })
    expect(people.flatMap(({ apart }) => apart.map(({ code }) => code))).toEqual([
      'fits_two_people',
      'fits_two_people'
    ])
  })

  test('but by a number, or where the name is complete', () => {
    const [one, other] = [
      { ...FATHER, snils: 1 },
      { ...TORN, snils: 1 }
    ]
    expect(unsureCards([one, other], 1)).toEqual([['f0', 'f1']])
    expect(unsureCards([FATHER, { ...FATHER, ДР: '10.10.1955' }], 0, 1)).toEqual([['f0', 'f1']])
    expect(unsureCards([FATHER, TORN])).toEqual([['f0', 'f1']])
  })
})

test('records beside a competing record are compared with few others', () => {
  const rows = Array.from({ length: 400 }, (_, at) => ({ ...FATHER, Место_работы: `ООО «Пара ${at}»` }))
  const all = recordsOf('f', [...rows, FATHER])
  const records = makeLinkageRecords(all, linkingContacts(all))
  const isCompeting = ({ index }: LinkageRecord) => index === rows.length
  const compare = mock(createNameComparer())
  const clusters = clusterRecords(records, compare, createCannotLink(compare))
  expect(clusters).toHaveLength(1)
  compare.mockClear()
  const [own, ...others] = withoutCompeting(clusters, isCompeting, compare)
  expect(own?.members).toHaveLength(rows.length)
  expect(others).toEqual([])
  expect(compare.mock.calls.length).toBeLessThan(3 * rows.length)
})

describe('a competing record', () => {
  test('that is fitted as well keeps a record apart, whoever of the two was found', () => {
    expect(cards([FATHER, TORN], [])).toEqual([['f0', 'f1']])
    expect(cards([FATHER, TORN], [SON])).toEqual([['f0'], ['f1']])
    expect(cards([SON, TORN], [FATHER])).toEqual([['f0'], ['f1']])
    expect(cards([SON, TORN, FATHER], [])).toEqual([['f0'], ['f1'], ['f2']])
  })

  test('that is fitted better keeps it apart too, one that is fitted less does not', () => {
    const mail = { email: 'a' }
    expect(cards([FATHER, { ...TORN, ...mail }], [{ ...SON, ...mail }])).toEqual([['f0'], ['f1']])
    expect(
      cards(
        [
          { ...FATHER, ...mail },
          { ...TORN, ...mail }
        ],
        [SON]
      )
    ).toEqual([['f0', 'f1']])
  })

  test('who is the same person changes nothing', () => {
    expect(cards([FATHER, TORN], [{ ...FATHER, ДР: '10.10.1955' }])).toEqual([['f0', 'f1']])
  })

  test('of another date of birth than the record is none', () => {
    const [born, other] = ['10.10.1955', '11.11.1985']
    expect(cards([FATHER, { ...TORN, ДР: born }], [{ ...SON, ДР: other }])).toEqual([['f0', 'f1']])
  })

  test('joins nobody who was found', () => {
    const [one, other] = [
      { ФИО: 'Отцов Степан Сергеевич', phone: 2 },
      { ФИО: 'Отцов Степан Сергеевич', email: 'a' }
    ]
    expect(cards([one, other], [{ ...one, ...other }])).toEqual([['f0'], ['f1']])
  })

  test('is in no card, no relation and no reason', () => {
    const people = groupPersons(recordsOf('f', [FATHER, TORN]), PLAN, {
      competing: competingMatchesOf([SON])
    })
    expect(JSON.stringify(people)).not.toMatch(/r0|Степанович/)
    expect(people.flatMap(({ apart }) => apart.map(({ code }) => code))).toEqual([
      'fits_two_people',
      'fits_two_people'
    ])
  })
})
