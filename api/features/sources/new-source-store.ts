import type { SQL } from 'bun'
import { and, arrayContains, eq, gt, gte, inArray, sql as text } from 'drizzle-orm'
import { orm } from '#api/db/orm.ts'
import { auditEvents, sources } from '#api/db/schema/index.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { PROBLEMS } from '#shared/problems.ts'

/** Numbers of deleted sources are not reused. */
export class NoSourceNumberError extends OperatorError {
  override name = 'NoSourceNumberError'
}

/**
 * Undefined when the key is taken. Checked first, because a refused insert uses up one of 32,767 numbers.
 * @throws NoSourceNumberError when all are used.
 */
export async function insertSource(
  db: Pick<ReturnType<typeof orm>, 'select' | 'insert'>,
  source: typeof sources.$inferInsert
): Promise<typeof sources.$inferSelect | undefined> {
  const sameKey = await db.select({ id: sources.id }).from(sources).where(eq(sources.key, source.key))
  if (sameKey.length > 0) return undefined
  const [added] = await db
    .insert(sources)
    .values(source)
    .onConflictDoNothing({ target: sources.key })
    .returning()
    .catch(error => {
      throw isSequenceSpent(error) ? new NoSourceNumberError(PROBLEMS.INDICES_FULL.text) : error
    })
  return added
}

/** SQLSTATE 2200H. */
function isSequenceSpent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { errno?: unknown }).errno === '2200H' || isSequenceSpent(error.cause)
}

const ADMINISTERED = ['index_create', 'index_enable', 'index_disable', 'passport_update']

/** Added by imports and still empty. */
export const isUnused = (sql: SQL, source: { id: number; key: string }) => isUnusedIn(orm(sql), source)

/** Old audit rows may be gone. */
async function isUnusedIn(
  db: Pick<ReturnType<typeof orm>, 'select' | '$count'>,
  { id, key }: { id: number; key: string }
): Promise<boolean> {
  const { at, action, sourceKeys } = auditEvents
  const isRecent = gt(sources.createdAt, text`now() - interval '1 day'`)
  const [source] = await db
    .select({ createdAt: sources.createdAt })
    .from(sources)
    .where(and(eq(sources.id, id), eq(sources.status, 'disabled'), eq(sources.records, 0), isRecent))
  if (!source) return false
  const acts = and(gte(at, source.createdAt), inArray(action, ADMINISTERED), arrayContains(sourceKeys, [key]))
  return (await db.$count(auditEvents, acts)) === 0
}

/** Removes an empty source. The row lock makes a concurrent batch visible, or the batch finds no source. */
export async function removeUnused(sql: SQL, source: { id: number; key: string }): Promise<void> {
  const batches = text`EXISTS (SELECT FROM import_batch WHERE source_id = ${sources.id})`
  const ofSource = eq(sources.id, source.id)
  await orm(sql).transaction(async tx => {
    await tx.select({ id: sources.id }).from(sources).where(ofSource).for('update')
    if (await isUnusedIn(tx, source)) await tx.delete(sources).where(and(ofSource, text`NOT ${batches}`))
  })
}
