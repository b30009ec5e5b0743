import type { SQL } from 'bun'
import { and, eq } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { providerAccounts } from '#api/db/schema/index.ts'

/** The user whom a provider means; null of whoever comes for the first time. */
export async function userOfSubject(sql: SQL, issuer: string, subject: string): Promise<number | null> {
  const [row] = await orm(sql)
    .select({ userId: providerAccounts.userId })
    .from(providerAccounts)
    .where(and(eq(providerAccounts.issuer, issuer), eq(providerAccounts.subject, subject)))
  return row?.userId ?? null
}
