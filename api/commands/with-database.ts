import { type Config, configOfProcess } from '#api/config.ts'
import { type Database, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { assertServersDatabase } from './same-database.ts'

/** Runs work on the configured database, after migrating it, and closes it. */
export async function withDatabase<T>(
  options: { 'another-database': boolean },
  work: (database: Database, config: Config) => Promise<T>
): Promise<T> {
  const config = configOfProcess()
  if (!options['another-database']) await assertServersDatabase(config)
  const database = await openDatabase(config)
  try {
    await migrate(database.owner)
    return await work(database, config)
  } finally {
    await database.close()
  }
}
