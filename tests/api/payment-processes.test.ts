import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Hex, startTestChain } from '#api/networks/test-chain/index.ts'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { createClient } from '#tests/kit/client.ts'
import { startLyingNode } from '#tests/kit/lying-node.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { startProcess } from '#tests/kit/product-process.ts'
import { freePort } from '#tests/kit/start-app.ts'

const TAKEN_OVER_MS = 15_000
const SIGNUP = 5
/** Heads that a look asks for: the tip, the settled blocks, those above. */
const CALLS_OF_LOOK = 3

const root = mkdtempSync(join(tmpdir(), 'sverka-watchers-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function signIn(url: string) {
  const client = createClient(url)
  const account = { username: uniqueName(), password: PASSWORD, turnstile_token: BYPASS_TOKEN }
  await client.post('/api/auth/register', account)
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

test('of two processes one looks at a network, and the other goes on when it is killed', async () => {
  const chain = await startTestChain()
  const token = await chain.deployToken(6)
  await chain.mine(6)
  // Counts the questions, so that two watchers would be seen.
  const node = startLyingNode(chain.url)
  const start = (name: string) =>
    startProcess({
      PORT: String(freePort()),
      DATA_DIR: join(root, 'data'),
      RUN_DIR: join(root, name),
      PAYMENT_NETWORKS: 'local',
      PAYMENT_RPC_LOCAL: node.url,
      SEARCH_THREADS: '0',
      LOG_LEVEL: 'error'
    })
  const first = await start('first')
  const second = await start('second')
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
}, 120_000)
