import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createClient } from '#tests/kit/client.ts'
import { type FolderProducts, KEEPER, startFolderProducts } from '#tests/kit/folder-products.ts'
import { seededRandom } from '#tests/kit/seeded-random.ts'
import { until } from '#tests/kit/until.ts'

const ACCOUNT = { ...KEEPER, turnstile_token: 'test-token' }
const KILLS = 8
const ROWS = 2_000
const CREDITS = 5_000
/** Between two kills. */
const MOMENTS_MS = 1_500

let products: FolderProducts['products']
let owner: FolderProducts['owner']
let folder: FolderProducts

beforeAll(async () => {
  folder = await startFolderProducts(2)
  ;({ products, owner } = folder)
  await owner.begin(async tx => {
    const [user] = await tx`SELECT id, requests_count FROM users WHERE username = ${ACCOUNT.username}`
    await tx`SELECT post_credit(${user.id}, 'grant', 'test', ${CREDITS - user.requests_count})`
  })
})
afterAll(() => folder.close())

const stateOf = async (): Promise<string> => (await owner`SELECT state FROM list`)[0]?.state

test(`a list ends with every row answered and charged once, whatever of two processes is killed ${KILLS} times`, async () => {
  const client = createClient(products[0]?.url ?? '')
  expect((await client.post('/api/auth/login', ACCOUNT)).status).toBe(200)
  const lines = Array.from({ length: ROWS }, (_, at) => `Примеров${at} Илья`)
  const draft = await client.post('/api/lists', { lines: ['Иванов Иван Иванович 01.02.1980', ...lines] })
  const { id, price } = draft.body.list
  expect(price).toBe(ROWS + 1)
  expect((await client.post(`/api/lists/${id}/start`, {})).status).toBe(200)

  const below = seededRandom(11)
  let kills = 0
  while (kills < KILLS && (await stateOf()) === 'running') {
    await Bun.sleep(below(MOMENTS_MS))
    const at = kills % products.length
    products[at]?.signal('SIGKILL')
    await products[at]?.ended
    kills += 1
    products[at] = await folder.start()
  }
  expect(kills).toBeGreaterThan(1)
  expect(await until(stateOf, state => state !== 'running')).toBe('done')
  // What was charged and not written before a kill is given back.
  const owed = async () => (await owner`SELECT count(*)::int AS count FROM search_delivery`)[0].count
  expect(await until(owed, count => count === 0)).toBe(0)

  const [books] = await owner`SELECT
    (SELECT count(*)::int FROM list_row WHERE state = 'done') AS answered,
    (SELECT sum(charged)::int FROM list_row) AS charged,
    (SELECT count(*)::int FROM credit_ledger WHERE kind = 'search') AS charges,
    (SELECT count(*)::int FROM credit_ledger WHERE kind = 'refund') AS refunds,
    (SELECT count(*)::int FROM search_history WHERE list_id IS NOT NULL AND NOT is_list) AS history,
    (SELECT count(*)::int FROM search_history WHERE is_list) AS lines,
    (SELECT count(*)::int FROM audit_event WHERE action = 'search') AS audits,
    (SELECT requests_count FROM users WHERE username = ${ACCOUNT.username}) AS balance,
    (SELECT sum(delta)::int FROM credit_ledger) AS ledger`
  const { answered, charged, charges, refunds, history, audits, lines: listLines, balance, ledger } = books
  expect({ answered, charged, net: charges - refunds, balance, ledger, listLines }).toEqual({
    answered: ROWS + 1,
    charged: ROWS + 1,
    net: ROWS + 1,
    balance: CREDITS - ROWS - 1,
    ledger: CREDITS - ROWS - 1,
    listLines: 1
  })
  expect({ history, audits }).toEqual({ history: charges, audits: charges })
}, 240_000)
