import type { SQL } from 'bun'
import { and, eq, inArray, isNull, ne, sql as text } from 'drizzle-orm'
import { noteAct } from '#api/db/audit.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { sources, suppressions } from '#api/db/schema/index.ts'

/** Entries whose records are being erased, with how far that is. */
export interface Erasing {
  id: number
  prefix: string
  from: number
}

/** @returns The numbers of those that are in force. */
export async function beginErasure(tx: Pick<Orm, 'update'>, ids: readonly number[]): Promise<number[]> {
  const begun = await tx
    .update(suppressions)
    .set({ eraseFrom: 0, erasedAt: null })
    .where(
      and(inArray(suppressions.id, [...ids]), isNull(suppressions.mainId), ne(suppressions.state, 'lifted'))
    )
    .returning({ id: suppressions.id })
  return begun.map(({ id }) => id)
}

/** Those that are the furthest behind; none while keys of records are made anew, which would not tell yet whose they are. */
export async function nextErasures(sql: SQL): Promise<Erasing[]> {
  return await sql<Erasing[]>`SELECT id, prefix::text AS prefix, erase_from AS from FROM suppression
    WHERE erase_from = (SELECT min(erase_from) FROM suppression)
    AND NOT EXISTS (SELECT FROM import_job WHERE kind IN ('rekey', 'remap') AND state IN ('waiting', 'running'))`
}

/** Where the next portion begins; null at the end of the table. */
export async function advanceErasures(tx: SQL, ids: readonly number[], next: number | null): Promise<void> {
  await orm(tx)
    .update(suppressions)
    .set(next === null ? { eraseFrom: null, erasedAt: text`now()` } : { eraseFrom: next })
    .where(inArray(suppressions.id, [...ids]))
}

/** Books and audits erased records, in the transaction that removes them. */
export async function bookErased(
  tx: SQL,
  ids: readonly number[],
  counts: ReadonlyMap<string, number>
): Promise<void> {
  const db = orm(tx)
  for (const [key, count] of counts) {
    await db
      .update(sources)
      .set({ records: text`${sources.records} - ${count}` })
      .where(eq(sources.key, key))
    await noteAct(db, {
      ...{ actorKind: 'system', via: 'job', action: 'suppression_erased' },
      sourceKeys: [key],
      resultCount: count,
      detail: { suppressions: [...ids] }
    })
  }
}
