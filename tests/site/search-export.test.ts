import { describe, expect, test } from 'bun:test'
import type { DetailedAnswer, SearchAnswer, Withdrawn } from '#shared/contracts/search.ts'
import type { Verdict } from '#shared/contracts/verdict.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { fileName } from '#site/features/search/records/export.ts'
import { csvOf } from '#site/features/search/records/export-csv.ts'
import { exportedAnswer } from '#site/features/search/records/export-view.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { applyView, WHOLE } from '#site/features/search/view.ts'
import { ANSWER, DATED } from './search-answer.ts'

const SEARCHED_AT = '2026-11-21T22:05:00.000Z'
const NASTY: DetailedAnswer = {
  ...ANSWER,
  results_by_source: {
    reg07: [
      {
        record_id: 'reg07:1',
        Фамилия: 'Примеров',
        Телефон: '+7 973 204-17-40',
        Примечание: 'он; "сосед"\nвторой'
      },
      { record_id: 'reg07:2', Фамилия: '=1+1', Адрес: '@SUM(A1)', Телефон: '-5', Примечание: '\t=cmd' }
    ],
    loss02: ANSWER.results_by_source.loss02 ?? []
  }
}
const verdict = (more: Partial<Verdict>): Verdict => ({
  id: 1,
  a: 'p1',
  b: null,
  verdict: 'same',
  note: null,
  at: '2026-11-22T09:52:00.000Z',
  ...more
})
const VERDICTS = [
  verdict({ note: 'по ИНН' }),
  verdict({ id: 2, b: 'p2', verdict: 'other', note: '=HYPERLINK("x")' })
]
const exportOf = (
  base: DetailedAnswer,
  view = WHOLE,
  withdrawn: Withdrawn | null = null,
  readAt?: number
) => {
  const answer = { ...base, searched_at: SEARCHED_AT }
  return exportedAnswer({ answer, readAt, withdrawn }, applyView(readResults(answer), view).sources, VERDICTS)
}

/** Rows of a CSV by the names of their columns. */
function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n"]*))(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
  }
  const [head = [], ...body] = rows.filter(row => row.length > 0)
  return body.map(row => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

describe('an export as CSV', () => {
  const text = csvOf(exportOf(NASTY))
  const rows = readCsv(text)
  const of = (kind: string) => rows.filter(row => row['Вид строки'] === kind)

  test('is what a Russian spreadsheet opens: a mark, semicolons, every column once', () => {
    expect(text).toStartWith('\ufeffВид строки;Источник;')
    expect(text).toEndWith('\r\n')
    const [head = ''] = text.slice(1).split('\r\n')
    const columns = head.split(';')
    expect(new Set(columns).size).toBe(columns.length)
    expect(columns.slice(-6)).toEqual(['Фамилия', 'Телефон', 'Примечание', 'Адрес', 'ФИО', 'Год рождения'])
  })

  test('has the records with source, basis and person', () => {
    expect(of('запись')).toHaveLength(3)
    expect(of('запись')[0]).toMatchObject({
      Источник: 'Демо-реестр 07',
      Основание: 'синтетические данные',
      'Данные на': '01.02.2026',
      Человек: 'Примеров Илья Андреевич, 14.03.1981',
      'ID записи': 'reg07:1',
      Примечание: 'он; "сосед"\nвторой'
    })
  })

  test('has the line with what of it was not searched', () => {
    const query = 'Примеров Илья 31.02.1981'
    const answer = { ...NASTY, query, readings: parseQuery(query) }
    const [row] = readCsv(csvOf(exportOf(answer))).filter(row => row['Вид строки'] === 'запрос')
    const remark = 'дата не читается: 31.02.1981, ищется год'
    expect(row).toMatchObject({ Значение: query, Причина: remark })
    expect(exportOf(answer)).toMatchObject({ query, remarks: [remark] })
  })

  test('has the times of Moscow of the search, of the verdicts, and of records that were read anew', () => {
    const times = (csv: string) =>
      readCsv(csv).flatMap(row =>
        row['Время (Москва)'] ? [`${row['Вид строки']} ${row['Время (Москва)']}`] : []
      )
    const own = ['человек 22.11.2026 12:52', 'вывод о двух 22.11.2026 12:52', 'запрос 22.11.2026 01:05']
    expect(times(text)).toEqual(own)
    const readAgain = exportOf(NASTY, WHOLE, null, Date.UTC(2026, 10, 21, 22, 26))
    expect(readAgain.read_at).toBe('2026-11-21T22:26:00.000Z')
    expect(times(csvOf(readAgain))).toEqual([...own, 'повторное чтение 22.11.2026 01:26'])
  })

  test('has what was typed with how many records and cards it found, as numbers', () => {
    const typed = { label: 'Телефон', value: '+7 973 204-17-40', records: 3, people: 2, organisations: 1 }
    const [row] = readCsv(csvOf({ ...exportOf(NASTY), typed: [typed] })).filter(
      row => row['Вид строки'] === 'искали'
    )
    expect(row).toMatchObject({
      Поле: 'Телефон',
      Показано: '3',
      Людей: '2',
      Организаций: '1',
      Причина: ''
    })
  })

  test('has the people with reasons, the user’s verdict and the evidence of each value', () => {
    expect(of('человек')[0]).toMatchObject({
      Человек: 'Примеров Илья Андреевич, 14.03.1981',
      Совпадение: 'совпадает',
      Оценка: '0,70',
      Причина: 'ФИО и дата рождения совпали',
      'Свой вывод': 'тот же',
      Заметка: 'по ИНН'
    })
    const address = of('доказательство').filter(row => row.Поле === 'Адрес')
    expect(address[0]).toMatchObject({
      Источник: 'Демо-реестр 07',
      Значение: 'г. Примерск, ул. Образцовая, д. 7, кв. 41',
      Подтверждение: 'подтверждает',
      'ID записи': 'reg07:1'
    })
    expect(address.map(row => row.Подтверждение)).toContain('расходится')
    expect(of('вывод о двух')).toHaveLength(1)
    expect(of('вывод о двух')[0]?.['Свой вывод']).toBe('разные люди')
  })

  test('quotes what would break a line, and disarms what would be run', () => {
    expect(text).toContain('"он; ""сосед""\nвторой"')
    for (const value of ["'=1+1", "'@SUM(A1)", "'-5", "'+7 973 204-17-40", "'=cmd"])
      expect(text).toContain(`"${value}"`)
    expect(text).toContain(`"'=HYPERLINK(""x"")"`)
    expect(text).not.toMatch(/(^|;)"?[=+\-@]/m)
  })

  test.each(['＝1+1', '＋1', '－1', '＠SUM(A1)', '\n=1+1', '\t=1+1'])('disarms %j', note => {
    const answer = exportedAnswer({ answer: NASTY, withdrawn: null }, readResults(NASTY).sources, [
      verdict({ note })
    ])
    expect(readCsv(csvOf(answer)).map(row => row.Заметка)).toContain(`'${note}`)
  })

  test('never promotes a possible namesake', () => {
    const words = rows.filter(row => row['ID записи'] === 'loss02:1' && row['Вид строки'] === 'запись')
    expect(words.map(row => row.Совпадение)).toEqual(['возможный однофамилец'])
  })
})

describe('what an export does not show', () => {
  const LARGE: DetailedAnswer = {
    ...ANSWER,
    completeness: { shown: 6, total: 40, total_is_exact: true, more: true },
    failed_sources: ['loss02'],
    sources_meta: {
      ...ANSWER.sources_meta,
      ads05: {
        ...(ANSWER.sources_meta.ads05 as SearchAnswer['sources_meta'][string]),
        total: 36,
        more: true
      }
    }
  }
  test('is said: what the answer has not, which sources failed, and what a filter took', () => {
    const whole = exportOf(LARGE)
    expect(whole.not_shown).toEqual({
      filtered_records: 0,
      filtered_people: 0,
      withdrawn: null,
      failed_sources: ['Демо-список потерь 02'],
      sources_with_more: ['ads05']
    })
    expect(whole.people).toHaveLength(4)
    // As the page counts: 1 of 6 records, one of which stands for two rows.
    const filtered = exportOf(LARGE, { ...WHOLE, text: 'Логистика' })
    expect(filtered.not_shown).toMatchObject({ filtered_records: 5, filtered_people: 3 })
    expect(filtered.people.map(({ id }) => id)).toEqual(['p2'])
    const rows = readCsv(csvOf(filtered))
      .filter(row => row['Вид строки'] === 'не показано')
      .map(row => row.Причина?.replaceAll('\u00a0', ' '))
    expect(rows).toEqual([
      'Всего показано 6 из 40 записей',
      expect.stringContaining('«Демо-объявления 05»: показано'),
      'Не ответил источник «Демо-список потерь 02»',
      'Фильтр скрыл из ответа: записей 5, карточек 3'
    ])
  })

  test.each([
    [ANSWER, WHOLE, null, ['Ответ показан полностью']],
    [ANSWER, { ...WHOLE, text: 'Логистика' }, null, ['Фильтр скрыл из ответа: записей 5, карточек 3']],
    [{ ...ANSWER, failed_sources: ['loss02'] }, WHOLE, null, ['Не ответил источник «Демо-список потерь 02»']],
    [
      ANSWER,
      WHOLE,
      { records: 2, sources: ['Картотека'] },
      ['Записей этого поиска, которые больше нельзя показать: 2. Больше нет в поиске: «Картотека».']
    ]
  ])(
    'and nothing else: an answer is called whole only where all of it is in the file',
    (answer, view, withdrawn, text) => {
      const rows = readCsv(csvOf(exportOf(answer, view, withdrawn)))
      expect(rows.filter(row => row['Вид строки'] === 'не показано').map(row => row.Причина)).toEqual(text)
    }
  )

  test('names whom somebody stands apart from, filtered out or not', () => {
    const apart = (person_id: string) => ({
      person_id,
      kind: 'veto' as const,
      code: 'other_patronymic' as const,
      text: 'отчества разные',
      agrees: 'фамилия',
      would_join: null
    })
    const persons = ANSWER.persons.map(person =>
      person.id === 'p2' ? { ...person, apart: [apart('p1'), apart('gone')] } : person
    )
    const filtered = exportOf({ ...ANSWER, persons }, { ...WHOLE, text: 'Логистика' })
    const reason = 'Примеров Илья Андреевич, 14.03.1981: отчества разные; отчества разные'
    const [row] = readCsv(csvOf(filtered)).filter(each => each['Вид строки'] === 'человек')
    expect(row?.['Почему отдельно']).toBe(reason)
    expect(filtered.people[0]?.apart[0]?.name).toBe('Примеров Илья Андреевич, 14.03.1981')
  })
})

test('an export as JSON has people, evidence, basis, verdicts and the records of each source', () => {
  const json = JSON.parse(JSON.stringify(exportOf(ANSWER)))
  expect(json).toMatchObject({ query: ANSWER.query, searched_at: '2026-11-21T22:05:00.000Z' })
  expect(json.people[0]).toMatchObject({
    id: 'p1',
    label: 'совпадает',
    own_verdict: { verdict: 'same', note: 'по ИНН' },
    query_reasons: [{ code: 'same_full_name_and_birth_date' }]
  })
  expect(json.people[0].summary[0].evidence[0]).toMatchObject({ source: 'reg07', state: 'confirms' })
  expect(json.pairs).toEqual([
    { a: 'p1', b: 'p2', verdict: 'other', note: '=HYPERLINK("x")', at: VERDICTS[1]?.at }
  ])
  expect(json.sources[0]).toMatchObject({
    key: 'reg07',
    number: 1,
    basis: 'синтетические данные',
    origin: 'синтетические данные',
    records: [{ record_id: 'reg07:1', person_id: 'p1', score: 0.98, fields: { Фамилия: 'Примеров' } }, {}]
  })
})

test('an export has the own date of a record, whatever its person says of it', () => {
  const exported = exportOf(DATED)
  const dates = exported.sources.flatMap(({ records }) => records.map(one => one.record_date))
  expect(dates).toEqual([null, null, '2024-08', null, null])
  const rows = readCsv(csvOf(exported)).filter(row => row['Вид строки'] === 'запись')
  expect(rows.map(row => row['Дата записи'])).toEqual(['', '', '08.2024', '', ''])
})

test('a file is named by the time of Moscow, not by the query', () => {
  expect(fileName(SEARCHED_AT, 'csv')).toBe('poisk-2026-11-22-01-05.csv')
  expect(fileName('2026-01-02T09:07:00Z', 'json')).toBe('poisk-2026-01-02-12-07.json')
})
