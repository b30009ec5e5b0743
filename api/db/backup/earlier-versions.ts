import { createHash } from 'node:crypto'
import { ownMigrations } from '#api/db/migrate.ts'

/** What an archive of an earlier version has and this program does not: it is read, and not stored. */
export interface GoneParts {
  tables: readonly string[]
  /** By table. */
  columns: Readonly<Record<string, readonly string[]>>
}

const NOTHING: GoneParts = { tables: [], columns: {} }

/**
 * Earlier versions whose archives are read, by the digest of their migrations. Tables and columns that are not named here
 * are stored under their names; what an archive does not have gets its default. Whoever takes a table or column away
 * names it here in every version that had it. A version whose data a later migration rewrites cannot stand here.
 */
const EARLIER: Readonly<Record<string, GoneParts>> = {
  // The 28 files of drizzle. Records of a cluster got their places from these tables.
  '3b0f0d4e9ec031ab6807b095f3a3502e68252571b5d72ce5ca090b2b72a86b3e': {
    tables: ['record_holder', 'elastic_namespace', 'removal_portion', 'leaving_index'],
    columns: { source: ['index_mark'] }
  },
  // The baseline alone.
  '3a92069f2a112536036d402665272d01db26911494343076d28ea79b28b0b68a': NOTHING
}

/** Columns of an archived table that this program does not have any more. */
export const goneColumns = (
  { name, columns }: { name: string; columns: string[] },
  gone: GoneParts
): readonly string[] => (gone.tables.includes(name) ? columns : (gone.columns[name] ?? []))

/** Null for a version whose archives this program cannot read. */
export function goneSince(migrations: readonly string[]): GoneParts | null {
  if (String(migrations) === String(ownMigrations())) return NOTHING
  return EARLIER[createHash('sha256').update(migrations.join()).digest('hex')] ?? null
}
