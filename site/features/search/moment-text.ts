import type { SearchAnswer } from '#shared/contracts/search.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import { counted } from '#site/lib/numbers.ts'
import { count } from './texts.ts'

/** «сегодня в 12:41 по Москве»; an answer is kept for minutes, so the day before is the oldest. */
export function momentText(at: number, now: number): string {
  const [day, clock] = moscowDayAndClock(at)
  return `${day === moscowDayAndClock(now)[0] ? 'сегодня' : 'вчера'} в ${clock} по\u00a0Москве`
}

/** «12:41 по Москве»: until then an answer goes on. */
export const clockText = (at: number): string => `${moscowDayAndClock(at)[1]} по\u00a0Москве`

const moscowDayAndClock = (at: number) => moscowTime(new Date(at)).split(' ')

/** «214 мс», «1,3 с». */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.max(1, Math.round(ms))}\u00a0мс`
  return `${(ms / 1_000).toFixed(1).replace('.', ',')}\u00a0с`
}

/** «12 записей в 5 источниках», «0 записей» beside a heading that says «Ничего не найдено». */
export function resultsText({ results_count, results_by_source }: SearchAnswer): string {
  const records = count(results_count, 'record')
  const sources = Object.values(results_by_source).filter(({ length }) => length > 0).length
  return sources > 0 ? `${records} в ${count(sources, 'inSource')}` : records
}

const chargedText = (charged: number) =>
  `${charged === 1 ? 'списан' : 'списано'} ${counted(charged, ['запрос', 'запроса', 'запросов'])}`

/** What is spoken once when an answer comes: its numbers, and whether it is whole. */
export function spokenText(answer: SearchAnswer): string {
  const silent = answer.failed_sources.length
  return resultsText(answer) + (silent > 0 ? `. Не ответили: ${count(silent, 'source')}` : '')
}

/** «сегодня в 12:41 по Москве», «12 записей в 5 источниках», «за 214 мс, списан 1 запрос». Opened again it costs nothing. */
export function lastSearchText(answer: SearchAnswer, now: number) {
  const { searched_at, query_time_ms, charged } = answer
  return {
    lead: momentText(Date.parse(searched_at), now),
    numbers: resultsText(answer),
    rest: `за ${durationText(query_time_ms)}, ${charged > 0 ? chargedText(charged) : 'без списания'}`
  }
}
