import { describe, expect, test } from 'bun:test'
import { array, assert, constantFrom, dictionary, property, string } from 'fast-check'
import type { DetailedAnswer } from '#shared/contracts/search.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { peopleAsEntities } from '#site/features/search/records/export-entities.ts'
import { answerSheets, peopleSheet, recordsSheet } from '#site/features/search/records/export-sheets.ts'
import { exportedAnswer } from '#site/features/search/records/export-view.ts'
import { readResults } from '#site/features/search/records/results-view.ts'
import { WHOLE } from '#site/features/search/view.ts'
import { csvOf } from '#site/lib/export/csv.ts'
import { fileName } from '#site/lib/export/save-file.ts'
import { workbookOf } from '#site/lib/export/workbook.ts'
import { readSheets } from '#tests/kit/read-workbook.ts'
import { exportOf, NASTY, peopleRows, readCsv, recordRows, SEARCHED_AT, verdict } from './exported.ts'
import { ANSWER, DATED } from './search-answer.ts'

const COLUMNS_MAX = 20

describe('an export as CSV', () => {
  const exported = exportOf(NASTY)
  const text = csvOf(recordsSheet(exported))

  test.each([
    ['records', recordsSheet, 3],
    ['people', peopleSheet, 4]
  ])('has one row each of the %s, in few columns that a Russian spreadsheet opens', (_, sheet, rows) => {
    const csv = csvOf(sheet(exported))
    expect(csv).toStartWith('\ufeffЧеловек;')
    expect(csv).toEndWith('\r\n')
    const columns = csv.slice(1).split('\r\n')[0]?.split(';') ?? []
    expect(new Set(columns).size).toBe(columns.length)
    expect(columns.length).toBeLessThanOrEqual(COLUMNS_MAX)
    expect(readCsv(csv)).toHaveLength(rows)
  })

  test('marks phones as text in every row, whatever sign they begin with', () => {
    assert(
      property(
        array(constantFrom('+7 973 204-17-40', '8 (973) 204-17-40', '79732041740'), { minLength: 1 }),
        phones => {
          const sheet = {
            name: '',
            columns: [{ title: 'Телефоны', as: 'phones' as const }],
            rows: phones.map(each => [each])
          }
          expect(readCsv(csvOf(sheet)).map(row => row.Телефоны)).toEqual(phones.map(each => `'${each}`))
        }
      )
    )
    for (const sheet of [peopleSheet(exported), recordsSheet(exported)])
      expect(sheet.columns.find(({ title }) => title === 'Телефоны')?.as).toBe('phones')
  })

  test('has of a record its person, how it was found, what it states by columns, and where it is from', () => {
    expect(recordRows(exportOf(ANSWER))[0]).toEqual({
      Человек: 'Примеров Илья Андреевич, 14.03.1981',
      Вывод: 'совпадает',
      'Оценка записи': '0,98',
      'Как найдено': 'ФИО и дата рождения совпали',
      ФИО: 'Примеров Илья Андреевич',
      'Дата рождения': '14.03.1981',
      Телефоны: "'+7 973 204-17-40",
      'E-mail': '',
      'Документы и номера': '',
      Адреса: expect.stringContaining('г. Примерск, ул. Образцовая, д. 7, кв. 41'),
      Прочее: '',
      'Кто в записи': '',
      Источник: 'Демо-реестр 07',
      Происхождение: 'синтетические данные',
      Основание: 'синтетические данные',
      'Данные на': '01.02.2026',
      'Дата записи': '',
      'Одинаковых записей': '2',
      'ID записи': 'reg07:1',
      'ID человека': 'p1'
    })
  })

  test('puts what no column is for into one, by the names of its fields', () => {
    const others = recordRows(exportOf(ANSWER)).map(row => row.Прочее)
    expect(others).toContain('Инициалы: И. А.; Место работы: ООО «Демо-Логистика»')
    expect(others).toContain(
      'Продавец: Светлана Примерова; Связь по адресу: ул. Образцовая, д. 7, кв. 41; Опубликовано: 21.02.2025'
    )
  })

  test('has the people with what they state, reasons and the user’s verdicts', () => {
    const [best] = peopleRows(exported)
    expect(best).toMatchObject({
      Человек: 'Примеров Илья Андреевич',
      Вид: 'человек',
      'Дата рождения': '14.03.1981',
      Вывод: 'совпадает',
      Оценка: '0,70',
      Почему: 'ФИО и дата рождения совпали',
      Заметка: 'по ИНН',
      'ID человека': 'p1'
    })
    expect(best?.['Свой вывод']).toMatch(/^тот же; Примеров.*: разные люди, =HYPERLINK/)
    expect(best?.Адреса).toContain('г. Примерск, ул. Образцовая, д. 7, кв. 41')
    expect(best?.Источники).toContain('Демо-реестр 07')
    expect(best?.Телефоны).not.toContain('70000000000')
  })

  test('quotes what would break a line, and disarms what would be run', () => {
    expect(text).toContain('он; ""сосед""\nвторой"')
    for (const value of ["'@SUM(A1)", "'+7 973 204-17-40", "'-5"]) expect(text).toContain(`"${value}"`)
    expect(text).not.toMatch(/(^|;)"?[=+\-@]/m)
  })

  test('writes out signs that would turn a text round', () => {
    const [record, ...others] = NASTY.results_by_source.reg07 ?? []
    const turned = { ...record, record_id: record?.record_id ?? '', Адрес: 'ул. \u202e21' }
    const answer = { ...NASTY, results_by_source: { ...NASTY.results_by_source, reg07: [turned, ...others] } }
    const rows = recordRows(exportedAnswer({ answer, withdrawn: null }, readResults(answer).sources, []))
    expect(rows[0]?.Адреса).toEndWith('; ул. [знак направления U+202E]21')
  })

  test.each(['＝1+1', '＋1', '－1', '＠SUM(A1)', '\n=1+1', '\t=1+1'])('disarms %j', note => {
    const answer = exportedAnswer({ answer: NASTY, withdrawn: null }, readResults(NASTY).sources, [
      verdict({ note })
    ])
    expect(peopleRows(answer).map(row => row.Заметка)).toContain(`'${note}`)
  })

  test('never promotes a possible namesake', () => {
    const words = recordRows(exported).filter(row => row['ID записи'] === 'loss02:1')
    expect(words.map(row => row.Вывод)).toEqual(['возможный однофамилец'])
  })

  test('shows every value of every record in its row, whatever its fields are called', () => {
    const label = constantFrom(
      'Телефон',
      'ФИО',
      'Фамилия',
      'Имя',
      'Адрес',
      'ИНН',
      'Паспорт',
      'Цвет',
      'E-mail'
    )
    const value = string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(
      each => each.trim() === each
    )
    assert(
      property(array(dictionary(label, value, { minKeys: 1 }), { minLength: 1, maxLength: 4 }), fields => {
        const [first = {}, ...others] = fields.map((each, at) => ({ ...each, record_id: `reg07:${at + 1}` }))
        const answer = {
          ...NASTY,
          results_by_source: { reg07: [first, ...others] }
        } as unknown as DetailedAnswer
        const { rows } = recordsSheet(exportOf(answer))
        fields.forEach((each, at) => {
          const row = rows[at]?.join('\n') ?? ''
          for (const written of Object.values(each)) expect(row).toContain(written)
        })
      })
    )
  })
})

describe('a workbook of an answer', () => {
  test('has people, records, sources, and what was asked and when', async () => {
    const query = 'Примеров Илья 31.02.1981'
    const base = { ...NASTY, results_count: 3, query, readings: parseQuery(query) }
    const exported = exportOf(base, WHOLE, null, Date.UTC(2026, 10, 21, 22, 26))
    const remark = 'дата не читается: 31.02.1981, ищется год'
    expect(exported).toMatchObject({ query, remarks: [remark], read_at: '2026-11-21T22:26:00.000Z' })
    const typed = { label: 'Телефон', value: '+7 973 204-17-40', records: 3, people: 2, organisations: 1 }
    const read = await readSheets(await workbookOf(answerSheets({ ...exported, typed: [typed] })))
    expect(Object.keys(read)).toEqual(['люди', 'записи', 'источники', 'об ответе'])
    expect(read['об ответе']).toEqual([
      ['Что', 'Значение'],
      ['Запрос', query],
      ['Как прочитан', remark],
      ['Телефон +7 973 204-17-40', 'записей 3, людей 2, организаций 1'],
      ['Время поиска (Москва)', '22.11.2026 01:05'],
      ['Записи прочитаны заново (Москва)', '22.11.2026 01:26'],
      ['Полнота', 'Ответ показан полностью']
    ])
    expect(read.люди?.[1]?.slice(0, 5)).toEqual([
      'Примеров Илья Андреевич',
      'человек',
      '14.03.1981',
      'совпадает',
      '0.7'
    ])
    expect(read.записи).toHaveLength(4)
    expect(read.источники?.[1]?.slice(0, 2)).toEqual(['1', 'Демо-реестр 07'])
  })
})

test('an export has the own date of a record, whatever its person says of it', () => {
  const exported = exportOf(DATED)
  const dates = exported.sources.flatMap(({ records }) => records.map(one => one.record_date))
  expect(dates).toEqual([null, null, '2024-08', null, null])
  expect(recordRows(exported).map(row => row['Дата записи'])).toEqual(['', '', '08.2024', '', ''])
})

test('a file is named by the time of Moscow, not by the query', () => {
  expect(fileName('poisk', new Date(SEARCHED_AT), 'csv')).toBe('poisk-2026-11-22-01-05.csv')
  expect(fileName('poisk', new Date('2026-01-02T09:07:00Z'), 'json')).toBe('poisk-2026-01-02-12-07.json')
})

test('an export as FollowTheMoney has the people of the file alone, by their own ids, without the line', () => {
  const exported = exportOf(ANSWER)
  const entities = peopleAsEntities(ANSWER, exported)
    .split('\n')
    .filter(Boolean)
    .map(text => JSON.parse(text))
  const people = entities.filter(({ schema }) => schema === 'Person')
  expect(people.map(({ caption }) => caption)).toEqual(exported.people.map(({ name }) => name))
  expect(people[0].properties).toMatchObject({ birthDate: ['1981-03-14'], phone: ['+79732041740'] })
  expect(people.every(({ id }) => /^sverka-\w+$/.test(id))).toBe(true)
  expect(peopleAsEntities(ANSWER, { ...exported, people: [] })).toBe('')
})
