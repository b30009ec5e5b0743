import type { SQL } from 'bun'
import { and, eq, lt, ne, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { importBatches, sources } from '#api/db/schema/index.ts'

/** Audits removed records in their transaction. @throws Error when the passport was renewed. */
export async function bookExpired(
  tx: SQL,
  { id, key }: { id: number; key: string },
  removed: number
): Promise<void> {
  const { records, obtained_at, retention_days } = sources
  const [source] = await orm(tx)
    .update(sources)
    .set({ records: text`${records} - ${removed}` })
    .where(and(eq(sources.id, id), lt(text`${obtained_at} + ${retention_days}`, text`current_date`)))
    .returning({ records })
  if (!source) throw new Error('a source whose retention is not over')
  if (source.records === 0) {
    await orm(tx)
      .update(importBatches)
      .set({ state: 'undone', finishedAt: text`now()` })
      .where(and(eq(importBatches.sourceId, id), ne(importBatches.state, 'undone')))
  }
  await noteAct(orm(tx), {
    actorKind: 'system',
    via: 'job',
    action: 'records_expired',
    sourceKeys: [key],
    resultCount: removed
  })
}
