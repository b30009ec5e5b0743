import type { Context } from '#api/context.ts'
import { forgetOldAnswers, forgetOldKeys, refundUndelivered } from './housekeeping-store.ts'

type Database = Pick<Context, 'sql'>

/** Gives back what was paid for answers that never left. At most so many; says how many. */
export const refundSearches = ({ sql }: Database, most: number) => refundUndelivered(sql, most)

/** Forgets that questions were answered, when that answers none any more. At most so many; says how many. */
export const forgetAnswers = ({ sql }: Database, most: number) => forgetOldAnswers(sql, most)

/** Forgets client keys that repeat nothing any more. At most so many; says how many. */
export const forgetClientKeys = ({ sql }: Database, most: number) => forgetOldKeys(sql, most)
