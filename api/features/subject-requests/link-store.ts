import type { SQL } from 'bun'
import { and, eq, gt, sql as text } from 'drizzle-orm'
import { type Orm, orm } from '#api/db/orm.ts'
import { subjectRequests } from '#api/db/schema/index.ts'
import type { RequestRow } from './store.ts'

const hasLink = (reportHash: Uint8Array) =>
  and(eq(subjectRequests.reportHash, reportHash), gt(subjectRequests.reportExpiresAt, text`now()`))

/** The request whose report a link opens; null where it opens none any more. */
export async function findReport(sql: SQL, reportHash: Uint8Array): Promise<RequestRow | null> {
  const [row] = await orm(sql).select().from(subjectRequests).where(hasLink(reportHash))
  return row ?? null
}

/** Spends the link of a report: of several at once one does. */
export async function takeReport(
  sql: SQL,
  reportHash: Uint8Array,
  note: (tx: Pick<Orm, 'insert' | 'execute'>, row: RequestRow) => Promise<void>
): Promise<boolean> {
  return await orm(sql).transaction(async tx => {
    const [row] = await tx
      .update(subjectRequests)
      .set({ reportOpenedAt: text`now()`, reportHash: null })
      .where(hasLink(reportHash))
      .returning()
    if (row) await note(tx, row)
    return row !== undefined
  })
}
