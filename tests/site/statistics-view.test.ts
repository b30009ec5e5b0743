import { describe, expect, test } from 'bun:test'
import { LOAD_HOURS } from '#shared/constants.ts'
import type { DayOfStatistics, HourOfLoad } from '#shared/contracts/statistics.ts'
import {
  boughtByDay,
  daysAxis,
  outcomesText,
  searchesByDay
} from '#site/features/admin/statistics/days-view.ts'
import {
  hitsByHour,
  searchesByHour,
  sharedTimes,
  timesByHour,
  timesOf
} from '#site/features/admin/statistics/load-view.ts'
import { statisticsSheets } from '#site/features/admin/statistics/statistics-sheets.ts'

const QUIET = { queries: 0, hits: 0, slow: 0, failures: 0, avg_time_ms: null, p95_time_ms: null }
const NEWEST = Date.parse('2026-11-22T09:00:00.000Z')

/** The last hours, of which the newest was like this. */
const hours = (newest: Partial<HourOfLoad> = {}): HourOfLoad[] =>
  Array.from({ length: LOAD_HOURS }, (_, index) => ({
    hour: new Date(NEWEST - (LOAD_HOURS - 1 - index) * 3_600_000).toISOString(),
    ...QUIET,
    ...(index === LOAD_HOURS - 1 && newest)
  }))

test('a workbook has each day, each source and each kind of line, with nothing where nobody asked', () => {
  const day = { day: '2026-11-21', found: 3, nothing: 1, partial: 0, bought: 100, spent: 4 }
  const times = { avg_time_ms: 12.4, p95_time_ms: null }
  const source = {
    name: 'reg07',
    title: 'Реестр',
    queries: 4,
    hits: 9,
    slow: 1,
    failures: 2,
    hours: hours(),
    ...times
  }
  const kind = { kind: 'phone', title: 'Телефон', queries: 2, slow: 0, ...times }
  const sheets = statisticsSheets([day], { sources: [source], kinds: [kind] })
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
    ['По дням', [[new Date('2026-11-21T00:00:00Z'), 3, 1, 0, 100, 4]]],
    ['Источники', [['reg07', 'Реестр', 4, 9, 1, 2, 12, null]]],
    ['Виды запросов', [['Телефон', 2, 0, 12, null]]]
  ])
  for (const { columns, rows } of sheets) expect(rows[0]).toHaveLength(columns.length)
})

describe('a day of load', () => {
  test('without a search says so on every chart', () => {
    for (const chart of [searchesByHour, hitsByHour, timesByHour])
      expect(chart(hours()).note).toBe('за 24 часа поисков не было')
  })

  test('whose searches found nothing does not say that nobody searched', () => {
    const load = hours({ queries: 3, avg_time_ms: 12 })
    expect(hitsByHour(load)).toMatchObject({
      note: 'за 24 часа ничего не нашлось',
      label: 'Найдено по часам: за 24 часа ничего не нашлось'
    })
    expect(searchesByHour(load).note).toBe('больше всего в 12\u00a0ч: 3')
    expect(timesByHour(load).note).toBe('в среднем 12\u00a0мс')
  })
})

const source = (name: string, avg: number | null, p95: number | null) => ({
  name,
  title: name,
  ...QUIET,
  queries: 1,
  avg_time_ms: avg,
  p95_time_ms: p95,
  hours: hours()
})

test('sources that are asked by one query have one bar, each other one its own, the slowest first', () => {
  const bars = timesOf(
    sharedTimes([
      source('a', 7, 11),
      source('b', 7, 11),
      source('own', 300, 900),
      source('never', null, null),
      source('c', 7, 11),
      source('other', 7, 12)
    ])
  )
  expect(bars.map(({ name, slow }) => [name, slow])).toEqual([
    ['own', true],
    ['other', false],
    ['Общий запрос к 3\u00a0источникам', false]
  ])
})

test('days are summed up in words, and what was given back draws no column', () => {
  const days: DayOfStatistics[] = [
    { day: '2026-11-21', found: 3, nothing: 1, partial: 0, bought: 1_000, spent: 4 },
    { day: '2026-11-22', found: 1, nothing: 0, partial: 2, bought: -5, spent: 1 }
  ]
  expect(outcomesText(days)).toBe('найдено 4, ничего 1, неполных 2')
  expect(searchesByDay(days).values).toEqual([4, 3])
  expect(boughtByDay(days)).toMatchObject({ values: [1_000, 0], note: '995\u00a0запросов' })
  expect(daysAxis(days)).toEqual(['21.11.2026', 'сегодня'])
})
