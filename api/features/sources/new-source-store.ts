import { eq } from 'drizzle-orm'
import type { orm } from '#api/db/orm.ts'
import { sources } from '#api/db/schema/index.ts'

/**
 * Adds a source; undefined when there is one of its key. An insert that is refused takes one of the 32,767 numbers of
 * sources all the same, so it is looked for first; who comes in between is refused by the insert.
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
  return added
}
