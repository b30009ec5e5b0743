import type { SQL } from 'bun'
import { and, eq } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { ipExceptions } from '#api/db/schema/index.ts'

export async function hasActiveException(sql: SQL, address: string): Promise<boolean> {
  const rows = await orm(sql)
    .select({ id: ipExceptions.id })
    .from(ipExceptions)
    .where(and(eq(ipExceptions.ipAddress, address), eq(ipExceptions.isActive, true)))
  return rows.length > 0
}
