import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#api/config.ts'
import { type Context, closeContext, createContext } from '#api/context.ts'
import { openDatabase } from '#api/db/connect.ts'
import { openSecrets } from '#api/db/keys.ts'
import { migrate } from '#api/db/migrate.ts'
import { seedPeople } from '#api/db/seed/demo.ts'
import { openElastic } from '#tests/kit/elastic/open-elastic.ts'
import { type Loading, SEED } from './stage.ts'

/** The people of a stage once more, with their records in a cluster. */
export interface ClusterStage {
  context: Context
  loading: Loading
  /** How its indices begin. */
  namespace: string
  /** Takes its indices and its database away. */
  close(): Promise<void>
}

/** Loads so many people into a cluster, which has to be at work already. */
export async function openClusterStage(
  server: string,
  people: number,
  say: (text: string) => void
): Promise<ClusterStage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sverka-bench-cluster-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SEED: 'none',
    LOG_LEVEL: 'error',
    ELASTICSEARCH_URL: server
  })
  const database = await openDatabase(config)
  await migrate(database.owner)
  const { owner } = database
  const secrets = await openSecrets(config, owner)
  const engine = openElastic(server, database)
  const context = createContext({ config, secrets, database, engine })
  const close = async () => {
    await closeContext(context)
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await engine.open()
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1000
    let stored = 0
    const onProgress = () => {
      stored = seconds()
    }
    const { records } = await seedPeople({
      people,
      seed: SEED,
      owner,
      engine,
      secrets,
      report: say,
      onProgress
    })
    const indexed = seconds()
    say(`${records} records loaded into Elasticsearch in ${indexed.toFixed(1)} s`)
    const [row] = await owner<{ name: string }[]>`SELECT name FROM elastic_namespace`
    return { context, loading: { records, stored, indexed }, namespace: row?.name ?? '', close }
  } catch (error) {
    await close()
    throw error
  }
}
