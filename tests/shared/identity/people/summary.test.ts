import { describe, expect, test } from 'bun:test'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { findIndependentSources } from '#shared/identity/people/source-independence.ts'
import { summarize } from '#shared/identity/people/summary.ts'
import { inn, passport, type RowFields, record } from './clusters.ts'

const from = (
  source: string,
  asOf: string | null,
  fields: RowFields | Record<string, string>,
  id = '1'
): MatchedRecord => ({ ...record(id, source, fields), asOf })
const rowsOf = (records: MatchedRecord[], field: string) =>
  summarize(records).filter(row => row.field === field)

describe('summarise', () => {
  test('shows each value in its display format, in the order of the fields', () => {
    const rows = summarize([
      from('s1', '2026-02-01', {
        ФИО: 'ПРИМЕРОВ ИЛЬЯ АНДРЕЕВИЧ',
        ДР: '1981-03-14',
        Адрес: 'г. Примерск, ул. Образцовая, д. 7',
        Место_работы: 'ООО «Демо»',
        phone: 1,
        email: 'i.primerov',
        inn: 1,
        passport: 1,
        Госномер: 'а123вс00'
      })
    ])
    expect(rows.map(({ field, value }) => [field, value])).toEqual([
      ['ФИО', 'Примеров Илья Андреевич'],
      ['Дата рождения', '14.03.1981'],
      ['Телефон', '+7 973 204-10-01'],
      ['E-mail', 'i.primerov@example.com'],
      ['ИНН', inn(1)],
      ['Паспорт', passport(1)],
      ['Адрес', 'г. Примерск, ул. Образцовая, д. 7'],
      ['Место работы', 'ООО «Демо»'],
      ['Госномер', expect.stringMatching(/^А\s?123\s?ВС\s?00$/) as unknown as string]
    ])
    for (const { sources, state, newest, conflict, evidence } of rows) {
      expect([sources, state, conflict]).toEqual([['s1'], 'single', false])
      expect(newest).toEqual({ date: '2026-02-01', of: 'source' })
      expect(evidence).toHaveLength(1)
    }
  })

  test('counts the sources of a value and gives the newest date', () => {
    const rows = rowsOf(
      [
        from('s2', '2025-01-01', { phone: 1 }),
        from('s1', '2026-06-01', { phone: 1 }),
        from('s3', null, { phone: 2 }),
        from('s1', '2026-06-01', { phone: 1 }, '2')
      ],
      'Телефон'
    )
    expect(rows).toMatchObject([
      {
        value: '+7 973 204-10-01',
        sources: ['s1', 's2'],
        state: 'confirmed',
        newest: { date: '2026-06-01', of: 'source' }
      },
      { value: '+7 973 204-10-02', sources: ['s3'], state: 'single', newest: null }
    ])
    expect(rows[0]?.evidence.map(({ record_id }) => record_id)).toEqual(['s1:1', 's1:2', 's2:1'])
  })

  test.each([
    [['Нгуен-Тхи Минь', 'Нгуен Тхи Минь', 'НГУЕН ТХИ МИНЬ'], 'Нгуен Тхи Минь'],
    [
      ['Примерова Образцова Анна', 'Примерова-Образцова Анна', 'Примерова-Образцова Анна'],
      'Примерова-Образцова Анна'
    ]
  ])('joins the words of a name as most records do: %j', (names, value) => {
    const rows = rowsOf(
      names.map((ФИО, at) => from(`s${at}`, null, { ФИО })),
      'ФИО'
    )
    expect(rows).toMatchObject([{ value }])
  })

  test('prefers a Cyrillic, complete, properly written name', () => {
    const names = ['Ilya Primerov', 'ПРИМЕРОВ И. А.', 'примеров илья андреевич', 'Примеров Илюша']
    const rows = rowsOf(
      names.map((ФИО, at) => from(`s${at}`, null, { ФИО })),
      'ФИО'
    )
    expect(rows).toMatchObject([{ value: 'Примеров Илья Андреевич', sources: ['s2'], state: 'single' }])
    expect(rows[0]?.evidence.map(({ text, state }) => `${state} ${text}`)).toEqual([
      'confirms примеров илья андреевич',
      'compatible Ilya Primerov',
      'compatible ПРИМЕРОВ И. А.',
      'compatible Примеров Илюша'
    ])
  })

  test('marks what contradicts: another surname, date, INN, address', () => {
    const records = [
      from('s1', null, {
        ФИО: 'Гусева Елена Борисовна',
        ДР: '22.05.1986',
        inn: 1,
        Адрес: 'г. Примерск, ул. Новая, д. 1, кв. 2'
      }),
      from('s2', null, {
        ФИО: 'Уткина Елена Борисовна',
        ДР: '23.05.1986',
        inn: 2,
        Адрес: 'г. Примерск, ул. Старая, д. 5'
      })
    ]
    for (const field of ['ФИО', 'Дата рождения', 'ИНН', 'Адрес']) {
      const rows = rowsOf(records, field)
      expect([field, rows.map(({ conflict }) => conflict)]).toEqual([field, [true, true]])
      expect([field, rows.map(({ state }) => state)]).toEqual([field, ['conflict', 'conflict']])
    }
  })

  test('does not call two values of one record a contradiction of it', () => {
    const records = [
      from('s1', null, { Фамилия: 'Гусева/Уткина', Имя: 'Елена', Отчество: 'Борисовна' }),
      from('s2', null, { ФИО: 'Гусева Елена Борисовна' })
    ]
    const [now, before] = rowsOf(records, 'ФИО')
    expect([now?.value, now?.state]).toEqual(['Гусева Елена Борисовна', 'confirmed'])
    expect(before?.evidence.map(({ source, state }) => `${source} ${state}`)).toEqual([
      's1 confirms',
      's2 conflicts'
    ])
  })

  test('takes a year, a shorter address and a number of an organisation for no contradiction', () => {
    const records = [
      from('s1', null, { ДР: '14.03.1981', Адрес: 'г. Примерск, ул. Новая, д. 1, кв. 2', inn: 1 }),
      from('s2', null, { ДР: '1981', Адрес: 'ул. Новая, д. 1, кв. 2', ИНН: '0012041756' } as RowFields)
    ]
    expect(rowsOf(records, 'Дата рождения')).toMatchObject([
      { value: '14.03.1981', sources: ['s1'], state: 'single', conflict: false }
    ])
    expect(rowsOf(records, 'Адрес')).toMatchObject([
      { value: 'г. Примерск, ул. Новая, д. 1, кв. 2', sources: ['s1'], state: 'single', conflict: false }
    ])
    expect(rowsOf(records, 'ИНН').map(({ conflict }) => conflict)).toEqual([false, false])
  })

  test.each(['null', 'none', 'undefined', 'не указан', 'неизвестно', '—'])(
    'ignores the placeholder «%s»',
    empty => {
      expect(summarize([from('s1', null, { Паспорт: empty, ИНН: empty, СНИЛС: empty })])).toEqual([])
    }
  )

  test('drops a phone that fails the check of the summary', () => {
    expect(
      rowsOf(
        [
          from('s1', null, { Телефон: '+7 999 999-99-89' }),
          from('s2', null, { Телефон: '+7 999 999-99-98' })
        ],
        'Телефон'
      ).map(({ value }) => value)
    ).toEqual([])
    expect(rowsOf([from('s1', null, { phone: 1 })], 'Телефон')).toHaveLength(1)
  })

  test('counts near copies of one source once', () => {
    const fieldsAt = (at: number): RowFields => ({
      ФИО: 'Примеров Илья Андреевич',
      ДР: `1${at}.03.1981`,
      phone: at,
      email: `mail${at}`,
      Адрес: `ул. Новая, д. ${at}`
    })
    const dump = (source: string) => [1, 2, 3].map(at => from(source, '2026-01-01', fieldsAt(at), String(at)))
    const records = [
      ...dump('copy-a'),
      ...dump('copy-b'),
      from('other', '2025-01-01', { ФИО: 'Примеров Илья Андреевич', ДР: '11.03.1981' })
    ]
    expect(Object.fromEntries(findIndependentSources(records))).toEqual({
      'copy-a': 'copy-a',
      'copy-b': 'copy-a',
      other: 'other'
    })
    const [date] = rowsOf(records, 'Дата рождения')
    expect(date).toMatchObject({ value: '11.03.1981', sources: ['copy-a', 'other'] })
  })

  test('knows a copied row by its values, however they are written and labelled', () => {
    const row = { ФИО: 'Примеров Илья', ДР: '14.03.1981', Телефон: '+7 973 204-10-01', Город: 'Примерск' }
    const whole = { ...row, Роль: 'истец', Модель: 'Седан', Цвет: 'белый' }
    const copy = Object.fromEntries(
      Object.entries(whole).map(([label, value]) => [`${label} 2`, ` ${value.toUpperCase()} `])
    )
    const witnesses = findIndependentSources([from('s1', null, whole), from('s2', null, copy)])
    expect(Object.fromEntries(witnesses)).toEqual({ s1: 's1', s2: 's1' })
  })

  test('does not take two sources that agree on one short row for copies', () => {
    const fields: RowFields = { ФИО: 'Примеров Илья Андреевич', ДР: '14.03.1981', phone: 1, email: 'mail' }
    const records = [from('s1', null, fields), from('s2', null, fields)]
    expect(rowsOf(records, 'Телефон')[0]?.sources).toEqual(['s1', 's2'])
  })
})
