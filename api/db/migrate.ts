import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQL } from 'bun'
import { grantAppRole } from './app-role.ts'
import { DatabaseError } from './embedded/failure.ts'

/** Several processes may start at once. */
const LOCK = 7_305_411

interface SqlFile {
  /** `migrations/0001_baseline.sql` */
  name: string
  text: string
  sha256: string
}

const MIGRATIONS = 'migrations/'
const FUNCTIONS = 'functions/'

function filesIn(folder: typeof MIGRATIONS | typeof FUNCTIONS): SqlFile[] {
  const path = join(import.meta.dirname, folder)
  const names = readdirSync(path).filter(name => name.endsWith('.sql'))
  return names.toSorted().map(name => {
    // Line ends may differ by system.
    const text = readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n')
    return { name: folder + name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })
}

/**
 * Brings tables and functions to this version in one transaction; concurrent calls wait.
 * @throws DatabaseError for tables of another version. Changes nothing then.
 */
export async function migrate(owner: SQL): Promise<void> {
  await owner.begin(async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCK})`
    const applied = await appliedMigrations(tx)
    const noted = await notedFiles(tx)
    const functions = filesIn(FUNCTIONS).filter(({ name, sha256 }) => noted.get(name) !== sha256)
    // Triggers need their functions, whose bodies alone name tables.
    const due = [...functions, ...filesIn(MIGRATIONS).slice(applied.length)]
    if (due.length > 0) await apply(tx, due)
    await grantAppRole(tx, due.length > 0)
  })
}

/** A schema of its own that no user is named after, else it would precede `public`. */
async function apply(tx: SQL, files: readonly SqlFile[]): Promise<void> {
  await tx`SET LOCAL check_function_bodies = off`
  await tx`CREATE SCHEMA IF NOT EXISTS sverka_migrations`
  await tx`CREATE TABLE IF NOT EXISTS sverka_migrations.applied_file (
    name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`
  for (const { name, text, sha256 } of files) {
    await tx.unsafe(text)
    await tx`INSERT INTO sverka_migrations.applied_file (name, sha256) VALUES (${name}, ${sha256})
      ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = now()`
  }
}

/** Empty for a new database. */
async function notedFiles(sql: SQL): Promise<Map<string, string>> {
  const [row] = await sql`SELECT to_regclass('sverka_migrations.applied_file') IS NOT NULL AS any`
  if (!row?.any) return new Map()
  const rows: SqlFile[] = await sql`SELECT name, sha256 FROM sverka_migrations.applied_file ORDER BY name`
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

/** Hashes of the migrations, in order, name the version. */
export const ownMigrations = (): string[] => filesIn(MIGRATIONS).map(({ sha256 }) => sha256)

/** Migrations of a database; empty for a new one. @throws DatabaseError unless they are the first of this program. */
export async function appliedMigrations(sql: SQL): Promise<string[]> {
  if (await isOfDrizzle(sql)) throw new DatabaseError(otherVersion('прежней'))
  const noted = [...(await notedFiles(sql))]
  const applied = noted.filter(([name]) => name.startsWith(MIGRATIONS)).map(([, sha256]) => sha256)
  const own = ownMigrations()
  if (own.some((sha256, at) => at < applied.length && sha256 !== applied[at]))
    throw new DatabaseError(otherVersion('другой'))
  if (applied.length > own.length)
    throw new DatabaseError(
      'База данных новее этой программы: с ней уже работала следующая версия. Запустите её или задайте другую базу ' +
        '(DATA_DIR или DATABASE_URL).'
    )
  return applied
}

async function isOfDrizzle(sql: SQL): Promise<boolean> {
  const [row] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS any`
  return row?.any === true && (await sql`SELECT FROM drizzle.__drizzle_migrations LIMIT 1`).length > 0
}

const otherVersion = (which: string) =>
  `База данных сделана ${which} версией программы, и эта в ней ничего не меняет: сделайте копию той программой ` +
  '(bun run backup <файл>) и восстановите её этой в пустую базу (bun run restore <файл>, с другой DATA_DIR или ' +
  'DATABASE_URL).'
