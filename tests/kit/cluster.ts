import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQL } from 'bun'
import { appAccess } from '#api/db/app-role.ts'
import { APP_LIMITS, type Database } from '#api/db/connect.ts'
import { type EmbeddedServer, openEmbedded } from '#api/db/embedded.ts'
import { migrate } from '#api/db/migrate.ts'
import { makeQuickFolder } from './quick-folder.ts'

const FOLDER = 'sverka-test-'
const TEMPLATE = 'sverka_template'
const APP_CONNECTIONS = 12
const OWNER_CONNECTIONS = 3
const SEARCH_CONNECTIONS = 8
/** Many apps of one test process share the server. */
const MAX_CONNECTIONS = 300

interface TestCluster {
  dataDir: string
  connection: EmbeddedServer['connection']
  /** With the application's login. */
  appConnection: EmbeddedServer['connection']
  /** One connection to the maintenance database. */
  admin: SQL
}

let cluster: Promise<TestCluster> | undefined
let nextDatabase = 0

/** The one embedded server of this process, with a migrated template. It ends with the process, and its folder goes with it. */
export function testCluster(): Promise<TestCluster> {
  // One that could not start is tried again by the next file.
  cluster ??= startCluster().catch(error => {
    cluster = undefined
    throw error
  })
  return cluster
}

async function startCluster(): Promise<TestCluster> {
  const dataDir = makeQuickFolder(FOLDER)
  await keepServer(dataDir)
  const { connection } = await openEmbedded(dataDir, { maxConnections: MAX_CONNECTIONS })
  const admin = new SQL({ ...connection, max: 1 })
  // Test data need not survive a power cut.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await admin.unsafe(`ALTER SYSTEM SET ${setting} = off`)
  }
  await admin`SELECT pg_reload_conf()`
  await admin.unsafe(`CREATE DATABASE ${TEMPLATE}`)
  const template = new SQL({ ...connection, database: TEMPLATE, max: 1 })
  const { target: appConnection } = await appAccess(template, connection, true)
  await migrate(template)
  await template.close()
  return { dataDir, connection, appConnection, admin }
}

const KEEPER = join(import.meta.dir, 'cluster-keeper.ts')
/** Four of them start at once beside a browser. */
const KEEPER_START_MS = 45_000

/**
 * Started by a shell that ends at once: when a test takes too long Bun ends all children of its process. The keeper
 * looks after its owner itself: a run's flag against orphans would end it with that shell, if it began before the end.
 */
async function keepServer(dataDir: string): Promise<void> {
  const log = join(dataDir, 'keeper.log')
  writeFileSync(log, '')
  const start = ['sh', '-c', '"$@" > "$0" 2>&1 &', log, process.execPath, KEEPER]
  const env = { ...process.env, BUN_FEATURE_FLAG_NO_ORPHANS: undefined }
  await Bun.spawn([...start, dataDir, String(MAX_CONNECTIONS), String(process.pid)], { env }).exited
  const until = performance.now() + KEEPER_START_MS
  while (!readFileSync(log, 'utf8').includes('ready')) {
    if (performance.now() > until)
      throw new Error(`no database in ${readdirSync(dataDir)}: ${readFileSync(log, 'utf8')}`)
    await Bun.sleep(20)
  }
}

/** The server's limits for an application that nobody waits for: a busy machine makes no statement fail. */
const PATIENT_LIMITS = {
  ...APP_LIMITS,
  statement_timeout: '25000',
  lock_timeout: '15000',
  idle_in_transaction_session_timeout: '50000'
}

/**
 * A fresh, migrated, empty database with the pools of `openDatabase`. `close` drops it.
 *
 * @param limits Those of the application's connections; `APP_LIMITS` for what is tried against them.
 */
export async function freshDatabase(limits: typeof APP_LIMITS = PATIENT_LIMITS): Promise<Database> {
  const { connection, appConnection, admin } = await testCluster()
  const name = `test_${process.pid}_${nextDatabase++}`
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`)
  const target = { ...connection, database: name }
  const appTarget = { ...appConnection, database: name }
  const owner = new SQL({ ...target, max: OWNER_CONNECTIONS })
  const app = new SQL({ ...appTarget, max: APP_CONNECTIONS, connection: limits })
  const ownConnections: SQL[] = []
  const openConnection = (settings: Record<string, string>) => {
    const nextDatabase = new SQL({ ...appTarget, max: 1, connection: { ...limits, ...settings } })
    ownConnections.push(nextDatabase)
    return nextDatabase
  }
  const close = async () => {
    await Promise.all([app, owner, ...ownConnections].map(pool => pool.close({ timeout: 1 })))
    await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)
  }
  return { app, owner, openConnection, searchConnections: SEARCH_CONNECTIONS, close }
}
