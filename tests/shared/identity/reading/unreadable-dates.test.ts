import { describe, expect, test } from 'bun:test'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { remarksOfReadings } from '#shared/labels/reading-remarks.ts'

const [YEAR, MONTH, NONE] = ['ищется год', 'ищется месяц', '']
const OF_YEAR = ['full_name Примеров Илья', 'birth_date 1980']
const OF_MONTH = ['full_name Примеров Илья', 'birth_date 1981-03']

/** Lines with a date that is on no calendar, as it is written there, and what becomes of it. */
const LINES: [line: string, date: string, becomes: string, parts: string[]][] = [
  ['Примеров Илья 31.02.1980', '31.02.1980', YEAR, ['full_name Примеров Илья', 'birth_date 1980']],
  ['31.02.1980 Примеров Илья', '31.02.1980', YEAR, ['full_name Примеров Илья', 'birth_date 1980']],
  ['Примеров Илья, 14.13.1980', '14.13.1980', YEAR, ['full_name Примеров Илья', 'birth_date 1980']],
  ['Примеров Илья 1980-02-31', '1980-02-31', YEAR, ['full_name Примеров Илья', 'birth_date 1980']],
  ['Примеров Илья 31 февраля 1980', '31 февраля 1980', YEAR, ['full_name Примеров Илья', 'birth_date 1980']],
  ['Примеров 31 фев 1980', '31 фев 1980', YEAR, ['full_name Примеров', 'birth_date 1980']],
  [
    'Примеров Илья 31-го февралём 1980',
    '31-го февралём 1980',
    YEAR,
    ['full_name Примеров Илья', 'birth_date 1980']
  ],
  ['Примеров Илья 31.фев.1980', '31.фев.1980', YEAR, ['full_name Примеров Илья', 'birth_date 1980']],
  ['Примеров Илья 31.02.1980 г.р.', '31.02.1980 г.р.', YEAR, ['full_name Примеров Илья', 'birth_date 1980']],
  ['Примеров Илья 31 февраля 80', '31 февраля 80', NONE, ['full_name Примеров Илья']],
  ['Примеров Илья 31 фев 80г', '31 фев 80г', NONE, ['full_name Примеров Илья']],
  ['Примеров Илья 31 февраля 80 г.р.', '31 февраля 80 г.р.', NONE, ['full_name Примеров Илья']],
  ['Примеров Илья 31 февраля 1980 г.р.', '31 февраля 1980 г.р.', YEAR, OF_YEAR],
  ['Примеров Илья 100 марта 1980', '100 марта 1980', YEAR, OF_YEAR],
  ['Примеров Илья -5 марта 1980', '-5 марта 1980', YEAR, OF_YEAR],
  ['Примеров Илья 0 марта 81', '0 марта 81', MONTH, OF_MONTH],
  ['Примеров Илья 00 марта 1981', '00 марта 1981', MONTH, OF_MONTH],
  ['Примеров Илья 00.03.1981', '00.03.1981', MONTH, OF_MONTH],
  ['Примеров Илья д.р. 0 марта 81', '0 марта 81', MONTH, OF_MONTH],
  ['0 марта 81', '0 марта 81', MONTH, ['birth_date 1981-03']],
  ['Примеров Илья д.р. 31.02.1980', '31.02.1980', YEAR, OF_YEAR],
  ['Примеров Илья дата рождения: 31.02.1980', '31.02.1980', YEAR, OF_YEAR],
  ['Примеров Илья 31 02 1980', '31 02 1980', YEAR, OF_YEAR],
  ['Примеров Илья 31021980', '31021980', YEAR, OF_YEAR],
  ['Примеров Илья 31/02/1980', '31/02/1980', YEAR, OF_YEAR],
  ['Примеров Илья 31/02/1980 г.р.', '31/02/1980 г.р.', YEAR, OF_YEAR],
  ['Примеров Илья 31-02-1980 г.р.', '31-02-1980 г.р.', YEAR, OF_YEAR],
  ['Примеров Илья Д.Р. 31.02.1980', '31.02.1980', YEAR, OF_YEAR],
  ['Примеров Илья 13.1980', '13.1980', YEAR, OF_YEAR],
  ['Примеров Илья 99.99.99', '99.99.99', NONE, ['full_name Примеров Илья']],
  ['31.02.1980 89732041740', '31.02.1980', YEAR, ['phone 79732041740', 'birth_date 1980']],
  [
    'Примеров Илья Андреевич 32.01.1980 Примерск',
    '32.01.1980',
    YEAR,
    ['full_name Примеров Илья Андреевич', 'text Примерск', 'birth_date 1980']
  ]
]

describe('a date that is on no calendar', () => {
  test.each(LINES)(
    'of «%s» is said to be unread and is nothing that a record lacks',
    (line, date, becomes, parts) => {
      const readings = parseQuery(line)
      const readingTexts = (readings[0]?.parts ?? readings.slice(0, 1)).map(
        ({ kind, value }) => `${kind} ${value}`
      )
      expect(readingTexts.toSorted()).toEqual(parts.toSorted())
      expect(remarksOfReadings(readings)).toEqual([`дата не читается: ${date}${becomes && `, ${becomes}`}`])
    }
  )

  test('alone is searched as it is written: sources hold such dates too', () => {
    for (const [date, how] of [
      ['31.02.1980', ', ищется как слова'],
      ['31/02/1980', ', ищется как слова'],
      ['31 февраля 80', '']
    ] as const) {
      const readings = parseQuery(date)
      expect(readings[0]).toMatchObject({ kind: 'text', value: date })
      expect(remarksOfReadings(readings)).toEqual([`дата не читается: ${date}${how}`])
    }
  })

  test.each([
    ['Примеров Илья Андреевич 02.03.1903', '02.03.1903', 'возраст больше 120 лет', 'по ФИО'],
    ['Примеров Илья Андреевич, 2 марта 1903 г.р.', '2 марта 1903 г.р.', 'возраст больше 120 лет', 'по ФИО'],
    ['Примеров Илья 1899-12-30', '1899-12-30', 'возраст больше 120 лет', 'по ФИО'],
    ['Примеров Илья 14.03.2080', '14.03.2080', 'она в будущем', 'по ФИО'],
    ['Примеров Илья 02031903', '02031903', 'возраст больше 120 лет', 'по ФИО'],
    ['02.03.1903 89732041740', '02.03.1903', 'возраст больше 120 лет', 'остальное'],
    ['Примеров Илья 02.03.1903 Примерск', '02.03.1903', 'возраст больше 120 лет', 'остальное'],
    ['02.03.1903', '02.03.1903', 'возраст больше 120 лет', 'как слова']
  ])('that is nobody’s birth says why: «%s»', (line, date, why, how) => {
    const readings = parseQuery(line)
    expect(remarksOfReadings(readings)).toEqual([`дата ${date} не учтена: ${why}, ищется ${how}`])
    const kinds = readings.flatMap(({ kind, parts = [] }) => [kind, ...parts.map(part => part.kind)])
    expect(kinds).not.toContain('birth_date')
  })

  test('of the oldest and of tomorrow is told by the day', () => {
    const now = new Date()
    const on = (year: number, days = 0) =>
      new Date(Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + days)).toISOString().slice(0, 10)
    const remarks = (date: string) => remarksOfReadings(parseQuery(`Примеров Илья ${date}`)).join()
    expect(remarks(on(now.getUTCFullYear() - 120))).toBe('')
    expect(remarks(on(now.getUTCFullYear() - 121))).toContain('больше 120 лет')
    expect(remarks(on(now.getUTCFullYear()))).toBe('')
    expect(remarks(on(now.getUTCFullYear(), 2))).toContain('в будущем')
  })

  test.each([
    'Примеров Илья 14.03.1981',
    'Примеров Илья 05.25.1980',
    'Примеров Илья 00.00.1980',
    'договор 45.12.2020',
    'Примеров Илья 14 фев 80',
    'Примеров Илья, ул. 8-го Марта 12',
    'ул. 31.02.1980',
    'дело А40-31.02.1980',
    '192.168.10.2000',
    '99.99.9999.1'
  ])('is not seen in «%s»', line =>
    expect(remarksOfReadings(parseQuery(line)).join()).not.toContain('не читается')
  )
})
