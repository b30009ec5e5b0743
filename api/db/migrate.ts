import { resolve } from 'node:path'
import { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { migrate as applyMigrations } from 'drizzle-orm/bun-sql/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { grantAppRole } from './app-role.ts'

const FOLDER = resolve(import.meta.dirname, 'migrations')
/** Drizzle takes no lock, and several processes may start at once. */
const LOCK = 7_305_411

/** Concurrent calls wait for each other. */
export async function migrate(owner: SQL): Promise<void> {
  const single = new SQL({ ...owner.options, max: 1 } as SQL.Options)
  try {
    await single`select pg_advisory_lock(${LOCK})`
    await applyMigrations(drizzle(single), { migrationsFolder: FOLDER })
    await grantAppRole(single)
  } finally {
    await single.close()
  }
}

/** What names the version of the tables: hashes of this program's migrations, in order. */
export const ownMigrations = (): string[] =>
  readMigrationFiles({ migrationsFolder: FOLDER }).map(({ hash }) => hash)

/** The migrations that a database has; none where there is nothing yet. */
export async function appliedMigrations(owner: SQL): Promise<string[]> {
  const [row] = await owner`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS any`
  if (!row?.any) return []
  const rows: { hash: string }[] = await owner`SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id`
  return rows.map(({ hash }) => hash)
}
