import type { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'

/** The query builder over a pool or a transaction, for everything that is not on a hot path. */
export const orm = (sql: SQL) => drizzle(sql)
export type Orm = ReturnType<typeof orm>
