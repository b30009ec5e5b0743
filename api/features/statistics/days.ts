import type { Context } from '#api/context.ts'
import type { StatisticsPeriod } from '#shared/admin-constants.ts'
import type { DaysAnswer } from '#shared/contracts/statistics.ts'
import { keepDays, lastDays } from './day-store.ts'

const DAYS_BACK = 90
/** A large installation takes a second a day. */
const DAYS_AT_ONCE = 7

export const readDays = async (
  { sql }: Pick<Context, 'sql'>,
  days: StatisticsPeriod
): Promise<DaysAnswer> => ({
  ok: true,
  days: await lastDays(sql, Number(days))
})

/** A job's share of finished days. */
export const keepPastDays = ({ sql }: Pick<Context, 'sql'>): Promise<number> =>
  keepDays(sql, DAYS_BACK, DAYS_AT_ONCE)
