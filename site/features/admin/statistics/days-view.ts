import type { DayOfStatistics } from '#shared/contracts/statistics.ts'
import { dayText } from '#shared/texts/day.ts'
import { counted, type Forms, formatCount, SEARCHES } from '#site/lib/numbers.ts'
import { REQUESTS } from '#site/lib/payment-text.ts'
import { chart, type TimeChart } from './load-view.ts'

/** What the charts of the last days show and say. */

type Days = readonly DayOfStatistics[]
type Figure = 'found' | 'nothing' | 'partial' | 'bought' | 'spent'

const sumOf = (days: Days, figure: Figure) => days.reduce((sum, day) => sum + day[figure], 0)
const searchesOf = ({ found, nothing, partial }: DayOfStatistics) => found + nothing + partial

/** The first and the last day, with today in words. */
export const daysAxis = (days: Days): string[] => [dayText(days[0]?.day ?? ''), 'сегодня']

/** «найдено 12, ничего 3, неполных 1». */
export const outcomesText = (days: Days): string =>
  `найдено ${formatCount(sumOf(days, 'found'))}, ничего ${formatCount(sumOf(days, 'nothing'))}, неполных ${formatCount(sumOf(days, 'partial'))}`

export function searchesByDay(days: Days): TimeChart {
  const values = days.map(searchesOf)
  const note = `${counted(
    values.reduce((sum, value) => sum + value, 0),
    SEARCHES
  )}: ${outcomesText(days)}`
  return chart('Поиски по дням', values, note, `Поиски по дням. ${note}`)
}

function credits(title: string, days: Days, figure: 'bought' | 'spent', forms: Forms): TimeChart {
  const note = counted(sumOf(days, figure), forms)
  // What was given back of another day's searches is no column below the ground.
  const values = days.map(day => Math.max(0, day[figure]))
  return chart(title, values, note, `${title}: ${note}`)
}

export const boughtByDay = (days: Days): TimeChart => credits('Куплено запросов', days, 'bought', REQUESTS)
export const spentByDay = (days: Days): TimeChart => credits('Списано запросов', days, 'spent', REQUESTS)
