import { describe, expect, test } from 'bun:test'
import { generatePeople } from '#api/db/seed/generate.ts'
import { SEED_SOURCES } from '#api/db/seed/sources-table.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { summarize } from '#shared/identity/people/summary.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { normalizeText } from '#shared/identity/text/normalize.ts'
import { type RowFields, record } from './clusters.ts'

type Row = RowFields | Record<string, string>

const stated = (rows: readonly Row[], asOf: string | null = null): MatchedRecord[] =>
  rows.map((fields, at) => ({ ...record(String(at), `s${at + 1}`, fields), asOf }))

/** «значение | состояние | источник: как стоит, …» of every row of a field. */
const evidenceRows = (field: string, rows: readonly Row[]): string[] =>
  summarize(stated(rows))
    .filter(row => row.field === field)
    .map(
      ({ value, state, evidence }) =>
        `${value} | ${state} | ${evidence.map(({ source, state }) => `${source} ${state}`).join(', ')}`
    )

const names = (...written: string[]): Row[] => written.map(ФИО => ({ ФИО }))
const dates = (...written: string[]): Row[] => written.map(ДР => ({ ДР }))
const addresses = (...written: string[]): Row[] => written.map(Адрес => ({ Адрес }))

const FULL = 'Примеров Илья Андреевич'
const HOME = 'г. Примерск, ул. Новая, д. 1, кв. 2'

describe('a source confirms by its own text alone', () => {
  test.each<[what: string, field: string, rows: Row[], expected: string[]]>([
    [
      'the same text, in capitals and in another order',
      'ФИО',
      names(FULL, FULL.toUpperCase(), 'Илья Андреевич Примеров'),
      [`${FULL} | confirmed | s1 confirms, s2 confirms, s3 confirms`]
    ],
    ['one source', 'ФИО', names(FULL), [`${FULL} | single | s1 confirms`]],
    [
      'another script says the same',
      'ФИО',
      names(FULL, 'PRIMEROV ILIA ANDREEVICH'),
      [`${FULL} | confirmed | s1 confirms, s2 confirms`]
    ],
    [
      'an initial, a missing part, another script without it',
      'ФИО',
      names(FULL, 'Примеров И. А.', 'Примеров Илья', 'Ilya Primerov'),
      [`${FULL} | single | s1 confirms, s2 compatible, s3 compatible, s4 compatible`]
    ],
    [
      'a pet form, a typing error',
      'ФИО',
      names(FULL, 'Примеров Илюша', 'Примеров Илья Андревич'),
      [`${FULL} | single | s1 confirms, s2 compatible, s3 compatible`]
    ],
    [
      'another surname',
      'ФИО',
      names('Гусева Елена Борисовна', 'Уткина Елена Борисовна'),
      [
        'Гусева Елена Борисовна | conflict | s1 confirms, s2 conflicts',
        'Уткина Елена Борисовна | conflict | s2 confirms, s1 conflicts'
      ]
    ],
    [
      'a year beside a full date',
      'Дата рождения',
      dates('14.03.1981', '1981-03-14', '1981', '03.1981'),
      ['14.03.1981 | confirmed | s1 confirms, s2 confirms, s3 compatible, s4 compatible']
    ],
    [
      'a record with two dates contradicts itself',
      'Дата рождения',
      [{ ДР: '14.03.1981', 'Дата рождения 2': '15.04.1982' }],
      [
        '14.03.1981 | conflict | s1 confirms, s1 conflicts',
        '15.04.1982 | conflict | s1 confirms, s1 conflicts'
      ]
    ],
    [
      'a record with a date and the year of it says one',
      'Дата рождения',
      [{ ДР: '14.03.1981', 'Год рождения': '1981' }],
      ['14.03.1981 | single | s1 confirms']
    ],
    [
      'a year that two dates have, and one that neither has',
      'Дата рождения',
      dates('14.03.1981', '15.03.1981', '1981', '1979'),
      [
        '14.03.1981 | conflict | s1 confirms, s3 compatible, s2 conflicts, s4 conflicts',
        '15.03.1981 | conflict | s2 confirms, s3 compatible, s1 conflicts, s4 conflicts',
        '1979 | conflict | s4 confirms, s1 conflicts, s2 conflicts, s3 conflicts'
      ]
    ],
    [
      'an address without its town, and with its region',
      'Адрес',
      addresses(HOME, 'Примерск, Новая 1-2', 'ул. Новая, д. 1, кв. 2', `Примерская обл., ${HOME}`),
      [`${HOME} | confirmed | s1 confirms, s2 confirms, s4 confirms, s3 compatible`]
    ],
    [
      'another address',
      'Адрес',
      addresses(HOME, 'г. Примерск, ул. Старая, д. 5'),
      [
        `${HOME} | conflict | s1 confirms, s2 conflicts`,
        'г. Примерск, ул. Старая, д. 5 | conflict | s2 confirms, s1 conflicts'
      ]
    ],
    [
      'two phones, which may both be right',
      'Телефон',
      [{ phone: 1 }, { phone: 2 }],
      ['+7 973 204-10-01 | single | s1 confirms', '+7 973 204-10-02 | single | s2 confirms']
    ],
    [
      'an equal phone, however it is written',
      'Телефон',
      [{ Телефон: '8 (973) 204-10-01' }, { Телефон: '+79732041001' }],
      ['+7 973 204-10-01 | confirmed | s1 confirms, s2 confirms']
    ]
  ])('%s', (_, field, rows, expected) => {
    expect(evidenceRows(field, rows).sort()).toEqual(expected.toSorted())
  })

  test.each<[what: string, shown: string, written: string[]]>([
    [
      'a lone typing error, though it is fuller',
      'Примеров Илья',
      ['Примерев Илья Андреевич', 'Примеров Илья', 'Примеров И. А.']
    ],
    ['one error beside two right ones', FULL, ['Примеров Илья Андревич', FULL, FULL]],
    ['of two writings the one that the tables of names know', FULL, ['Примеров Илтя Андреевич', FULL]],
    ['Latin letters beside Cyrillic ones', FULL, ['PRIMEROV ILIA ANDREEVICH', FULL]],
    ['е where somebody writes ё', 'Семёнов Пётр', ['Семенов Петр', 'Семёнов Пётр', 'Семенов Петр']]
  ])('never shows %s', (_, shown, written) => {
    for (const rows of [written, written.toReversed()])
      expect(summarize(stated(names(...rows)))[0]?.value).toBe(shown)
  })

  test.each<[said: Row, field: string, text: string]>([
    [{ Телефон: '8 973 204-10-01 (мама)' }, 'Телефон', '8 973 204-10-01 (мама)'],
    [{ Телефон: '8 973 204-10-01; +7 973 204 10 02' }, 'Телефон', '8 973 204-10-01'],
    [{ Примечание: 'звонить, тел. 8 (973) 204-10-01 вечером' }, 'Телефон', '8 (973) 204-10-01'],
    [{ Серия: '45 03', 'Номер паспорта': '123456' }, 'Паспорт', '45 03 123456'],
    [{ Серия: '45 03', 'Номер паспорта': '23456' }, 'Паспорт', '45 03 23456'],
    [{ ИНН: '1204175339' }, 'ИНН', '1204175339'],
    [{ ФИО: 'Илья Примеров, 1996' }, 'Дата рождения', '1996'],
    [{ 'E-mail': 'I.Primerov@Example.com' }, 'E-mail', 'I.Primerov@Example.com'],
    [{ Госномер: 'а 123 вс 00' }, 'Госномер', 'а 123 вс 00'],
    [{ Фамилия: 'ГУСЕВА (УТКИНА)', Имя: 'Елена' }, 'ФИО', 'ГУСЕВА (УТКИНА) Елена']
  ])('keeps the words of %j', (fields, field, text) => {
    const rows = summarize(stated([fields])).filter(row => row.field === field)
    expect(rows.map(({ evidence }) => evidence[0]?.text)).toContain(text)
  })
})

describe('the newest date', () => {
  const row = (records: MatchedRecord[]) => summarize(records).find(({ field }) => field === 'Телефон')
  const dated = (Обновлено: string): Row => ({ Телефон: '+7 973 204-10-01', ...(Обновлено && { Обновлено }) })

  test('is that of a record where one has its own, though a source is newer', () => {
    const records = stated([dated('11.2014'), dated('03.08.2024'), dated('')], '2026-06-01')
    expect(row(records)?.newest).toEqual({ date: '2024-08-03', of: 'record' })
    expect(row(records)?.evidence.map(({ record_date }) => record_date)).toEqual([
      '2014-11',
      '2024-08-03',
      null
    ])
  })

  test('is that of the source where no record has one, and says so', () => {
    expect(row(stated([dated(''), dated('вчера')], '2026-06-01'))?.newest).toEqual({
      date: '2026-06-01',
      of: 'source'
    })
    expect(row(stated([dated('')]))?.newest).toBeNull()
  })
})

test('tells which of the asked sources are silent, and why', () => {
  const records = stated([{ ФИО: FULL, phone: 1 }, { ФИО: FULL }])
  const rows = summarize(records, { answering: ['s1', 's2', 's3', 's4'] })
  expect(rows.map(({ field, silent }) => [field, silent])).toEqual([
    ['ФИО', { no_field: [], no_person: ['s3', 's4'] }],
    ['Телефон', { no_field: ['s2'], no_person: ['s3', 's4'] }]
  ])
})

/** The letters and digits of a text, without the zeros that a number may have lost. */
const plain = (text: string): string => normalizeText(text).replace(/[^\p{L}\p{N}@]/gu, '')

test('nothing of generated people stands in a summary without the words of its source', () => {
  const kinds = new Map<string, MatchedRecord['columns']>(
    SEED_SOURCES.map(({ key, columns }) => [
      key,
      Object.fromEntries(columns.map(({ label, kind }) => [label, kind]))
    ])
  )
  const byPerson = Map.groupBy(generatePeople({ people: 3_000, seed: 7 }), ({ rid }) => rid)
  let pieces = 0
  for (const own of byPerson.values()) {
    const records = own.map(({ source, rid, values }): MatchedRecord => {
      const columns = kinds.get(source) ?? {}
      const cells = Object.keys(columns).map((label, at) => [label, values[at] ?? ''])
      const fields: Record<string, string> = Object.fromEntries(cells.filter(([, value]) => value !== ''))
      const attributes = readAttributes(fields, columns)
      return { ...record('', source, {}), record_id: `${source}:${rid}`, source, columns, fields, attributes }
    })
    const texts = new Map(
      records.map(({ record_id, fields }) => [record_id, plain(Object.values(fields).join(' '))])
    )
    for (const { value, sources, state, conflict, evidence } of summarize(records)) {
      expect(evidence.length).toBeGreaterThan(0)
      for (const { record_id, text } of evidence) {
        pieces += 1
        const whole = texts.get(record_id) ?? ''
        if (!text.split(/\s+/).every(word => whole.includes(plain(word))))
          throw new Error(`«${text}» is not in ${record_id}`)
      }
      const confirming = evidence.filter(piece => piece.state === 'confirms').map(({ source }) => source)
      expect([value, sources.every(source => confirming.includes(source))]).toEqual([value, true])
      expect(sources.length).toBeGreaterThan(0)
      expect(conflict).toBe(state === 'conflict')
      expect(state === 'conflict').toBe(evidence.some(piece => piece.state === 'conflicts'))
      if (state !== 'conflict') expect(state).toBe(sources.length > 1 ? 'confirmed' : 'single')
    }
  }
  expect(pieces).toBeGreaterThan(20_000)
})
