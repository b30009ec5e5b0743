import type { Context } from '#api/context.ts'
import { forgetOldAnswers, forgetOldKeys, refundUndelivered } from './housekeeping-store.ts'

type Database = Pick<Context, 'sql'>

/** Refunds undelivered answers and returns how many. */
export const refundSearches = ({ sql }: Database, most: number) => refundUndelivered(sql, most)

/** Removes expired answers and returns how many. */
export const forgetAnswers = ({ sql }: Database, most: number) => forgetOldAnswers(sql, most)

/** Removes expired keys and returns how many. */
export const forgetClientKeys = ({ sql }: Database, most: number) => forgetOldKeys(sql, most)
