import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openSecrets } from '#api/db/keys.ts'
import { openRecords } from '#api/engines/index.ts'
import { runFolderServer } from './folder-server.ts'
import { type ProductProcess, startProcess } from './product-process.ts'
import { loadPeople } from './sources.ts'
import { freePort } from './start-app.ts'

/** The administrator whom the first process makes. */
export const KEEPER = { username: 'Keeper', password: 'correct-horse-9' }

/** Processes of the product on one database, with the people of the kit loaded. */
export interface FolderProducts {
  /** A test that ends one puts the next in its place. */
  products: ProductProcess[]
  owner: SQL
  start(): Promise<ProductProcess>
  close(): Promise<void>
}

export async function startFolderProducts(
  count: number,
  env: Record<string, string> = {}
): Promise<FolderProducts> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sverka-folder-'))
  const server = await runFolderServer(dataDir)
  const owner = new SQL({ ...server.connection, max: 4 })
  await owner`ALTER SYSTEM SET fsync = off`
  await owner`SELECT pg_reload_conf()`
  let runs = 0
  const start = () => {
    runs += 1
    return startProcess({
      PORT: String(freePort()),
      DATA_DIR: dataDir,
      RUN_DIR: join(dataDir, `run-${runs}`),
      SEARCH_THREADS: '0',
      ADMIN_USERNAME: KEEPER.username,
      ADMIN_PASSWORD: KEEPER.password,
      ...env
    })
  }
  const products: ProductProcess[] = []
  for (let at = 0; at < count; at += 1) products.push(await start())
  const database = { app: owner, owner, openConnection: () => owner, searchConnections: 1 }
  const secrets = await openSecrets(
    { dataDir, sessionSecret: null, suppressKey: null, auditKey: null },
    owner
  )
  const { book } = openRecords({ elasticsearchUrl: null }, database)
  await loadPeople({ database, context: { book, secrets } })
  return {
    products,
    owner,
    start,
    async close() {
      for (const product of products) product.signal('SIGKILL')
      await Promise.all(products.map(({ ended }) => ended))
      await owner.close({ timeout: 1 })
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}
