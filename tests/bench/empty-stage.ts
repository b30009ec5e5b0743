import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#api/config.ts'
import { type Context, closeContext, createContext } from '#api/context.ts'
import { type Database, openDatabase } from '#api/db/connect.ts'
import { openSecrets } from '#api/db/keys.ts'
import { migrate } from '#api/db/migrate.ts'
import { openRecords } from '#api/engines/index.ts'
import { readIndexState } from '#api/engines/index-state.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { SEARCH_THREADS_MOST } from './stage.ts'

/** A database of its own without records, which go to the cluster where there is one. */
export interface EmptyStage {
  dataDir: string
  database: Database
  context: Context
  /** Takes the database away, and its indices. */
  close(): Promise<void>
}

export async function openEmptyStage(server: string | null): Promise<EmptyStage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sverka-bench-empty-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
    SEARCH_THREADS: String(SEARCH_THREADS_MOST),
    ...(server && { ELASTICSEARCH_URL: server })
  })
  const database = await openDatabase(config)
  await migrate(database.owner)
  const secrets = await openSecrets(config, database.owner)
  const records = server ? openElastic(server, database) : openRecords(config, database)
  // As at the start of a server: a cluster's index is made, and the indexes of Postgres go.
  while ((await records.keepIndex()) || (server && (await answeringIndex(database)) === null))
    await Bun.sleep(100)
  const context = createContext({ config, secrets, database, records })
  return {
    dataDir,
    database,
    context,
    async close() {
      await closeContext(context)
      await records.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

/** Not one that is still being made: a load beside it would be written twice. */
const answeringIndex = async ({ owner }: Database) => (await readIndexState(owner, 'elasticsearch')).name
