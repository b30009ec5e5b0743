import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openSecrets } from '#api/db/keys.ts'
import { openRecords } from '#api/engines/index.ts'
import { serversOf } from '#tests/bench/crash/kill.ts'
import { runFolderServer } from './folder-server.ts'
import { type ProductProcess, startProcess } from './product-process.ts'
import { openNetwork, type SlowNetwork } from './slow-network.ts'
import { loadPeople } from './sources.ts'
import { freePort } from './start-app.ts'

/** The product as a process of its own, over a network to a server of its own: both may be broken. */
export interface OwnServer {
  product: ProductProcess
  network: SlowNetwork
  /** Past the network. Answers nothing while the server is frozen. */
  owner: SQL
  /** SIGSTOP, SIGCONT or SIGKILL of Postgres with all its children. */
  signalServer(name: NodeJS.Signals): void
  close(): Promise<void>
}

/** With the people of the kit loaded. A killed server is started again. */
export async function startOnOwnServer(env: Record<string, string> = {}): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sverka-frozen-'))
  const server = await runFolderServer(dataDir)
  const { username, password, path } = server.connection
  const owner = new SQL({ ...server.connection, max: 4 })
  // What was committed must survive a killed server, but not a power cut.
  await owner`ALTER SYSTEM SET fsync = off`
  await owner`SELECT pg_reload_conf()`

  const port = freePort()
  const network = await openNetwork(port, path)
  const product = await startProcess({
    PORT: String(freePort()),
    DATA_DIR: dataDir,
    RUN_DIR: join(dataDir, 'run'),
    DATABASE_URL: `postgres://${username}:${password}@127.0.0.1:${port}/postgres`,
    SEARCH_THREADS: '1',
    REGISTRATIONS_PER_HOUR: '1000',
    ...env
  })
  const database = { app: owner, owner, openConnection: () => owner, searchConnections: 1 }
  const { book } = openRecords({ elasticsearchUrl: null }, database)
  const secrets = await openSecrets(
    { dataDir, sessionSecret: null, suppressKey: null, auditKey: null },
    owner
  )
  await loadPeople({ database, context: { book, secrets } })

  return {
    product,
    network,
    owner,
    signalServer(name) {
      for (const pid of serversOf(dataDir, true)) process.kill(pid, name)
    },
    async close() {
      product.signal('SIGKILL')
      await product.ended
      network.close()
      await owner.close({ timeout: 1 })
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
