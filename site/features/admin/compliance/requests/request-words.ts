import type { RequestRow } from '#shared/contracts/admin/subject-requests.ts'
import type { RequestState } from '#shared/labels/subject-requests.ts'
import { counted, type Forms } from '#site/lib/numbers.ts'
import type { Tone } from '#site/ui/Badge.tsx'

const WORKING_DAYS: Forms = ['рабочий день', 'рабочих дня', 'рабочих дней']

/** Of the badge of a state; an overdue one is red. */
const TONES: Record<RequestState, Tone | undefined> = {
  new: undefined,
  open: 'ochre',
  document: 'ochre',
  done: 'moss',
  refused: undefined
}

export const toneOf = ({ state, days_left }: Pick<RequestRow, 'state' | 'days_left'>): Tone | undefined =>
  days_left !== null && days_left < 0 ? 'red' : TONES[state]

/** What is left of its term. */
export function clockText({ days_left }: Pick<RequestRow, 'days_left'>): string {
  if (days_left === null) return '—'
  if (days_left === 0) return 'последний день'
  return days_left > 0 ? counted(days_left, WORKING_DAYS) : `просрочено: ${counted(-days_left, WORKING_DAYS)}`
}

/** «о себе, e-mail подтверждён кодом». */
export const aboutText = ({ on_behalf, channel, confirmed_at_str }: RequestRow): string =>
  `${on_behalf ? 'через представителя' : 'о себе'}, ${
    confirmed_at_str === null
      ? 'код не введён'
      : `${channel === 'email' ? 'e-mail' : 'телефон'} подтверждён кодом`
  }`
