import type { SQL } from 'bun'
import { and, eq, or, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { sources } from '#api/db/schema/index.ts'

export interface SourceBeingDeleted {
  id: number
  key: string
  adopted: boolean
}

export async function sourcesBeingDeleted(sql: SQL): Promise<SourceBeingDeleted[]> {
  const { id, key, adopted } = sources
  return await orm(sql).select({ id, key, adopted }).from(sources).where(eq(sources.status, 'deleting'))
}

/** In the transaction that removes the records. */
export async function bookDeleted(tx: SQL, id: number, removed: number): Promise<void> {
  const { records, status } = sources
  const booked = await orm(tx)
    .update(sources)
    .set({ records: text`${records} - ${removed}` })
    .where(and(eq(sources.id, id), eq(status, 'deleting')))
    .returning({ id: sources.id })
  if (booked.length === 0) throw new Error('a source that is not being deleted')
}

export async function forgetSource(sql: SQL, id: number): Promise<boolean> {
  const gone = await orm(sql)
    .delete(sources)
    .where(
      and(
        eq(sources.id, id),
        eq(sources.status, 'deleting'),
        or(eq(sources.records, 0), eq(sources.adopted, true))
      )
    )
    .returning({ id: sources.id })
  return gone.length > 0
}
