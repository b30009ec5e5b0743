import { LOAD_HOURS } from '#shared/constants.ts'
import type { HourOfLoad, KindLoad, SourceLoad } from '#shared/contracts/statistics.ts'
import { READING_LABELS } from '#shared/labels/readings.ts'
import { ownValue } from '#shared/own-value.ts'
import type { Counts } from './counters.ts'
import { quantileMs } from './durations.ts'
import type { HourlyCounts, KindCounts, StoredCounts } from './store.ts'

const HOUR_MS = 3_600_000
const US_PER_MS = 1_000
export const P95 = 0.95

/** One digit; null without data. */
const averageMs = ({ timeUs, queries }: Pick<Counts, 'timeUs' | 'queries'>): number | null =>
  queries > 0 ? Math.round((timeUs / queries / US_PER_MS) * 10) / 10 : null

const shownCounts = (counts: Counts) => ({
  queries: counts.queries,
  hits: counts.hits,
  slow: counts.slow,
  failures: counts.failures,
  avg_time_ms: averageMs(counts),
  p95_time_ms: quantileMs(counts.durations, P95)
})

const NOTHING: Counts = { queries: 0, hits: 0, slow: 0, failures: 0, timeUs: 0, durations: [] }

export function hoursOf(hourly: readonly HourlyCounts[], sourceId: number, now: Date): HourOfLoad[] {
  const own = hourly.filter(counts => counts.sourceId === sourceId)
  const byHour = new Map(own.map(counts => [counts.hour.getTime(), counts]))
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return Array.from({ length: LOAD_HOURS }, (_, at) => {
    const hour = current - (LOAD_HOURS - 1 - at) * HOUR_MS
    return { hour: new Date(hour).toISOString(), ...shownCounts(byHour.get(hour) ?? NOTHING) }
  })
}

export const loadOfSources = (
  stored: readonly StoredCounts[],
  durations: ReadonlyMap<number, number[]>,
  hourly: readonly HourlyCounts[],
  now: Date
): SourceLoad[] =>
  stored
    .flatMap(({ key, title, sourceId, ...counts }) =>
      key === null || title === null
        ? []
        : [
            {
              name: key,
              title,
              ...shownCounts({ ...counts, durations: durations.get(sourceId) ?? [] }),
              hours: hoursOf(hourly, sourceId, now)
            }
          ]
    )
    .sort((a, b) => a.title.localeCompare(b.title, 'ru'))

/** Slowest first; unknown kinds keep their name. */
export const loadOfKinds = (kinds: readonly KindCounts[]): KindLoad[] =>
  kinds
    .map(({ kind, ...counts }) => ({
      kind,
      title: ownValue(READING_LABELS, kind) ?? kind,
      queries: counts.queries,
      slow: counts.slow,
      avg_time_ms: averageMs(counts),
      p95_time_ms: quantileMs(counts.durations, P95)
    }))
    .sort((a, b) => (b.p95_time_ms ?? 0) - (a.p95_time_ms ?? 0) || a.title.localeCompare(b.title, 'ru'))
