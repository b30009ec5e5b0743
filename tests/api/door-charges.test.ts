import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MCP_PATH, RECONCILE_PATH } from '#api/http/route-contract.ts'
import { BYPASS_TOKEN } from '#shared/constants.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { createClient } from '#tests/kit/client.ts'
import { type FolderProducts, startFolderProducts } from '#tests/kit/folder-products.ts'
import { PASSWORD, uniqueName } from '#tests/kit/names.ts'
import { until } from '#tests/kit/until.ts'

const CALLS = 200
const CREDITS = 50

let folder: FolderProducts
beforeAll(async () => {
  folder = await startFolderProducts(2, { REGISTRATIONS_PER_HOUR: '1000' })
  // Calls of an account come half a second apart: without that rule all are under way together.
  await folder.owner`CREATE FUNCTION forget_call() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN NEW.at := ''-infinity''; RETURN NEW; END'`
  await folder.owner`CREATE TRIGGER no_interval BEFORE INSERT OR UPDATE ON api_call
    FOR EACH ROW EXECUTE FUNCTION forget_call()`
})
afterAll(() => folder.close())

interface Account {
  user: { id: number }
  token: string
}

async function accountWith(credits: number): Promise<Account> {
  const client = createClient(folder.products[0]?.url ?? '')
  const account = { username: uniqueName(), password: PASSWORD, turnstile_token: BYPASS_TOKEN }
  await client.post('/api/auth/register', account)
  const { user } = (await client.post('/api/auth/login', account)).body
  await folder.owner`SELECT post_credit(${user.id}, 'grant', ${account.username}, ${credits - user.requests_count})`
  return { user, token: (await client.post('/api/generate_token')).body.token }
}

const booksOf = (account: Account) => booksIn({ database: { owner: folder.owner } } as never, account)
const urlOf = (at: number) => folder.products[at % folder.products.length]?.url ?? ''
/** Each is asked twice, of both processes. */
const lineOf = (at: number) => `Примеров Илья ${10 + ((at >> 1) % 18)}.03.${1940 + (at >> 1)}`

interface Outcome {
  /** Of HTTP. */
  status: number
  charged: number
  balance: number
  /** Of a refusal; undefined of an answer. */
  code: string | undefined
}

async function send(path: string, at: number, { token }: Account, init: RequestInit) {
  const headers = {
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json'
  }
  const response = await fetch(urlOf(at) + path, { method: 'POST', ...init, headers })
  // biome-ignore lint/suspicious/noExplicitAny: each door answers in a form of its own
  return { status: response.status, body: (await response.json()) as any }
}

type Ask = (account: Account, at: number, init?: { key?: string; signal?: AbortSignal }) => Promise<Outcome[]>

const callAgent: Ask = async (account, at, { key, signal } = {}) => {
  const params = { name: 'search', arguments: { request: lineOf(at), idempotency_key: key } }
  const message = { jsonrpc: '2.0', id: at, method: 'tools/call', params }
  const { status, body } = await send(MCP_PATH, at, account, { body: JSON.stringify(message), signal })
  const { charged, balance, error_code: code } = JSON.parse(body.result.content[0].text)
  return [{ status, charged, balance, code }]
}

const DOORS: [name: string, ask: Ask][] = [
  [
    'the API of programs',
    async (account, at) => {
      const order = { body: JSON.stringify({ request: lineOf(at) }) }
      const { status, body } = await send('/api/search', at, account, order)
      return [{ status, charged: body.charged ?? 0, balance: body.balance, code: body.error_code }]
    }
  ],
  ['agents', callAgent],
  [
    'tables',
    async (account, at) => {
      const queries = { one: { query: lineOf(at) }, other: { query: `${lineOf(at)} +7 973 000-10-01` } }
      const { status, body } = await send(RECONCILE_PATH, at, account, { body: JSON.stringify({ queries }) })
      if (status !== 200) return [{ status, charged: 0, balance: Number.NaN, code: body.error_code }]
      return [body.one, body.other].map(({ charged, balance, error_code: code }) => ({
        status,
        charged,
        balance,
        code
      }))
    }
  ]
]

/** Asks until the answer is one, or the credits are out. */
async function askOut(ask: Ask, account: Account, at: number): Promise<Outcome[]> {
  const all: Outcome[] = []
  for (;;) {
    const outcomes = await ask(account, at)
    all.push(...outcomes)
    if (!outcomes.some(({ code }) => code === 'TOO_MANY_SEARCHES')) return all
    await Bun.sleep(100)
  }
}

describe(`${CALLS} calls at once over two processes with ${CREDITS} credits`, () => {
  test.each(DOORS)('%s are charged what their answers say, and no more than there is', async (_, ask) => {
    const account = await accountWith(CREDITS)
    const outcomes = (
      await Promise.all(Array.from({ length: CALLS }, (_, at) => askOut(ask, account, at)))
    ).flat()
    const answers = outcomes.filter(({ code }) => code === undefined)
    expect(answers.reduce((sum, { charged }) => sum + charged, 0)).toBe(CREDITS)
    expect(await booksOf(account)).toMatchObject({
      balance: 0,
      ledger: 0,
      charges: CREDITS,
      history: CREDITS
    })
    expect(answers.every(({ balance }) => balance >= 0 && balance < CREDITS)).toBe(true)
    // Each of the credits is somebody's last but so many.
    const paid = answers.filter(({ charged }) => charged === 1).map(({ balance }) => balance)
    expect(paid.toSorted((one, other) => one - other)).toEqual(Array.from({ length: CREDITS }, (_, at) => at))
    const refused = outcomes.filter(({ code }) => code !== undefined)
    expect(refused.every(({ charged }) => charged === 0)).toBe(true)
    expect(refused.filter(({ code }) => !['NO_CREDITS', 'TOO_MANY_SEARCHES'].includes(code ?? ''))).toEqual(
      []
    )
    expect(outcomes.filter(({ status }) => status >= 500)).toEqual([])
  })

  test('lists by a token are charged row by row, and pause when nothing is left', async () => {
    const account = await accountWith(CREDITS)
    const LISTS = 20
    const drafts: string[] = []
    for (let at = 0; at < LISTS; at += 1) {
      const lines = Array.from({ length: 10 }, (_, row) => lineOf(2 * (at * 10 + row)))
      const { body } = await send('/api/lists', at, account, { body: JSON.stringify({ lines }) })
      drafts.push(body.list.id)
    }
    const starts = await Promise.all(
      Array.from({ length: CALLS }, (_, at) => {
        return send(`/api/lists/${drafts[at % LISTS]}/start`, at, account, { body: '{}' })
      })
    )
    const codes = new Set(starts.map(({ status, body }) => (status === 200 ? 'started' : body.code)))
    expect([...codes].filter(code => !['started', 'LIST_STATE', 'NO_CREDITS'].includes(code))).toEqual([])
    expect(starts.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(LISTS)
    const states = async () =>
      (await folder.owner`SELECT state FROM list WHERE user_id = ${account.user.id}`).map(
        (row: { state: string }) => row.state
      )
    expect(await until(states, all => !all.includes('running'))).toContain('paused')
    const [rows] = await folder.owner`SELECT sum(charged)::int AS charged, count(*) FILTER (WHERE charged > 0
        AND r.state <> 'done')::int AS unanswered
      FROM list_row r JOIN list l ON l.id = list_id WHERE l.user_id = ${account.user.id}`
    expect(rows).toEqual({ charged: CREDITS, unanswered: 0 })
    expect(await booksOf(account)).toMatchObject({ balance: 0, ledger: 0, charges: CREDITS })
  })
})

test('agents that leave while they are charged, and ask again, are charged at most once for what they ask', async () => {
  const ROUNDS = 6
  // Of an account each process searches for two at a time.
  const AT_ONCE = 4
  const KEYS = ROUNDS * AT_ONCE
  const account = await accountWith(KEYS)
  const lines = Array.from({ length: KEYS }, (_, at) => at)
  const waiting = async () =>
    (await folder.owner`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`).length
  for (let round = 0; round < ROUNDS; round += 1) {
    const away = new AbortController()
    const calls = await folder.owner.begin(async tx => {
      await tx`SELECT FROM users WHERE id = ${account.user.id} FOR NO KEY UPDATE`
      const own = lines.slice(round * AT_ONCE, (round + 1) * AT_ONCE).map(at => {
        const init = { key: `key ${at}`, signal: away.signal }
        return callAgent(account, (at % AT_ONCE) % 2 === 0 ? 2 * at : 2 * at + 1, init).catch(() => {})
      })
      expect(await until(waiting, count => count >= 2)).toBeGreaterThan(1)
      away.abort()
      // Their processes have seen that they left.
      await Bun.sleep(50)
      return own
    })
    await Promise.all(calls)
  }
  const owed = async () => {
    // What was handed over is confirmed within a moment.
    await folder.owner`UPDATE search_delivery SET at = at - interval '1 minute' WHERE at < now() - interval '2 seconds'`
    return (await folder.owner`SELECT FROM search_delivery`).length
  }
  // Half of them ask again, of the other process; what the others were charged for is given back.
  const again = lines.filter(at => at % 2 === 0)
  const answers = []
  for (const at of again) answers.push(...(await callAgent(account, 2 * at + 1, { key: `key ${at}` })))
  expect(answers.map(({ code }) => code)).toEqual(Array(again.length).fill(undefined))
  expect(await until(owed, count => count === 0)).toBe(0)
  const net = await folder.owner<
    { paid: number }[]
  >`SELECT h.query, (-sum(l.delta))::int AS paid FROM search_history h
    JOIN credit_ledger l ON l.kind IN ('search', 'refund') AND l.ref = h.id::text
    WHERE h.user_id = ${account.user.id} GROUP BY h.query`
  expect(net.every(({ paid }) => paid === 0 || paid === 1)).toBe(true)
  const paid = net.reduce((sum, each) => sum + each.paid, 0)
  expect(paid).toBeGreaterThanOrEqual(again.length)
  const books = await booksOf(account)
  expect(books).toMatchObject({ balance: KEYS - paid, ledger: KEYS - paid })
  // Of some the charge was decided after they had left.
  expect(books.charges).toBeGreaterThan(paid)
})
