import { createHash } from 'node:crypto'
import { ownMigrations } from '#api/db/migrate.ts'

/** Parts of earlier archives that are read but not stored. */
export interface DroppedParts {
  tables: readonly string[]
  columns: Readonly<Record<string, readonly string[]>>
}

const NOTHING: DroppedParts = { tables: [], columns: {} }

/**
 * Readable earlier versions by digest of their migrations. Other tables and columns are stored by name, missing ones
 * get defaults. Removing a table or column requires an entry in every version that had it; data rewritten by a
 * migration cannot be listed.
 */
const EARLIER: Readonly<Record<string, DroppedParts>> = {
  // The 28 files of drizzle; these tables located records of a cluster.
  '3b0f0d4e9ec031ab6807b095f3a3502e68252571b5d72ce5ca090b2b72a86b3e': {
    tables: ['record_holder', 'elastic_namespace', 'removal_portion', 'leaving_index'],
    columns: { source: ['index_mark'] }
  },
  '3a92069f2a112536036d402665272d01db26911494343076d28ea79b28b0b68a': NOTHING
}

export const droppedColumns = (
  { name, columns }: { name: string; columns: string[] },
  gone: DroppedParts
): readonly string[] => (gone.tables.includes(name) ? columns : (gone.columns[name] ?? []))

/** Null for an unreadable version. */
export function droppedSince(migrations: readonly string[]): DroppedParts | null {
  if (String(migrations) === String(ownMigrations())) return NOTHING
  return EARLIER[createHash('sha256').update(migrations.join()).digest('hex')] ?? null
}
