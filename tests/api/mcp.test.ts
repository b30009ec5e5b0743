import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { listTools } from '#api/features/search/agents/tool-list.ts'
import { refundSearches } from '#api/features/search/housekeeping.ts'
import { MCP_PATH } from '#api/http/route-contract.ts'
import { SEARCH_COST_REQUESTS } from '#shared/constants.ts'
import { MCP_LIMIT_MAX } from '#shared/contracts/programs/mcp.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { type Agent, agentOf } from '#tests/kit/agent.ts'
import { createClient } from '#tests/kit/client.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { loadCardIndexes } from './card-indexes.ts'

const LINE = 'Частухин Иван'
const MESSAGE_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const ASKED = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await loadCardIndexes(app)
})
afterAll(() => app.stop())

const tokenOf = async (person: Person) => (await programOf(person, app.url)).token
const agentFor = async (person: Person): Promise<Agent> => agentOf(await tokenOf(person), app.url)

describe('an agent of the SDK', () => {
  test('is told every tool with its price and schemas', async () => {
    const agent = await agentFor(await registerAndLogin(app))
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['understand', 'search', 'more', 'compare', 'balance'])
    for (const { name, description, annotations, outputSchema } of tools) {
      expect(description).toContain(name === 'search' ? `Цена: ${SEARCH_COST_REQUESTS} запрос` : 'Бесплатно')
      expect([annotations?.readOnlyHint, annotations?.destructiveHint]).toEqual([name !== 'search', false])
      expect(outputSchema?.required).toEqual(expect.arrayContaining(['charged', 'balance']))
    }
    expect(JSON.stringify(tools).length).toBeLessThan(32 * 1024)
    expect(agent.client.getInstructions()).toMatch(/[а-яё]/)
  })

  test('understands, searches, goes on, compares and asks its balance: one credit in all', async () => {
    const person = await registerAndLogin(app)
    const agent = await agentFor(person)
    const understood = await agent.callInTurn('understand', { request: LINE })
    expect(understood.body).toMatchObject({ charged: 0, balance: 5 })
    expect(understood.body.readings[0]).toMatchObject({ kind: 'full_name' })

    const { body: answer } = await agent.callInTurn('search', { request: LINE })
    expect(answer).toMatchObject({ charged: 1, balance: 4, results_count: 10, failed_sources: [] })
    for (const each of answer.persons) {
      expect(each.band).toBeString()
      expect(each.source_keys.length).toBeGreaterThan(0)
    }
    const { body: next } = await agent.callInTurn('more', { cursor: answer.cursor })
    expect(next).toMatchObject({ charged: 0, balance: 4, search_id: answer.search_id })
    const [a, b] = answer.persons.map(({ id }: { id: string }) => id)
    const { body: compared } = await agent.callInTurn('compare', { search_id: answer.search_id, a, b })
    expect(compared).toMatchObject({ charged: 0, balance: 4 })
    expect(compared.fields.length).toBeGreaterThan(0)
    const { body: left } = await agent.callInTurn('balance')
    expect(left).toMatchObject({ charged: 0, balance: 4, balance_status: 'active' })

    expect(await booksIn(app, person)).toEqual({ balance: 4, ledger: 4, charges: 1, history: 1, audits: 1 })
    const { data } = (await person.get('/api/search_history')).body
    expect(data).toMatchObject([{ query: LINE, is_api: true }])
  })

  test('is charged once under a key of its own, and what was handed over is not refunded', async () => {
    const person = await registerAndLogin(app)
    const agent = await agentFor(person)
    const args = { request: LINE, idempotency_key: 'agent-1' }
    const first = await agent.callInTurn('search', args)
    const again = await agent.callInTurn('search', args)
    expect(again.body.search_id).toBe(first.body.search_id)
    expect((await agent.callInTurn('search', { ...args, request: 'Ольга' })).body.error_code).toBe(
      'KEY_REUSED'
    )
    await app.context.deliveries.flush()
    const waiting = await app.database
      .owner`SELECT FROM search_delivery d JOIN search_history h ON h.id = d.history_id
      WHERE h.user_id = ${person.user.id}`
    expect([waiting.length, (await booksIn(app, person)).charges]).toEqual([0, 1])
  })

  test.each([
    ['search', { request: '' }, 'EMPTY_QUERY'],
    ['search', { request: LINE, limit: 101 }, 'BAD_LIMIT'],
    ['search', { request: LINE, limit: 1.5 }, 'BAD_LIMIT'],
    ['search', {}, 'BAD_INPUT'],
    ['search', { request: 7 }, 'BAD_INPUT'],
    ['search', { request: LINE, __proto__x: 1 }, 'BAD_INPUT'],
    ['search', { request: LINE, idempotency_key: '' }, 'BAD_INPUT'],
    ['search', { request: LINE, idempotency_key: 'a\0b' }, 'BAD_INPUT'],
    ['search', { request: LINE, idempotency_key: '\ud800' }, 'BAD_INPUT'],
    ['search', { request: LINE, purpose: 'nothing' }, 'UNKNOWN_PURPOSE'],
    ['search', { request: LINE, case_ref: '<1>' }, 'BAD_CASE_REF'],
    ['search', { request: 'Иванов Иван, Петров Пётр, Сидоров Семён, Лебедев Олег' }, 'LIST_OF_PEOPLE'],
    ['understand', { request: 'ы'.repeat(3_000) }, 'QUERY_TOO_LONG'],
    ['more', { cursor: 'nothing' }, 'BAD_INPUT'],
    ['more', { cursor: 'A'.repeat(57) }, 'NOT_FOUND'],
    ['compare', { search_id: 'nothing', a: '1', b: '2' }, 'NOT_FOUND'],
    ['compare', { search_id: 'nothing', a: 1 }, 'BAD_INPUT']
  ])('is refused %s of %p with %s, in Russian and for nothing', async (tool, args, code) => {
    const person = await registerAndLogin(app)
    const { isError, body } = await (await agentFor(person)).call(tool, args)
    expect([isError, body.error_code, body.charged, body.balance]).toEqual([true, code, 0, 5])
    expect(body.error).toMatch(/[а-яё]/i)
    const wrong = { BAD_LIMIT: ` ${MCP_LIMIT_MAX}`, BAD_INPUT: Object.keys(args).at(-1) ?? 'request' }[code]
    if (wrong) expect(body.error).toEndWith(wrong)
    expect((await booksIn(app, person)).charges).toBe(0)
  })

  test('without a credit understands and is refused a search; a call too soon is told when to come back', async () => {
    const poor = await signedInAs(app, ROLE_USER, 0)
    const agent = await agentFor(poor)
    const [first, second] = [await agent.call('understand', { request: LINE }), await agent.call('balance')]
    expect([first.isError, first.body.balance]).toEqual([false, 0])
    expect([second.isError, second.body.error_code, second.body.retry_after_seconds]).toEqual([
      true,
      'TOO_OFTEN',
      1
    ])
    await Bun.sleep(500)
    const { isError, body } = await agent.call('search', { request: LINE })
    expect([isError, body.error_code, body.code, body.balance]).toEqual([true, 'NO_CREDITS', 402, 0])
  })

  test('is told that a tool is unknown', async () => {
    const agent = await agentFor(await registerAndLogin(app))
    for (const name of ['delete', 'toString', '__proto__']) {
      const error = await agent.client.callTool({ name }).catch(each => each)
      expect([error.code, error.data]).toEqual([-32_602, { error_code: 'UNKNOWN_TOOL' }])
      expect(error.message).toContain(PROBLEMS.UNKNOWN_TOOL.text)
    }
  })
})

describe('who may speak', () => {
  const post = (body: unknown, headers: Record<string, string>, path = MCP_PATH) =>
    createClient(app.url).request(path, {
      method: 'POST',
      headers: { ...MESSAGE_HEADERS, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body)
    })
  const bearer = async () => ({ authorization: `Bearer ${await tokenOf(await registerAndLogin(app))}` })

  test.each([
    ['none', {}],
    ['an unknown one', { authorization: `Bearer ps_${'A'.repeat(43)}` }],
    ['a malformed one', { authorization: 'Bearer ps_short' }]
  ])('a token: %s is 401 in the form of the protocol', async (_what, headers) => {
    const response = await post(ASKED, headers as Record<string, string>)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, message: PROBLEMS.BAD_TOKEN.text, data: { error_code: 'BAD_TOKEN' } }
    })
  })

  test('a token that was deleted, and one of a blocked account, end at once', async () => {
    const person = await registerAndLogin(app)
    const token = await tokenOf(person)
    const agent = await agentOf(token, app.url)
    await person.delete(`/api/delete_token/${token}`)
    expect(await agent.call('balance').catch(error => error.code)).toBe(401)
    const blocked = await registerAndLogin(app)
    const other = await agentFor(blocked)
    await app.database
      .owner`UPDATE users SET blocked_at = now(), blocked_reason = 'проверка' WHERE id = ${blocked.user.id}`
    expect(await other.client.listTools().catch(error => error.code)).toBe(401)
  })

  test('a token in the address, another origin, another method and broken messages are refused', async () => {
    const headers = await bearer()
    const codeOf = async (response: Response) => {
      const { error } = await response.json()
      return [response.status, error.data?.error_code ?? error.code]
    }
    expect(await codeOf(await post(ASKED, headers, `${MCP_PATH}?token=x`))).toEqual([400, 'TOKEN_IN_ADDRESS'])
    expect(await codeOf(await post(ASKED, { ...headers, origin: 'http://evil.example.com' }))).toEqual([
      403,
      'CROSS_SITE'
    ])
    expect(await codeOf(await post('{"jsonrpc', headers))).toEqual([400, 'BAD_JSON'])
    for (const method of ['GET', 'DELETE']) {
      const response = await createClient(app.url).request(MCP_PATH, { method, headers })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    }
  })

  test('several messages in one body are answered each, and only one call of an account is let through', async () => {
    const person = await registerAndLogin(app)
    const call = {
      jsonrpc: '2.0',
      method: 'tools/call',
      params: { name: 'search', arguments: { request: LINE } }
    }
    const calls = Array.from({ length: 5 }, (_, id) => ({ ...call, id }))
    const response = await post(calls, { authorization: `Bearer ${await tokenOf(person)}` })
    expect(response.status).toBe(200)
    const answers = (await response.json()) as { result: { content: [{ text: string }] } }[]
    const charged = answers.map(({ result }) => JSON.parse(result.content[0].text).charged)
    expect(charged.toSorted()).toEqual([0, 0, 0, 0, 1])
    expect((await booksIn(app, person)).charges).toBe(1)
  })

  test('a body has ten messages at most, and the tools are written once', async () => {
    const headers = await bearer()
    const send = (most: number) =>
      post(
        Array.from({ length: most }, (_, id) => ({ ...ASKED, id })),
        headers
      )
    const refused = await send(11)
    expect([(await send(10)).status, refused.status]).toEqual([200, 400])
    expect((await refused.json()).error).toMatchObject({
      message: PROBLEMS.TOO_MANY_MESSAGES.text,
      data: { error_code: 'TOO_MANY_MESSAGES' }
    })
    expect(listTools().every((tool, at) => tool === listTools()[at])).toBe(true)
  })
})

describe('charges', () => {
  test('an agent that leaves in the midst gets its credit back', async () => {
    const person = await registerAndLogin(app)
    const agent = await agentFor(person)
    let call: Promise<unknown> = Promise.resolve()
    await app.database.owner.begin(async tx => {
      // The call itself is admitted, and its charge waits.
      await tx`SELECT FROM users WHERE id = ${person.user.id} FOR NO KEY UPDATE`
      call = agent.call('search', { request: LINE }).catch(() => {})
      while (!(await somebodyWaits())) await Bun.sleep(10)
      await agent.client.close()
      await Bun.sleep(100)
    })
    await call
    while ((await booksIn(app, person)).charges === 0) await Bun.sleep(20)
    await Bun.sleep(100)
    await app.context.deliveries.flush()
    await app.database.owner`UPDATE search_delivery SET at = at - interval '1 minute'`
    expect(await refundSearches(app.context, 500)).toBe(1)
    expect(await booksIn(app, person)).toMatchObject({ balance: 5, ledger: 5 })
  })
})

const somebodyWaits = async () =>
  (
    await app.database.owner`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
  ).length > 0
