import type { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'

/** For everything off the hot paths. */
export const orm = (sql: SQL) => drizzle(sql)
export type Orm = ReturnType<typeof orm>
