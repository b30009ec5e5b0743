import { expect, test } from 'bun:test'
import { generatePeople } from '#api/db/seed/generate.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import type { ReadingKind } from '#shared/contracts/reading.ts'
import { recordKeys } from '#shared/identity/lookup/keys.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { writtenForms } from '#tests/kit/written-forms.ts'
import { findStep } from '#tests/shared/identity/lookup/find-step.ts'
import { NUMBER_FORMS } from './number-forms-table.ts'

test('asks a number and a date by their key however they are written', () => {
  const missed = Object.entries(NUMBER_FORMS).flatMap(([key, lines]) =>
    lines
      .filter(line => !planSearch(line, parseQuery(line)).steps.some(step => step.keys.join() === key))
      .map(line => `${key}: ${line}`)
  )
  expect(missed).toEqual([])
})

const random = seededRandom(7)
const digits = (length: number) => Array.from({ length }, () => random(10)).join('')
const pick = (list: string | readonly string[]) => list[random(list.length)] ?? ''
const two = (number: number) => String(number).padStart(2, '0')

/** Numbers that nobody has made up to be easy: any region, any year, right and wrong check numbers. */
const MAKERS: [FieldKind, ReadingKind, () => { shown: string; value: string }][] = [
  [
    'phone',
    'phone',
    () => numbered('+7', pick(['973', '495', '800', '383', '999', '812', '903']) + digits(7))
  ],
  [
    'passport',
    'passport',
    () => {
      const [head, year, tail] = [
        pick(['45', '80', '92', '36', '70', '12', '20']),
        pick(['03', '19', '98']),
        digits(6)
      ]
      return { shown: `${head} ${year} ${tail}`, value: head + year + tail }
    }
  ],
  [
    'snils',
    'snils',
    () => {
      const [a, b, c, d] = [digits(3), digits(3), digits(3), digits(2)]
      return { shown: `${a}-${b}-${c} ${d}`, value: a + b + c + d }
    }
  ],
  ['inn', 'inn_person', () => numbered('', digits(12))],
  ['inn', 'inn_org', () => numbered('', pick(['77', '50', '16', '97', '36', '84']) + digits(8))],
  ['ogrn', 'ogrn', () => numbered('', `1${digits(12)}`)],
  ['ogrn', 'ogrnip', () => numbered('', `3${digits(14)}`)],
  [
    'plate',
    'plate',
    () =>
      numbered(
        '',
        `${plateLetter()}${pick('123456789')}${digits(2)}${plateLetter()}${plateLetter()}${pick(['77', '178', '02'])}`
      )
  ],
  [
    'vin',
    'vin',
    () =>
      numbered(
        '',
        `X${pick('ABCDEFGH')}${Array.from({ length: 11 }, () => pick('ABCDEFGHJKLMNPRSTUVWXYZ0123456789')).join('')}${digits(4)}`
      )
  ],
  ['email', 'email', () => numbered('', `i.primerov${digits(3)}@example.com`)],
  [
    'birth_date',
    'birth_date',
    () => {
      const [year, month, day] = [1930 + random(90), two(1 + random(12)), two(1 + random(28))]
      return { shown: `${day}.${month}.${year}`, value: `${year}-${month}-${day}` }
    }
  ]
]
const plateLetter = () => pick('АВЕКМНОРСТУХ')
const numbered = (code: string, own: string) => ({ shown: code + own, value: code.replace('+', '') + own })

test('reads any number in any usual form', () => {
  const missed: string[] = []
  for (const [kind, reading, make] of MAKERS) {
    for (let round = 0; round < 40; round++) {
      const { shown, value } = make()
      if (/^0+$/.test(value) || /^7?(\d)\1+$/.test(value)) continue
      for (const line of writtenForms(kind, shown))
        if (!parseQuery(line).some(one => one.kind === reading && one.value === value))
          missed.push(`${reading}: ${line}`)
    }
  }
  expect(missed.slice(0, 20)).toEqual([])
})

interface ShownRecord {
  source: string
  fields: Record<string, string>
  columns: Columns
}

function* shownRecords(people: number): Generator<ShownRecord> {
  const sources = new Map<string, (typeof SEED_SOURCES)[number]>(SEED_SOURCES.map(one => [one.key, one]))
  for (const { source, values } of generatePeople({ people, seed: 11 })) {
    const columns = sources.get(source)?.columns ?? []
    const cells = columns
      .map(({ label }, at) => [label, values[at] ?? ''])
      .filter(([, value]) => value !== '')
    yield {
      source,
      fields: Object.fromEntries(cells),
      columns: Object.fromEntries(columns.map(one => [one.label, one.kind]))
    }
  }
}

/** Finds as an engine does, and then does not think nothing of what it found. */
function isFound(line: string, { fields, columns }: ShownRecord): boolean {
  if (findStep(line, fields, columns) === null) return false
  return matchRecord(readAttributes(fields, columns), planOf(line)).score > 0
}

test('finds a record by its row, however the row is pasted', () => {
  const missed: string[] = []
  for (const record of shownRecords(25)) {
    const cells = Object.entries(record.fields)
    const values = cells.map(([, value]) => value)
    for (const glue of ['\t', ' | ', '; ', '\n', ', ', ' ', ';', '|', ' / '])
      if (!isFound(values.join(glue), record)) missed.push(`${record.source}: ${values.join(glue)}`)
    const labelled = cells.map(([label, value]) => `${label}: ${value}`).join('\n')
    if (!isFound(labelled, record)) missed.push(`${record.source}: ${labelled}`)
  }
  expect(missed).toEqual([])
})

test('does not take a row for the person whose birth date it contradicts', () => {
  const line = 'Примеров Илья Андреевич 14.03.1981 г. Примерск'
  const scoreOf = (born: string) => {
    const attributes = readAttributes({ ФИО: 'Примеров Илья Андреевич', ДР: born, Адрес: 'г. Примерск' }, {})
    return matchRecord(attributes, planSearch(line, parseQuery(line))).score
  }
  expect(scoreOf('14.03.1981')).toBeGreaterThan(0.9)
  expect(scoreOf('02.07.1970')).toBeLessThan(0.6)
  expect(scoreOf('')).toBeLessThan(0.85)
})

test('finds by several things in any order with any separator', () => {
  const person = {
    ФИО: 'Примеров Илья Андреевич',
    ДР: '14.03.1981',
    Телефон: '89732041740',
    ИНН: '001204175339'
  }
  const record = { source: '', fields: person, columns: {} }
  const things = ['Примеров Илья Андреевич', '14.03.1981 г.р.', 'тел. +7 (973) 204-17-40', 'ИНН 001204175339']
  const orders = things.flatMap((one, at) =>
    things.filter((_, other) => other !== at).map(other => [one, other])
  )
  const missed: string[] = []
  for (const order of [...orders, things, [...things].reverse()])
    for (const glue of [' ', ', ', '; ', ';', ' | ', '|', ' / ', '\n', '\t', '  '])
      if (!isFound(order.join(glue), record)) missed.push(order.join(glue))
  expect(missed).toEqual([])
})

test('spends no key on what is found otherwise', () => {
  let keys = 0
  let records = 0
  for (const { fields, columns } of shownRecords(300)) {
    keys += recordKeys(readAttributes(fields, columns)).length
    records += 1
  }
  expect(keys / records).toBeLessThan(KEYS_PER_RECORD)
})
const KEYS_PER_RECORD = 14.2
