import { resolve } from 'node:path'
import { SQL } from 'bun'
import { drizzle } from 'drizzle-orm/bun-sql'
import { migrate as applyMigrations } from 'drizzle-orm/bun-sql/migrator'
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
