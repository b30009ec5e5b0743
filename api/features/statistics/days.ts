import type { Context } from '#api/context.ts'
import type { StatisticsPeriod } from '#shared/admin-constants.ts'
import type { DaysAnswer } from '#shared/contracts/statistics.ts'
import { keepDays, lastDays } from './day-store.ts'

/** As far as the statistics go back. */
const DAYS_BACK = 90
/** Of a round: those of a large installation take a second each. */
const DAYS_AT_ONCE = 7

/** Searches and credits by day, of all accounts together. */
export const readDays = async (
  { sql }: Pick<Context, 'sql'>,
  days: StatisticsPeriod
): Promise<DaysAnswer> => ({
  ok: true,
  days: await lastDays(sql, Number(days))
})

/** The job's share of a round: the days that are over, so that nobody counts them again. */
export const keepPastDays = ({ sql }: Pick<Context, 'sql'>): Promise<number> =>
  keepDays(sql, DAYS_BACK, DAYS_AT_ONCE)
