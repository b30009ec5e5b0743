import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '#api/app.ts'
import { type Config, readConfig } from '#api/config.ts'
import { type Context, closeContext, createContext } from '#api/context.ts'
import type { Database } from '#api/db/connect.ts'
import { openSecrets } from '#api/db/keys.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { listProtectedAddress } from '#api/features/ip-exceptions/service.ts'
import type { ChainNetwork } from '#api/networks/contract.ts'
import { checkAnswersOf, fetchChecked } from './check-answers.ts'
import { freshDatabase, testCluster } from './cluster.ts'
import { openElastic } from './elastic/open-elastic.ts'
import { freePort } from './free-port.ts'
import { quickPasswords } from './quick-passwords.ts'

export { freePort } from './free-port.ts'

/** The real product over a database of its own. */
export interface TestApp {
  /** Origin it listens on: `http://localhost:<port>`. */
  url: string
  context: Context
  database: Database
  /** A call without cookies. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Stops listening and drops the database. */
  stop(): Promise<void>
}

/** The records of a database and how they are found, as the app of a test opens them. */
export type OpenRecords = (database: Database, config: Config) => Pick<Records, 'book' | 'engine' | 'close'>

/** Differences from a new installation: silence, and no limits that other tests could exceed. */
const DEFAULTS = { SEED: 'none', LOG_LEVEL: 'error', REGISTRATIONS_PER_HOUR: '1000000', HOST: '127.0.0.1' }

/**
 * Starts the whole API in this process, on a free port of this machine, with an empty migrated database. Call it in
 * `beforeAll` and `stop` in `afterAll`: it costs about 50 ms.
 *
 * @param env Variables as `api/config.ts` reads them; nothing is taken from the real environment.
 * @param openOwn Other records than those of the configuration, whose engine `ELASTICSEARCH_URL` of this process replaces.
 * @param networks Others than those of the configuration.
 * @param limits The server's limits for the application's connections; patient ones without it.
 */
export async function startApp(
  env: Record<string, string> = {},
  openOwn?: OpenRecords,
  networks?: readonly ChainNetwork[],
  limits?: Parameters<typeof freshDatabase>[0]
): Promise<TestApp> {
  const { dataDir } = await testCluster()
  const port = freePort()
  const database = await freshDatabase(limits)
  const cluster = openOwn ? undefined : process.env.ELASTICSEARCH_URL
  const config = readConfig({
    ...DEFAULTS,
    // Threads and processes of the app find their own way to the records.
    ...(cluster && { ELASTICSEARCH_URL: cluster }),
    DATA_DIR: mkdtempSync(join(dataDir, 'app-')),
    PORT: String(port),
    ...env
  })
  const secrets = await openSecrets(config, database.owner)
  const openConfigured = cluster ? () => openElastic(cluster, database) : () => openRecords(config, database)
  const records = openOwn ? openOwn(database, config) : openConfigured()
  const context = createContext({ config, secrets, database, records, networks })
  context.passwords = quickPasswords(context.passwords)
  await listProtectedAddress(context)
  const app = createApp(context)
  app.listen({ port, hostname: config.host, idleTimeout: 30 })
  const url = `http://localhost:${port}`
  checkAnswersOf(url, app.routes)
  return {
    url,
    context,
    database,
    request: (path, init) => fetchChecked(new URL(path, url), { redirect: 'manual', ...init }),
    stop: async () => {
      await app.stop(true)
      await closeContext(context)
      await records.close()
      await database.close()
    }
  }
}
