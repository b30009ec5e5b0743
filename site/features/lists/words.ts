import type { List, ListRow } from '#shared/contracts/lists/lists.ts'
import { LIST_STATES, PAUSE_REASONS, type RowOutcome } from '#shared/labels/lists.ts'
import { ROLE_INFINITY } from '#shared/labels/roles.ts'
import { counted, type Forms, formatCount } from '#site/lib/numbers.ts'
import { $session } from '#site/lib/session-store.ts'
import type { Tone } from '#site/ui/Badge.tsx'
import { figuresOf } from './figures.ts'

/** «искать 1 строку» */
export const ROWS_OBJECT: Forms = ['строку', 'строки', 'строк']
export const REQUESTS: Forms = ['запрос', 'запроса', 'запросов']
/** «не хватает 3 запросов» */
export const OF_REQUESTS: Forms = ['запроса', 'запросов', 'запросов']

export const SOURCES_GONE: Forms = [
  'отключён или удалён источник',
  'отключены или удалены источники',
  'отключены или удалены источники'
]

export const WITHOUT_THEM: Forms = ['него', 'них', 'них']

/** «400 из 1 002»: those that have an answer, of those that are to have one. */
export function doneText(list: List): string {
  const { answered, wanted } = figuresOf(list)
  return `${formatCount(answered)} из ${formatCount(wanted)}`
}

export function stateOf(list: List): { text: string; tone: Tone | undefined } {
  const { state, pause_reason } = list
  if (state === 'running') return { text: `Идёт поиск, ${doneText(list)}`, tone: 'petrol' }
  if (state === 'paused') return { text: PAUSE_REASONS[pause_reason ?? 'user'], tone: 'ochre' }
  return { text: LIST_STATES[state], tone: state === 'done' ? 'moss' : undefined }
}

export function resultOf(list: List): string {
  if (list.state === 'draft') return 'ничего не списано'
  if (list.state === 'running') return `списано ${counted(list.charged, REQUESTS)}`
  return `готово ${doneText(list)}, ваших выводов ${formatCount(list.verdicts)}`
}

/** What a repeat says: what the row says that it repeats. */
export const rowOutcome = ({ outcome, repeated_outcome }: ListRow): RowOutcome => repeated_outcome ?? outcome

const ISO_DATE = /(?<![\d-])\d{4}(?:-\d{2}){1,2}(?![\d-])/g

/** «Примеров Илья 14.03.1981» of «Примеров Илья 1981-03-14», as much as is known. */
export const withUsualDates = (text: string): string =>
  text.replace(ISO_DATE, date => date.split('-').toReversed().join('.'))

/** Whether searches cost the person nothing. */
export function isUnlimited(): boolean {
  const session = $session.get()
  return session.step === 'in' && session.user.role === ROLE_INFINITY
}
