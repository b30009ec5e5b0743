import { openDatabase } from '#api/db/connect.ts'
import { migrate } from '#api/db/migrate.ts'

/**
 * A process that holds the database of a data folder: `bun tests/api/database-process.ts <folder>`. Prints `ready` once it is
 * migrated, a refusal as `refused: …`, and closes on SIGTERM.
 */
const dataDir = process.argv[2] ?? ''
try {
  const database = await openDatabase({ databaseUrl: null, dataDir })
  await migrate(database.owner)
  process.on('SIGTERM', async () => {
    await database.close()
    process.exit(0)
  })
  console.log('ready')
} catch (error) {
  console.log(`refused: ${(error as Error).message}`)
  process.exit(1)
}
setInterval(() => {}, 1000)
