import { eq } from 'drizzle-orm'
import type { orm } from '#api/db/orm.ts'
import { sources } from '#api/db/schema/index.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { PROBLEMS } from '#shared/problems.ts'

/** Every number that a source can have was given to one; those of deleted sources do not come back. */
export class NoSourceNumberError extends OperatorError {
  override name = 'NoSourceNumberError'
}

/**
 * Adds a source; undefined when there is one of its key. An insert that is refused takes one of the 32,767 numbers of
 * sources all the same, so the key is looked for first; who comes in between is refused by the insert.
 *
 * @throws NoSourceNumberError when every number was given away.
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
