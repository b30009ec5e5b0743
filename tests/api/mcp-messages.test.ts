import { describe, expect, test } from 'bun:test'
import { answerAgent } from '#api/features/search/agents/service.ts'
import { refundSearches } from '#api/features/search/housekeeping.ts'
import { MCP_PATH } from '#api/http/route-contract.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { createClient } from '#tests/kit/client.ts'
import { accountWithToken } from '#tests/kit/public-api.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { loadCardIndexes } from './card-indexes.ts'

const LINE = 'Частухин Иван'
const ASKED = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const MESSAGE_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

const app = startedApp(loadCardIndexes)

const post = (body: unknown, token: string, headers: Record<string, string> = {}) =>
  createClient(app.url).request(MCP_PATH, {
    method: 'POST',
    headers: { ...MESSAGE_HEADERS, authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body)
  })

async function sent(body: unknown, headers?: Record<string, string>) {
  const response = await post(body, (await accountWithToken(app)).token, headers)
  return { status: response.status, answer: await response.json() }
}

const waitingForLocks = async () =>
  (
    await app.database.owner`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
  ).length

describe('messages that are not as the protocol has them', () => {
  const INITIALIZE = {
    ...ASKED,
    method: 'initialize',
    params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  }
  const calling = (params: unknown) => ({ ...ASKED, method: 'tools/call', params })

  test.each([
    ['an empty list', [], 'BAD_MESSAGE'],
    ['a number', 5, 'BAD_MESSAGE'],
    ['numbers', [1, 2], 'BAD_MESSAGE'],
    ['something else', { hello: 1 }, 'BAD_MESSAGE'],
    ['an id that is none', { ...ASKED, id: null }, 'BAD_MESSAGE'],
    ['params that are no object', { ...ASKED, params: 5 }, 'BAD_MESSAGE'],
    ['one among good ones', [ASKED, { jsonrpc: '2.0', id: 2 }], 'BAD_MESSAGE'],
    ['two of one id', [ASKED, { ...ASKED, method: 'ping' }], 'REPEATED_MESSAGE_ID'],
    ['initialize among others', [INITIALIZE, { ...ASKED, id: 2 }], 'INITIALIZE_ALONE'],
    ['initialize among notifications', [INITIALIZE, { jsonrpc: '2.0', method: 'x' }], 'INITIALIZE_ALONE']
  ] as const)('a body: %s is refused as a whole', async (_what, body, code) => {
    const { status, answer } = await sent(body)
    const error = { code: -32_600, message: PROBLEMS[code].text, data: { error_code: code } }
    expect([status, answer]).toEqual([400, { jsonrpc: '2.0', id: null, error }])
  })

  test.each([
    [{ accept: 'text/html' }, 406, 'NOT_ACCEPTABLE'],
    [{ accept: 'application/json' }, 406, 'NOT_ACCEPTABLE'],
    [{ 'mcp-protocol-version': '1999' }, 400, 'UNKNOWN_PROTOCOL_VERSION']
  ] as const)('headers %p are refused', async (headers, status, code) => {
    const refused = await sent(ASKED, headers)
    const error = { code: -32_000, message: PROBLEMS[code].text, data: { error_code: code } }
    expect(refused).toEqual({ status, answer: { jsonrpc: '2.0', id: null, error } })
  })

  test.each([
    ['no such method', { ...ASKED, method: 'nope' }, -32_601, 'UNKNOWN_METHOD'],
    ['a method of every object', { ...ASKED, method: 'toString' }, -32_601, 'UNKNOWN_METHOD'],
    ['a call without params', calling(undefined), -32_602, 'BAD_INPUT'],
    ['a call without a name', calling({}), -32_602, 'BAD_INPUT'],
    ['a call with a number', calling({ name: 'search', arguments: 5 }), -32_602, 'BAD_INPUT'],
    ['a call of nothing', calling({ name: 'nope' }), -32_602, 'UNKNOWN_TOOL'],
    ['a list from a number on', { ...ASKED, params: { cursor: 5 } }, -32_602, 'BAD_INPUT'],
    ['initialize of nobody', { ...ASKED, method: 'initialize', params: {} }, -32_602, 'BAD_INPUT']
  ] as const)(
    'a message: %s is answered with our code, the others as ever',
    async (_what, message, code, own) => {
      const error = { code, message: PROBLEMS[own].text, data: { error_code: own } }
      const refused = { jsonrpc: '2.0', id: 1, error }
      expect(await sent(message)).toEqual({ status: 200, answer: refused })
      if (message.method === 'initialize') return
      const { answer } = await sent([message, { jsonrpc: '2.0', id: 2, method: 'ping' }])
      expect(answer).toEqual([refused, { jsonrpc: '2.0', id: 2, result: {} }])
    }
  )

  test('what is charged is in the body, whatever else is in it', async () => {
    const search = calling({ name: 'search', arguments: { request: LINE } })
    const others = [
      { ...search, method: 'tools/list', params: undefined },
      { ...search, id: '1' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      calling({ name: 'balance', _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'x' } } }),
      { ...calling({ name: 'search', arguments: { request: LINE }, task: { ttl: 1 } }), id: 2 },
      { jsonrpc: '2.0', id: 1, result: {} }
    ]
    for (const body of [...others.map(other => [search, other]), ...others.map(other => [other, search])]) {
      const person = await accountWithToken(app)
      const response = await post(body, person.token)
      const charged = [...(await response.text()).matchAll(/\\"charged\\":(\d)/g)]
      const sum = charged.reduce((total, [, each]) => total + Number(each), 0)
      expect([body, await booksIn(app, person)]).toMatchObject([body, { balance: 5 - sum, charges: sum }])
    }
  })

  test('a cancellation in the same body leaves no request without its answer', async () => {
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    for (const body of [
      [ASKED, cancelled],
      [cancelled, ASKED]
    ])
      expect(await sent(body)).toMatchObject({ status: 200, answer: { id: 1, result: {} } })
  })

  test('without an answer in time the body is refused, and its charge is given back', async () => {
    const person = await accountWithToken(app)
    const { signal } = new AbortController()
    const request = new Request(new URL(MCP_PATH, app.url), { headers: MESSAGE_HEADERS, signal })
    const call = { token: person.token, address: null, request }
    const body = calling({ name: 'search', arguments: { request: LINE } })
    await app.database.owner.begin(async tx => {
      await tx`SELECT FROM users WHERE id = ${person.user.id} FOR NO KEY UPDATE`
      const refused = await answerAgent(app.context, call, body, 1).catch(error => error)
      expect(refused.code).toBe('OVERLOADED')
      // The search goes on behind the lock.
      while ((await waitingForLocks()) === 0) await Bun.sleep(10)
    })
    while ((await booksIn(app, person)).charges === 0) await Bun.sleep(20)
    app.context.deliveries.handedOver(request)
    await app.context.deliveries.flush()
    await app.database.owner`UPDATE search_delivery SET at = at - interval '1 minute'`
    expect(await refundSearches(app.context, 500)).toBe(1)
    expect(await booksIn(app, person)).toMatchObject({ balance: 5, ledger: 5 })
  })
})
