import type { List } from '#shared/contracts/lists/lists.ts'
import { LIST_STATES, PAUSE_REASONS, ROW_OUTCOMES, type RowOutcome } from '#shared/labels/lists.ts'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import type { Tone } from '#site/ui/Badge.tsx'

export const ROWS: Forms = ['строка', 'строки', 'строк']
/** «искать 1 строку» */
export const ROWS_OBJECT: Forms = ['строку', 'строки', 'строк']
export const REQUESTS: Forms = ['запрос', 'запроса', 'запросов']
/** «не хватает 3 запросов» */
export const OF_REQUESTS: Forms = ['запроса', 'запросов', 'запросов']

/** How many rows were skipped for a reason. */
export const skipsOf = (list: List & { skips?: Record<string, number> }, reason: string): number =>
  list.skips?.[reason] ?? 0

/** What a row has come to; one of a stopped list waits for nothing. */
export const outcomeTitle = ({ state }: List, outcome: RowOutcome): string =>
  state === 'stopped' && outcome === 'waiting' ? 'не искалось' : ROW_OUTCOMES[outcome]

export function stateOf(list: List): { text: string; tone: Tone | undefined } {
  const { state, pause_reason, searchable, left } = list
  if (state === 'running')
    return {
      text: `Идёт поиск, ${formatCount(searchable - left)} из ${formatCount(searchable)}`,
      tone: 'petrol'
    }
  if (state === 'paused') return { text: PAUSE_REASONS[pause_reason ?? 'user'], tone: 'ochre' }
  return { text: LIST_STATES[state], tone: state === 'done' ? 'moss' : undefined }
}

export function resultOf(list: List): string {
  if (list.state === 'draft') return 'ничего не списано'
  if (list.state === 'done') return `выводов ${formatCount(list.verdicts)} из ${formatCount(list.answered)}`
  return `списано ${counted(list.charged, REQUESTS)}`
}

const ISO_DATE = /(?<![\d-])\d{4}(?:-\d{2}){1,2}(?![\d-])/g

/** «Примеров Илья 14.03.1981» of «Примеров Илья 1981-03-14», as much as is known. */
export const withUsualDates = (text: string): string =>
  text.replace(ISO_DATE, date => date.split('-').toReversed().join('.'))
