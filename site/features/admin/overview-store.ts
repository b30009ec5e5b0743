import { computed, type ReadableAtom } from 'nanostores'
import type { Overview } from '#shared/contracts/admin/overview.ts'
import type { SectionName } from '#shared/labels/admin-sections.ts'
import { ask } from '#site/lib/ask.ts'
import { createLoad, type Load, type LoadStore } from '#site/lib/load-store.ts'
import { counted, type Forms, formatCount, plural } from '#site/lib/numbers.ts'
import { rateText } from '#site/lib/payment-text.ts'
import { pool } from './telegram/telegram-store.ts'

export const overview = createLoad(() =>
  ask<Overview>('/api/auth/admin/overview', {
    shape: { users: 0, pending_payments: 0, rate: 0, silent_indices: [], news: 0 }
  })
)

const WAIT: Forms = ['ждёт', 'ждут', 'ждут']
const PAYMENTS: Forms = ['платёж', 'платежа', 'платежей']
const PEOPLE: Forms = ['человек', 'человека', 'человек']
const INDICES: Forms = ['активный', 'активных', 'активных']
const ACTS: Forms = ['действие', 'действия', 'действий']
const EXCLUSIONS: Forms = ['исключение', 'исключения', 'исключений']
const ADDRESSES: Forms = ['адрес', 'адреса', 'адресов']

/** What is said of a section, once its answer has come. */
const summaryOf = <T>(
  { $load }: Pick<LoadStore<T>, '$load'>,
  textOf: (data: T) => string
): ReadableAtom<Load<string>> =>
  computed(
    $load,
    (load): Load<string> => (load.step === 'ready' ? { step: 'ready', data: textOf(load.data) } : load)
  )

/** What a section says of itself on the overview. */
export const figures: Partial<Record<SectionName, ReadableAtom<Load<string>>>> = {
  users: summaryOf(overview, ({ users }) => counted(users, PEOPLE)),
  payments: summaryOf(overview, ({ pending_payments: pending }) =>
    pending === 0
      ? 'Ни один платёж не ждёт оплаты'
      : `${counted(pending, PAYMENTS)} ${plural(pending, WAIT)} оплаты`
  ),
  settings: summaryOf(overview, ({ rate }) => rateText(rate)),
  statistics: summaryOf(overview, ({ total_queries, avg_query_time }) =>
    total_queries === 0
      ? 'Поисков ещё не было'
      : `${formatCount(Math.round(avg_query_time))}\u00a0мс в среднем`
  ),
  telegram: summaryOf(
    pool,
    ({ active_accounts, limited_accounts }) =>
      `действуют ${formatCount(active_accounts)}, ограничены ${formatCount(limited_accounts)}`
  ),
  'ip-exceptions': summaryOf(overview, ({ ip_exceptions }) => counted(ip_exceptions, ADDRESSES)),
  indices: summaryOf(overview, ({ indices, silent_indices: silent }) =>
    silent.length === 0
      ? counted(indices, INDICES)
      : `${counted(indices, INDICES)}, не отвечают: ${formatCount(silent.length)}`
  ),
  news: summaryOf(overview, ({ news }) =>
    news === 0 ? 'Новостей пока нет' : `опубликовано ${formatCount(news)}`
  ),
  compliance: summaryOf(overview, ({ suppressions, audit }) => {
    const state = audit === null ? 'журнал ещё не проверен' : audit.is_whole ? 'журнал цел' : 'журнал нарушен'
    return `${counted(suppressions, EXCLUSIONS)}, ${state}`
  }),
  audit: summaryOf(overview, ({ recent_acts }) => `за 24 часа ${counted(recent_acts, ACTS)}`)
}

export function loadFigures(): void {
  overview.load()
  pool.load()
}
