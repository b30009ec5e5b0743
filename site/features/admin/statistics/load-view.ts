import { SLOW_SEARCH_MS } from '#shared/constants.ts'
import type { HourOfLoad } from '#shared/contracts/statistics.ts'
import { counted, type Forms, formatCount, SEARCHES } from '#site/lib/numbers.ts'

/** What the charts of the last hours show and say. */

const RECORDS_FOUND: Forms = ['запись', 'записи', 'записей']
const HOUR = new Intl.DateTimeFormat('ru-RU', { hour: 'numeric', timeZone: 'Europe/Moscow' })
const STEPS = [2, 4, 10]

/** Words under the charts; the current hour stands last. */
export const HOURS_AXIS = ['24 ч назад', '18', '12', '6', 'сейчас'] as const

/** The next round number from which half is round too. */
function roundTop(most: number): number {
  for (let power = 1; ; power *= 10) {
    const step = STEPS.find(each => each * power >= most)
    if (step !== undefined) return step * power
  }
}

export const msText = (ms: number | null): string =>
  ms === null ? '—' : `${formatCount(Math.round(ms))}\u00a0мс`

/** Values over time, and what is said of them. */
export interface TimeChart {
  title: string
  note: string
  label: string
  values: number[]
  top: number
  /** Axis words from the top down. */
  y: string[]
}

export function chart(title: string, values: number[], note: string, label: string): TimeChart {
  const top = roundTop(Math.max(...values))
  return { title, note, label, values, top, y: [top, top / 2, 0].map(formatCount) }
}

const NO_SEARCHES = 'за 24 часа поисков не было'
const NO_HITS = 'за 24 часа ничего не нашлось'

/** Counts by hour, with the hour that has most of them. */
function counts(
  title: string,
  hours: readonly HourOfLoad[],
  of: 'queries' | 'hits',
  forms: Forms
): TimeChart {
  const values = hours.map(hour => hour[of])
  const most = Math.max(...values)
  const when = hours[values.indexOf(most)]
  const sum = values.reduce((all, value) => all + value, 0)
  if (most === 0 || !when) {
    const note = hours.some(({ queries }) => queries > 0) ? NO_HITS : NO_SEARCHES
    return chart(title, values, note, `${title}: ${note}`)
  }
  const note = `больше всего в ${HOUR.format(new Date(when.hour))}\u00a0ч: ${formatCount(most)}`
  return chart(title, values, note, `${title}: за 24 часа ${counted(sum, forms)}, ${note}`)
}

export const searchesByHour = (hours: readonly HourOfLoad[]): TimeChart =>
  counts('Поиски по часам', hours, 'queries', SEARCHES)

export const hitsByHour = (hours: readonly HourOfLoad[]): TimeChart =>
  counts('Найдено по часам', hours, 'hits', RECORDS_FOUND)

/** The average of each hour; an hour without a search has none. */
export function timesByHour(hours: readonly HourOfLoad[]): TimeChart {
  const title = 'Время ответа по часам, мс'
  const times = hours.flatMap(({ avg_time_ms }) => avg_time_ms ?? [])
  const values = hours.map(({ avg_time_ms }) => avg_time_ms ?? 0)
  if (times.length === 0) return chart(title, values, NO_SEARCHES, `${title}: ${NO_SEARCHES}`)
  const [least, most] = [Math.min(...times), Math.max(...times)].map(msText)
  const note = least === most ? `в среднем ${most}` : `в среднем от ${least} до ${most}`
  return chart(title, values, note, `${title}: ${note}`)
}

const SOURCES: Forms = ['источнику', 'источникам', 'источникам']

interface Timed {
  title: string
  avg_time_ms: number | null
  p95_time_ms: number | null
}

/** Sources that are asked by one query have one time together, and are told as one. */
export const sharedTimes = (sources: readonly Timed[]): Timed[] =>
  [...Map.groupBy(sources, ({ avg_time_ms, p95_time_ms }) => `${avg_time_ms} ${p95_time_ms}`).values()].map(
    ([first, ...others]) => {
      const source = first as Timed
      const count = others.length + 1
      return others.length === 0 ? source : { ...source, title: `Общий запрос к ${counted(count, SOURCES)}` }
    }
  )

/** A bar for each time, the slowest first. */
export const timesOf = (timed: readonly Timed[]) =>
  timed
    .flatMap(({ title, avg_time_ms: usual, p95_time_ms }) => {
      if (usual === null) return []
      const outer = Math.max(usual, p95_time_ms ?? 0)
      return [
        {
          name: title,
          usual,
          outer,
          slow: outer > SLOW_SEARCH_MS,
          text: `${msText(usual)} и ${msText(outer)}`
        }
      ]
    })
    .sort((a, b) => b.outer - a.outer)
