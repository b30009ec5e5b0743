import { raiseRecordRule } from '#api/book/record-rule.ts'
import { type Config, configOfProcess } from '#api/config.ts'
import { type Database, openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'
import { queueRekeys } from '#api/features/sources/service.ts'
import { assertServersDatabase } from './same-database.ts'

type DatabaseWork<T> = (database: Database, config: Config) => Promise<T>

/** Runs work on the configured database, after migrating it, and closes it. Records of an older rule wait for a server. */
export async function withDatabase<T>(
  options: { 'another-database': boolean },
  work: DatabaseWork<T>
): Promise<T> {
  return await withDatabaseAsItIs(options, async (database, config) => {
    await migrate(database.owner)
    await raiseRecordRule(database.owner, queueRekeys)
    return await work(database, config)
  })
}

/** The same without migrating it. */
export async function withDatabaseAsItIs<T>(
  options: { 'another-database': boolean },
  work: DatabaseWork<T>
): Promise<T> {
  const config = configOfProcess()
  if (!options['another-database']) await assertServersDatabase(config)
  const database = await openDatabase(config)
  try {
    return await work(database, config)
  } finally {
    await database.close()
  }
}
