import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQL } from 'bun'
import { openEmbedded } from '#api/db/embedded.ts'
import { type Hex, startTestChain } from '#api/networks/test-chain/index.ts'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { startLyingNode } from '#tests/kit/lying-node.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { startProcess } from '#tests/kit/product-process.ts'
import { freePort } from '#tests/kit/start-app.ts'

const TAKEN_OVER_MS = 15_000
const SIGNUP = 5
/** Heads that a look asks for: the tip, the settled blocks, those above. */
const CALLS_OF_LOOK = 3

const KEEPER = { username: 'Keeper', password: 'correct-horse-9' }

const root = mkdtempSync(join(tmpdir(), 'sverka-watchers-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function signIn(url: string, person?: { username: string; password: string }) {
  const client = createClient(url)
  const account = { username: uniqueName(), password: PASSWORD, ...person, turnstile_token: BYPASS_TOKEN }
  if (!person) await client.post('/api/auth/register', account)
  await client.post('/api/auth/login', account)
  return client
}

async function until<T>(read: () => Promise<T>, isSo: (value: T) => boolean, ms: number): Promise<T> {
  const end = performance.now() + ms
  for (;;) {
    const value = await read()
    if (isSo(value) || performance.now() > end) return value
    await Bun.sleep(200)
  }
}

/** One of the processes that share a data folder, and so a database. */
const start = (data: string, name: string, nodeUrl: string) =>
  startProcess({
    PORT: String(freePort()),
    DATA_DIR: join(root, data),
    RUN_DIR: join(root, `${data}-${name}`),
    ADMIN_USERNAME: KEEPER.username,
    ADMIN_PASSWORD: KEEPER.password,
    PAYMENT_NETWORKS: 'local',
    PAYMENT_RPC_LOCAL: nodeUrl,
    SEARCH_THREADS: '0',
    LOG_LEVEL: 'error'
  })

test('of two processes one looks at a network, and the other goes on when it is killed', async () => {
  const chain = await startTestChain()
  const token = await chain.deployToken(6)
  await chain.mine(6)
  // Counts the questions, so that two watchers would be seen.
  const node = startLyingNode(chain.url)
  const first = await start('watchers', 'first', node.url)
  const second = await start('watchers', 'second', node.url)
  try {
    const anna = await signIn(second.url)
    const payment = (await anna.post('/api/payment/create', { usd_amount: 50 })).body.data
    const network = async () => (await anna.get('/api/payment/rate')).body.data.networks[0]
    expect((await until(network, ({ state }) => state === 'ok', TAKEN_OVER_MS)).state).toBe('ok')

    // Two that looked by themselves would ask twice as often as the rhythm of five seconds says.
    const before = node.calls.get('eth_blockNumber') ?? 0
    await Bun.sleep(6_000)
    const looks = (node.calls.get('eth_blockNumber') ?? 0) - before
    expect(looks).toBeLessThanOrEqual(2 * CALLS_OF_LOOK)
    const calls = async () => node.calls.get('eth_blockNumber') ?? 0
    expect(await until(calls, now => now > before, TAKEN_OVER_MS)).toBeGreaterThan(before)

    first.signal('SIGKILL')
    await first.ended
    const target = payment.generated_address as Hex
    await chain.pay(token, target, 50_000_000n)
    await chain.mine(6)
    const paid = async () => (await anna.get(`/api/payment/${payment.id}`)).body.data
    expect((await until(paid, ({ status }) => status === 'completed', TAKEN_OVER_MS)).status).toBe(
      'completed'
    )
    expect((await anna.get('/api/auth/me')).body.user.requests_count).toBe(SIGNUP + 5_000)
  } finally {
    first.signal('SIGKILL')
    second.signal('SIGTERM')
    await second.ended
    await node.stop()
    await chain.stop()
  }
})

test('a hundred confirmations at two processes, one killed among them and started again, write one ledger row', async () => {
  const chain = await startTestChain()
  const token = await chain.deployToken(6)
  await chain.mine(6)
  const server = await openEmbedded(join(root, 'confirmations'), { maxConnections: 100 })
  const owner = new SQL({ ...server.connection, max: 2 })
  let first = await start('confirmations', 'first', chain.url)
  const second = await start('confirmations', 'second', chain.url)
  try {
    const anna = await signIn(second.url)
    const payment = (await anna.post('/api/payment/create', { usd_amount: 40 })).body.data
    const path = `/api/auth/admin/payments/${payment.id}/confirm`
    // A call to a process that is killed has no answer.
    const confirm = (keeper: Client, count: number) =>
      Promise.all(Array.from({ length: count }, () => keeper.post(path).catch(() => null)))
    const [keeperOfFirst, keeperOfSecond] = [
      await signIn(first.url, KEEPER),
      await signIn(second.url, KEEPER)
    ]
    // So long does a booking take, that the kill comes between its statement and its commit.
    await owner.unsafe(`CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
      CREATE TRIGGER slow AFTER INSERT ON credit_ledger FOR EACH ROW EXECUTE FUNCTION slow()`)
    const bookings = async () =>
      (await owner`SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)[0].count
    const early = confirm(keeperOfFirst, 50)
    expect(await until(bookings, count => count > 0, 5_000)).toBe(1)
    const others = confirm(keeperOfSecond, 50)
    first.signal('SIGKILL')
    await first.ended
    // The money itself has come too, so that the watchers race both.
    await chain.pay(token, payment.generated_address as Hex, 40_000_000n)
    await chain.mine(6)
    first = await start('confirmations', 'again', chain.url)
    const late = confirm(await signIn(first.url, KEEPER), 50)
    const answers = (await Promise.all([early, others, late])).flat()
    const read = async () => (await anna.get(`/api/payment/${payment.id}`)).body.data
    expect((await until(read, ({ status }) => status === 'completed', TAKEN_OVER_MS)).status).toBe(
      'completed'
    )
    await owner.unsafe('DROP TRIGGER slow ON credit_ledger; DROP FUNCTION slow')

    // Whoever waits too long for the row is refused, and may ask again.
    const statuses = new Set(answers.map(answer => answer?.status ?? 0))
    expect([...statuses].filter(status => ![0, 200, 409, 503].includes(status))).toEqual([])
    expect(statuses.has(0)).toBe(true)
    expect(answers.filter(answer => answer?.status === 200).length).toBeLessThanOrEqual(1)
    const rows = await owner`SELECT ref, delta FROM credit_ledger WHERE kind = 'payment'`
    expect([...rows]).toEqual([{ ref: `${payment.id}:0`, delta: 4_000 }])
    expect((await anna.get('/api/auth/me')).body.user.requests_count).toBe(SIGNUP + 4_000)
  } finally {
    for (const each of [first, second]) each.signal('SIGTERM')
    await Promise.all([first.ended, second.ended])
    await owner.end()
    await server.close()
    await chain.stop()
  }
})
