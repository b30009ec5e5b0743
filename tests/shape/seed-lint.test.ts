import { expect, test } from 'bun:test'
import { EXAMPLE_PERSON, EXAMPLE_RECORDS } from '#api/db/seed/example-family.ts'
import { EXAMPLES } from '#api/db/seed/examples.ts'
import { generatePeople } from '#api/db/seed/generate.ts'
import { makePeople } from '#api/db/seed/people.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import { isValidInn } from '#shared/identity/identifiers/inn.ts'
import { isValidOgrn } from '#shared/identity/identifiers/ogrn.ts'
import { isPhoneForSummary, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import { isValidSnils, normalizeSnils } from '#shared/identity/identifiers/snils.ts'
import { isValidVin } from '#shared/identity/identifiers/vin.ts'
import { lintNumber, lintValue } from './seed-values.ts'

const columnsOf = new Map<string, readonly { label: string; kind: string }[]>(
  SEED_SOURCES.map(source => [source.key, source.columns])
)

test('generates nothing that could belong to somebody real', () => {
  const problems: string[] = []
  for (const { source, values } of generatePeople({ people: 8_000, seed: 1 })) {
    for (const [at, value] of values.entries()) {
      const kind = columnsOf.get(source)?.[at]?.kind ?? 'other'
      problems.push(...lintValue(value), ...(/\d/.test(value) ? lintNumber(kind, value) : []))
    }
  }
  expect(problems.slice(0, 5)).toEqual([])
})

test('offers examples that are as unreal as the records', () => {
  expect(EXAMPLES).toHaveLength(9)
  expect(EXAMPLES.flatMap(example => lintValue(example.query))).toEqual([])
})

test.each([
  ['+7 916 123-45-67'],
  ['8 (495) 123-45-67'],
  ['79161234567'],
  ['ivan.petrov@mail.ru'],
  ['ivan@notexample.com'],
  ['7707083893'],
  ['500100732259'],
  ['112-233-445 95'],
  ['45 03 123456'],
  ['1027700132195'],
  ['А123ВС77'],
  ['XTA21099043576182'],
  ['г. Москва, ул. Ленина, д. 1'],
  ['https://vk.com/id1']
])('catches the planted %s', value => {
  expect(lintValue(value)).not.toEqual([])
})

test('catches a wrong check number in its column', () => {
  expect(lintNumber('inn', '001204175338')).not.toEqual([])
  expect(lintNumber('snils', '204-777-153 67')).not.toEqual([])
  expect(lintNumber('inn', EXAMPLE_PERSON.inn)).toEqual([])
})

test('gives the example family numbers whose checks hold', () => {
  expect(
    isValidInn(EXAMPLE_PERSON.inn) &&
      isValidInn(EXAMPLE_PERSON.organisationInn) &&
      isValidOgrn(EXAMPLE_PERSON.ogrn)
  ).toBe(true)
  expect(isValidSnils(normalizeSnils(EXAMPLE_PERSON.snils) ?? '') && isValidVin(EXAMPLE_PERSON.vin)).toBe(
    true
  )
  expect(isPhoneForSummary(normalizePhone(EXAMPLE_PERSON.phone) ?? '')).toBe(true)
})

test('gives nobody the number of another', () => {
  const fieldsByName = new Map<string, Set<string>>()
  for (const { person } of makePeople(50_000, 1)) {
    for (const field of ['inn', 'snils', 'passport', 'phone', 'email'] as const) {
      const values = fieldsByName.get(field) ?? new Set()
      fieldsByName.set(field, values.add(person[field]))
    }
  }
  for (const [field, values] of fieldsByName) expect([field, values.size]).toEqual([field, 50_000])
  expect(fieldsByName.get('phone')?.has(normalizePhone(EXAMPLE_PERSON.phone) ?? '')).toBe(false)
})

test('has the same records for the same seed and begins a longer run like a shorter one', () => {
  const short = [...generatePeople({ people: 700, seed: 3 })]
  const long = generatePeople({ people: 1_200, seed: 3 })
  for (const record of short) expect(long.next().value).toEqual(record)
  expect(JSON.stringify([...generatePeople({ people: 700, seed: 4 })])).not.toBe(JSON.stringify(short))
})

test('has every source in the example family and fits its columns', () => {
  expect(SEED_SOURCES.length).toBeGreaterThanOrEqual(12)
  expect(SEED_SOURCES.filter(source => source.kind === 'casualty_list')).toHaveLength(1)
  expect(new Set(EXAMPLE_RECORDS.map(record => record.source)).size).toBe(SEED_SOURCES.length)
  for (const { source, values } of generatePeople({ people: 500, seed: 1 })) {
    expect([source, values.length]).toEqual([source, columnsOf.get(source)?.length ?? 0])
  }
})

test('knows each person in about two and a half sources', () => {
  let records = 0
  for (const _ of generatePeople({ people: 5_000, seed: 1 })) records += 1
  expect(records / 5_000).toBeGreaterThan(2.2)
  expect(records / 5_000).toBeLessThan(3)
})
