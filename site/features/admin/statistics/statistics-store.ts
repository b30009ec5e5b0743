import { atom } from 'nanostores'
import type { StatisticsPeriod } from '#shared/admin-constants.ts'
import type { DaysAnswer, PerformanceAnswer } from '#shared/contracts/statistics.ts'
import { act } from '#site/features/admin/parts/act.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { poll } from '#site/lib/poll.ts'

export const POLL_SECONDS = 30
const MS = 1_000

interface Shown {
  /** The last that came; it stays while a later one fails. */
  performance: PerformanceAnswer | null
  /** Why there is no later one; empty when there is. */
  failure: string
}

export const $statistics = atom<Shown>({ performance: null, failure: '' })

export const $period = atom<StatisticsPeriod>('30')
export const days = createLoad(() =>
  ask<DaysAnswer>(`/api/auth/admin/statistics/days?${new URLSearchParams({ days: $period.get() })}`, {
    shape: { days: [{ day: '', found: 0, spent: 0 }] }
  })
)

export function choosePeriod(period: StatisticsPeriod): void {
  $period.set(period)
  days.refresh()
}

/** Never rejects. */
export async function refreshStatistics(): Promise<void> {
  try {
    const performance = await ask<PerformanceAnswer>('/api/auth/admin/es_performance', {
      shape: { total_queries: 0, slow_indices: [], load: [], sources: [{ name: '', hours: [] }] }
    })
    $statistics.set({ performance, failure: '' })
  } catch (error) {
    $statistics.set({ ...$statistics.get(), failure: errorText(error) })
  }
}

/** Asks now and every 30 s. @returns how to stop. */
export const followStatistics = (): (() => void) =>
  poll(async () => {
    await refreshStatistics()
    return POLL_SECONDS * MS
  })

/** After a confirmation. */
export const resetStatistics = (): Promise<boolean> =>
  act({
    question: {
      title: 'Сбросить метрики?',
      text: 'Счётчики поисков, время ответа и нагрузка по часам по всем источникам начнутся заново. Вернуть их нельзя.',
      action: 'Сбросить метрики'
    },
    call: () => ask('/admin/api/es_performance/reset', { method: 'POST' }),
    done: 'Метрики сброшены',
    reload: refreshStatistics
  })
