import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import type { EmbeddedServer } from '#api/db/embedded.ts'
import { openSecrets } from '#api/db/keys.ts'
import { openRecords } from '#api/engines/index.ts'
import { createClient } from '#tests/kit/client.ts'
import { runFolderServer } from '#tests/kit/folder-server.ts'
import { keysStored, makeOlder, rekeysOf } from '#tests/kit/older-rule.ts'
import type { KitSource } from '#tests/kit/people-table.ts'
import { type ProductProcess, startProcess } from '#tests/kit/product-process.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { freePort } from '#tests/kit/start-app.ts'

const ACCOUNT = { username: 'Keeper', password: 'correct-horse-9', turnstile_token: 'test-token' }
const POLL_MS = 100
/** Several portions. */
const ROWS = 12_000
const phoneOf = (at: number) => `+7 973 ${String(1_000_000 + at).replace(/^(...)(..)(..)$/, '$1-$2-$3')}`
const LARGE: KitSource = {
  title: 'Большой',
  kind: 'ordinary',
  columns: columnsOf({ '№': 'record_number', ФИО: 'full_name', Телефон: 'phone', Примечание: 'other' }),
  rows: Array.from({ length: ROWS }, (_, at) => [
    `${at}`,
    `Вековой Иван${at % 7} Петрович`,
    phoneOf(at),
    'слово '.repeat(40)
  ])
}

let dataDir: string
let server: EmbeddedServer
let owner: SQL
const products = new Set<ProductProcess>()
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sverka-rekey-'))
  server = await runFolderServer(dataDir)
  owner = new SQL({ ...server.connection, max: 4 })
  await owner`ALTER SYSTEM SET fsync = off`
  await owner`SELECT pg_reload_conf()`
  const { product } = await start()
  const database = { app: owner, owner, openConnection: () => owner, searchConnections: 1 }
  const secrets = await openSecrets(
    { dataDir, sessionSecret: null, suppressKey: null, auditKey: null },
    owner
  )
  const { book } = openRecords({ elasticsearchUrl: null }, database)
  await loadSource({ database, context: { book, secrets } }, 'large', LARGE)
  await kill(product)
})
afterAll(async () => {
  for (const product of products) product.signal('SIGKILL')
  await Promise.all([...products].map(({ ended }) => ended))
  await owner.close({ timeout: 1 })
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start() {
  const product = await startProcess({
    PORT: String(freePort()),
    DATA_DIR: dataDir,
    RUN_DIR: join(dataDir, `run-${products.size}`),
    SEARCH_THREADS: '0',
    ADMIN_USERNAME: ACCOUNT.username,
    ADMIN_PASSWORD: ACCOUNT.password
  })
  products.add(product)
  const client = createClient(product.url)
  const ask = async (query: string) => (await client.post('/api/search/perform', { query })).body
  const signIn = async () => expect((await client.post('/api/auth/login', ACCOUNT)).status).toBe(200)
  return { product, ask, signIn }
}

async function kill(product: ProductProcess): Promise<void> {
  product.signal('SIGKILL')
  await product.ended
}

async function cursor(): Promise<string | null> {
  const [job] = await owner`SELECT cursor FROM import_job WHERE id = 'rekey:large'`
  return job?.cursor ?? null
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isSo()); tries += 1) {
    if (tries === 900) throw new Error(`not so: ${JSON.stringify(await rekeysOf(owner))} ${await cursor()}`)
    await Bun.sleep(POLL_MS)
  }
}

async function bareRecords(): Promise<number> {
  const [row] = await owner`SELECT count(*)::int AS bare FROM rec WHERE k = '{}'`
  return row.bare
}

const blockIn = (place: string | null) => Number(/present:(\d+)/.exec(place ?? '')?.[1] ?? 0)

test('the start makes records of an older rule anew, goes on after kill -9, and one of two processes does it', async () => {
  const stored = await keysStored(owner)
  await makeOlder(owner)
  const first = await start()
  await first.signIn()
  await until(async () => (await bareRecords()) < ROWS)
  await kill(first.product)
  const place = await cursor()
  expect(await rekeysOf(owner)).not.toEqual({ large: 'done' })
  expect(blockIn(place)).toBeGreaterThan(0)
  expect(await bareRecords()).toBeGreaterThan(0)

  const [one, other] = [await start(), await start()]
  for (const { signIn } of [one, other]) await signIn()
  const places = new Set<string>()
  let answers = 0
  await until(async () => {
    places.add((await cursor()) ?? '')
    const [{ running }] = await owner`SELECT count(*)::int AS running FROM import_job WHERE state = 'running'`
    expect(running).toBeLessThanOrEqual(1)
    // Searches go on throughout.
    const { success, failed_sources } = await (answers % 2 ? one : other).ask(phoneOf(answers++))
    expect([success, failed_sources]).toEqual([true, []])
    return (await rekeysOf(owner)).large === 'done'
  })
  // It went on where it was.
  expect(
    [...places].filter(each => each.includes('present')).every(each => blockIn(each) >= blockIn(place))
  ).toBe(true)
  expect(await keysStored(owner)).toEqual(stored)
  await until(async () => (await one.ask(phoneOf(ROWS - answers))).completeness_note === undefined)
  const { results_count, charged } = await other.ask(phoneOf(ROWS - 1))
  expect([results_count, charged]).toEqual([1, 1])
})
