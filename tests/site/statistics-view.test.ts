import { describe, expect, test } from 'bun:test'
import { LOAD_HOURS } from '#shared/constants.ts'
import type { HourOfLoad } from '#shared/contracts/statistics.ts'
import { hitsByHour, searchesByHour, timesByHour } from '#site/features/admin/statistics/load-view.ts'

const QUIET = { queries: 0, hits: 0, slow: 0, failures: 0, avg_time_ms: null, p95_time_ms: null }
const NEWEST = Date.parse('2026-11-22T09:00:00.000Z')

/** The last hours, of which the newest was like this. */
const hours = (newest: Partial<HourOfLoad> = {}): HourOfLoad[] =>
  Array.from({ length: LOAD_HOURS }, (_, index) => ({
    hour: new Date(NEWEST - (LOAD_HOURS - 1 - index) * 3_600_000).toISOString(),
    ...QUIET,
    ...(index === LOAD_HOURS - 1 && newest)
  }))

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
