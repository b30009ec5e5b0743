import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createIndexRecords } from '#api/book/index-record.ts'
import type { Person } from '#shared/contracts/person.ts'
import { comparePeople } from '#shared/identity/comparison/compare-people.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { cards, columnsOf, isFound, keysOf, matched, planOf, type Row, SUPPRESS_KEY } from './party-rows.ts'

/** Words behind «ФИО», «Дата рождения» and «Телефон»: '' of whom the row is about. */
const WORDS = ['', 'супруги', 'матери', 'врача', 'поручителя', 'представителя'] as const
const SURNAMES = ['Кленодубов', 'Рудометкин', 'Веснинский', 'Сторожицын', 'Полевицкий', 'Зимородов']
const GIVEN = [
  'Илья Андреевич',
  'Мирон Кузьмич',
  'Пахом Львович',
  'Савва Олегович',
  'Клим Петрович',
  'Ян Ильич'
]

interface Member {
  word: (typeof WORDS)[number]
  name: string
  date: string
  phone: string
}

const rows = fc
  .record({
    others: fc.subarray(WORDS.slice(1), { minLength: 1, maxLength: 3 }),
    names: fc.shuffledSubarray(SURNAMES, { minLength: 4, maxLength: 4 }),
    given: fc.shuffledSubarray(GIVEN, { minLength: 4, maxLength: 4 }),
    isFamily: fc.boolean(),
    days: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { minLength: 4, maxLength: 4 }),
    years: fc.uniqueArray(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
    tails: fc.uniqueArray(fc.integer({ min: 1_000, max: 9_999 }), { minLength: 4, maxLength: 4 }),
    order: fc.boolean()
  })
  .map(({ others, names, given, isFamily, days, years, tails, order }) => {
    const members = ['' as const, ...others].map(
      (word, at): Member => ({
        word,
        name: `${names[isFamily ? 0 : at]} ${given[at]}`,
        date: `${String(days[at]).padStart(2, '0')}.0${1 + at}.19${String(50 + 5 * (years[at] ?? 0)).padStart(2, '0')}`,
        phone: `+7973620${tails[at]}`
      })
    )
    const row: Row = {}
    for (const { word, name, date, phone } of order ? members : members.toReversed()) {
      row[`ФИО ${word}`.trim()] = name
      row[`Дата рождения ${word}`.trim()] = date
      row[`Телефон ${word}`.trim()] = phone
    }
    return { members, row, columns: columnsOf(row) }
  })

const RUNS = { numRuns: 25, seed: 20261127 }

const digits = (text: string): string => text.replace(/\D/g, '')

/** Of each person of the answer, that no value of another one of the row is among its own. */
const expectOwnValues = (people: readonly Person[], members: readonly Member[]): void => {
  for (const { name, birth_date, summary } of people) {
    const own = members.find(member => member.name === name)
    expect(own).toBeDefined()
    const [day = '', month = '', year = ''] = own?.date.split('.') ?? []
    expect(birth_date).toBe(`${year}-${month}-${day}`)
    const phones = summary.filter(({ field }) => field === 'Телефон').map(({ value }) => digits(value))
    expect(phones).toEqual([digits(own?.phone ?? '')])
  }
}

test('whoever a row names is found by what is their own, as themselves', () => {
  fc.assert(
    fc.property(rows, ({ members, row, columns }) => {
      for (const { word, name, date, phone } of members)
        for (const line of [`${name} ${date}`, name, phone]) {
          expect(isFound(row, columns, line)).toBe(true)
          const people = cards([row], columns, line)
          expect(people[0]?.name).toBe(name)
          if (line !== name) expect(people[0]?.label).toBe('match')
          expect(people[0]?.parties === undefined).toBe(word === '')
          expectOwnValues(people, members)
        }
    }),
    RUNS
  )
})

test('no match is made of the facts of two people', () => {
  fc.assert(
    fc.property(rows, ({ members, row, columns }) => {
      for (const one of members)
        for (const other of members) {
          if (one === other) continue
          const people = cards([row], columns, `${one.name} ${other.date}`)
          expect(people.map(({ label }) => label)).not.toContain('match')
          const [record] = matched([row], columns, `${one.name} ${other.date}`)
          const agreeing = record?.match.reasons.filter(({ tone }) => tone === 'agree') ?? []
          expect(agreeing.filter(({ code }) => code.endsWith('birth_date'))).toEqual([])
          expectOwnValues(people, members)
          const byPhone = cards([row], columns, `${one.name} ${other.phone}`)
          expect(byPhone.map(({ label }) => label)).not.toContain('match')
        }
    }),
    RUNS
  )
})

test('a row that names a suppressed person in any column is withheld, by any date of the row', () => {
  fc.assert(
    fc.property(rows, ({ members, row, columns }) => {
      const labels = Object.keys(columns)
      const columnList = labels.map(label => ({ label, kind: columns[label] ?? 'other' }))
      const values = labels.map(label => row[label] ?? '')
      const keys = new Set(
        createIndexRecords({ key: 'src', columns: columnList }, SUPPRESS_KEY)('1', values).subjectKeys
      )
      const alone = createIndexRecords(
        {
          key: 'src',
          columns: [
            { label: 'ФИО', kind: 'full_name' },
            { label: 'Дата рождения', kind: 'birth_date' }
          ]
        },
        SUPPRESS_KEY
      )
      for (const { name } of members)
        for (const { date } of members)
          for (const key of alone('1', [name, date]).subjectKeys) expect(keys.has(key)).toBe(true)
    }),
    { ...RUNS, numRuns: 10 }
  )
})

const PATIENTS = Array.from(
  { length: 24 },
  (_, at): Row => ({
    Пациент: `${SURNAMES[at % 6]} ${GIVEN[Math.floor(at / 6)]}`,
    'Лечащий врач': 'Аптекина Агния Петровна',
    'Телефон врача': '+7 973 628-01-01'
  })
)
const OF_PATIENTS = columnsOf(PATIENTS[0] ?? {}, { 'Лечащий врач': 'full_name' })

test('patients of one doctor are never one person, and the doctor is one', () => {
  for (const line of ['Аптекина Агния Петровна', '+7 973 628-01-01']) {
    const people = cards(PATIENTS, OF_PATIENTS, line)
    expect(people).toHaveLength(1)
    expect(people[0]?.record_ids).toEqual(['src:00'])
    expect(people[0] && recordIdsOf(people[0])).toHaveLength(24)
    expect([people[0]?.links, people[0]?.summary.map(({ evidence }) => evidence.length)]).toEqual([
      [],
      [1, 1]
    ])
    expect(people[0]?.name).toBe('Аптекина Агния Петровна')
    expect(Object.values(people[0]?.parties ?? {}).map(({ label }) => label)).toEqual(
      PATIENTS.map(() => 'врач')
    )
  }
  const line = 'Кленодубов Илья Андреевич'
  const patientRows = PATIENTS.filter(row => isFound(row, OF_PATIENTS, line))
  const [patient, ...others] = cards(patientRows, OF_PATIENTS, line)
  expect(patient?.record_ids).toEqual(['src:00'])
  expect(patient?.parties).toBeUndefined()
  expect(patient?.related).toEqual([])
  expect(others).toEqual([])
})

test('records that repeat what they say of somebody else are one statement, whatever they say beside', () => {
  const columns = {
    ...columnsOf(PATIENTS[0] ?? {}, { 'Лечащий врач': 'full_name' }),
    'Дата приёма': 'date',
    'Адрес врача': 'address',
    Код: 'record_number'
  } as const
  fc.assert(
    fc.property(
      fc.array(fc.record({ address: fc.nat(2), day: fc.integer({ min: 10, max: 28 }) }), {
        minLength: 1,
        maxLength: 12
      }),
      visits => {
        const rows = visits.map(({ address, day }, at) => ({
          ...PATIENTS[at],
          'Адрес врача': `г. Тверь, ул. Садовая, д. ${address + 3}, кв. 7`,
          'Дата приёма': `${day}.03.2020`,
          Код: `${at}`
        }))
        const [doctor, ...others] = cards(rows, columns, 'Аптекина Агния Петровна')
        expect(others).toEqual([])
        if (!doctor) throw new Error('no doctor')
        const addresses = new Set(visits.map(({ address }) => address))
        const byRecord = new Map(visits.map((visit, at) => [`src:${String(at).padStart(2, '0')}`, visit]))
        const shown = doctor.record_ids.map(id => byRecord.get(id)).map(visit => visit?.address)
        expect(shown.toSorted()).toEqual([...addresses].sort())
        expect(recordIdsOf(doctor).toSorted()).toEqual([...byRecord.keys()])
        expect(Object.keys(doctor.parties ?? {})).toHaveLength(visits.length)
        const ids = new Set(doctor.record_ids)
        for (const { from, to } of doctor.links)
          expect([ids.has(from), ids.has(to), from === to]).toEqual([true, true, false])
        for (const { evidence } of doctor.summary)
          expect(evidence.every(({ record_id }) => ids.has(record_id))).toBe(true)
      }
    ),
    RUNS
  )
})

test('people whom one record names stay two, whatever they have in common', () => {
  const row = {
    'ФИО клиента': 'Кленодубов Илья Андреевич',
    Телефон: '+7 973 628-01-01',
    'ФИО отца': 'Кленодубов Илья Андреевич',
    'Телефон отца': '+7 973 628-01-01'
  }
  const people = cards([row, row], columnsOf(row), 'Кленодубов Илья Андреевич')
  expect(people.map(person => recordIdsOf(person).length)).toEqual([2, 2])
  expect(people.map(({ links }) => links.map(({ rule }) => rule))).toEqual([['duplicate'], []])
  expect(new Set(people.map(({ id }) => id)).size).toBe(2)
  expect(people[0]?.apart[0]?.code).toBe('same_record')
})

test('whoever is named twice by the same name is one, unless a relative is', () => {
  const row = {
    'ФИО клиента': 'Кленодубов Илья Андреевич',
    'Дата рождения': '14.03.1981',
    'ФИО заявителя': 'Klenodubov Ilya; Кленодубов  Илья Андреевич',
    'Телефон заявителя': '+7 973 628-01-01'
  }
  const [person, ...others] = cards([row], columnsOf(row), '+7 973 628-01-01')
  expect([person?.name, person?.birth_date, others.length]).toEqual([
    'Кленодубов Илья Андреевич',
    '1981-03-14',
    0
  ])
})

test('a comparison of two people of one record takes of each their own facts, and says that they are two', () => {
  const row = {
    'ФИО клиента': 'Кленодубов Илья Андреевич',
    'Дата рождения': '14.03.1981',
    'ФИО супруги': 'Кленодубова Инна Олеговна',
    'Дата рождения супруги': '15.04.1983'
  }
  const columns = columnsOf(row)
  const line = 'Кленодубов'
  const people = cards([row], columns, line)
  expect(people).toHaveLength(2)
  const [a = '', b = ''] = people.map(({ id }) => id)
  const compared = comparePeople(matched([row], columns, line), planOf(line), a, b)
  if (typeof compared === 'string') throw new Error(compared)
  const { fields, against } = compared.comparison
  const dates = fields.find(({ field }) => field === 'Дата рождения')
  expect([dates?.a, dates?.b, dates?.tone]).toEqual(['14.03.1981', '15.04.1983', 'differ'])
  expect(against.filter(({ kind }) => kind === 'veto').map(({ code }) => code)).toContain('same_record')
})

test('the columns may stand in any order: a line of the name of one and the date of another is no match', () => {
  const client = { 'ФИО клиента': 'Кленодубов Илья Андреевич', 'Дата рождения': '14.03.1981' }
  for (const word of ['сотрудника', 'автора', 'директора', 'владельца', 'пользователя']) {
    const name = 'Рудометкин Мирон Кузьмич'
    const row = { [`ФИО ${word}`]: name, ...client }
    const columns = columnsOf(row)
    expect(cards([row], columns, `${name} 14.03.1981`).map(({ label }) => label)).not.toContain('match')
    expect(isFound(row, columns, 'Кленодубов Илья Андреевич 14.03.1981')).toBe(true)
    const [card] = cards([row], columns, 'Кленодубов Илья Андреевич 14.03.1981')
    expect([card?.label, card?.parties]).toEqual(['match', undefined])
  }
})

test('people beyond those told apart are found as text, and their facts make no match with anybody', () => {
  const row: Row = {}
  const nameOf = (at: number): string => `${SURNAMES[at % 6]} ${GIVEN[Math.floor(at / 4)]}`
  const dateOf = (at: number): string => `${10 + at}.03.1981`
  for (let at = 0; at < 20; at += 1) {
    row[`ФИО ${at + 1}`] = nameOf(at)
    row[`Дата рождения ${at + 1}`] = dateOf(at)
  }
  const columns = columnsOf(row)
  for (let at = 0; at < 20; at += 1) {
    const [own] = cards([row], columns, `${nameOf(at)} ${dateOf(at)}`)
    expect(own?.label === 'match').toBe(at < 16)
    const mixed = cards([row], columns, `${nameOf(at)} ${dateOf((at + 1) % 20)}`)
    expect(mixed.map(({ label }) => label)).not.toContain('match')
  }
  const keys = keysOf(row, columns)
  const words = nameOf(19).toLowerCase().split(' ')
  expect(words.filter(word => !keys.has(`w:${word}`))).toEqual([])
})
