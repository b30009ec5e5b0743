import { expect, test } from 'bun:test'
import { MCP_PATH, RECONCILE_PATH } from '#api/http/route-contract.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { loadCardIndexes } from './card-indexes.ts'

const HOME = '203.0.113.24'
const ELSEWHERE = '198.51.100.7'

const app = startedApp(loadCardIndexes, () => startApp({ TRUSTED_PROXIES: '127.0.0.1' }))

interface Call {
  path: string
  body?: unknown
  method?: 'GET' | 'POST'
}

const tool = (name: string, args: object): Call => ({
  path: MCP_PATH,
  body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
})
const LINE = 'Примеров Илья'
/** Every way to ask by a token. */
const DOORS: Record<string, Call> = {
  'a search': { path: '/api/search', body: { request: LINE } },
  'entities of a search': { path: '/api/search', body: { request: LINE, format: 'ftm' } },
  'more records': { path: '/api/search', body: { cursor: 'A'.repeat(57) } },
  'a balance': { path: '/api/balance', body: {} },
  'a list': { path: '/api/lists', body: { lines: [LINE] } },
  'own lists': { path: '/api/lists', method: 'GET' },
  'a start of a list': { path: '/api/lists/1/start', body: {} },
  'a tool that costs': tool('search', { request: LINE }),
  'a tool that is free': tool('balance', {}),
  'a table': { path: RECONCILE_PATH, body: { queries: { q0: { query: LINE } } } },
  'cells of a table': { path: RECONCILE_PATH, body: { extend: { ids: [], properties: [] } } },
  properties: { path: `${RECONCILE_PATH}/suggest/property?prefix=`, method: 'GET' },
  'columns of a table': { path: `${RECONCILE_PATH}/properties?type=person`, method: 'GET' },
  'a candidate': { path: `${RECONCILE_PATH}/preview?id=1`, method: 'GET' }
}

type Token = 'none' | 'unknown' | 'malformed' | 'deleted' | 'expired' | 'elsewhere' | 'rotated'
const CODES: Record<Token, string> = {
  none: 'BAD_TOKEN',
  unknown: 'BAD_TOKEN',
  malformed: 'BAD_TOKEN',
  deleted: 'BAD_TOKEN',
  expired: 'TOKEN_EXPIRED',
  elsewhere: 'TOKEN_ADDRESS',
  rotated: 'BAD_TOKEN'
}

async function tokenThatIs(kind: Token, person: Person): Promise<string | null> {
  if (kind === 'none') return null
  if (kind === 'unknown') return `ps_${'A'.repeat(43)}`
  if (kind === 'malformed') return 'ps_short'
  const { token } = (await person.post('/api/generate_token', { networks: [HOME] })).body
  const { owner } = app.database
  const { id } = person.user
  if (kind === 'deleted') await person.delete(`/api/delete_token/${token}`)
  if (kind === 'expired') await owner`UPDATE api_tokens SET expires_at = now() WHERE user_id = ${id}`
  if (kind === 'rotated') {
    const [row] = await owner`SELECT id FROM api_tokens WHERE user_id = ${id}`
    await person.post(`/api/tokens/${row.id}/rotate`)
    await owner`UPDATE api_tokens SET previous_until = now() WHERE user_id = ${id}`
  }
  return token
}

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html')

async function call({ path, body, method = 'POST' }: Call, token: string | null, address: string) {
  const response = await app.request(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token !== null && { authorization: `Bearer ${token}` })
    }
  })
  // biome-ignore lint/suspicious/noExplicitAny: each door refuses in a form of its own
  const answer = (isPage(response) ? {} : JSON.parse((await response.text()) || '{}')) as any
  const inside = answer.result?.content?.[0]?.text
  return {
    status: response.status,
    answer,
    code: answer.error_code ?? answer.code ?? answer.error?.data?.error_code,
    inside: inside && JSON.parse(inside).error_code
  }
}

test.each(Object.keys(DOORS))(
  '%s is asked for by a good token alone, and a bad one costs nothing',
  async name => {
    const door = DOORS[name] as Call
    const person = await registerAndLogin(app)
    for (const kind of Object.keys(CODES) as Token[]) {
      await app.database.owner`DELETE FROM api_tokens WHERE user_id = ${person.user.id}`
      const token = await tokenThatIs(kind, person)
      const { status, code } = await call(door, token, kind === 'elsewhere' ? ELSEWHERE : HOME)
      // Lists know sessions too, and say that there is none.
      const expected = kind === 'none' && door.path.startsWith('/api/lists') ? 'NOT_SIGNED_IN' : CODES[kind]
      expect([kind, status, code]).toEqual([kind, 401, expected])
      expect(await app.database.owner`SELECT FROM api_call WHERE user_id = ${person.user.id}`).toHaveLength(0)
    }
    expect((await booksIn(app, person)).charges).toBe(0)
    // The same call with the token as it should be is let in.
    await app.database.owner`DELETE FROM api_tokens WHERE user_id = ${person.user.id}`
    const { token } = (await person.post('/api/generate_token', { networks: [HOME] })).body
    const good = await call(door, token, HOME)
    expect([good.status === 401, good.inside?.startsWith('TOKEN')]).toEqual([false, undefined])
  }
)

test('what one account found is nothing to another, by whatever door', async () => {
  const tokenOf = async (person: Person): Promise<string> =>
    (await person.post('/api/generate_token')).body.token
  const [owner, stranger] = [await registerAndLogin(app), await registerAndLogin(app)]
  const [ownToken, otherToken] = [await tokenOf(owner), await tokenOf(stranger)]
  const ask = async (token: string, door: Call) => {
    // The interval of an account is not what is asked about here.
    await app.database.owner`DELETE FROM api_call`
    return await call(door, token, HOME)
  }
  const answered = await ask(ownToken, { path: '/api/search', body: { request: 'Частухин Иван' } })
  const [a, b] = answered.answer.persons.map(({ id }: { id: string }) => id)
  const { search_id, cursor } = answered.answer
  const list = (await owner.post('/api/lists', { lines: [LINE] })).body.list.id
  const doors: Record<string, [Call, answer: [status: number, code: string | undefined]]> = {
    'more records': [{ path: '/api/search', body: { cursor } }, [404, 'NOT_FOUND']],
    'a list': [{ path: `/api/lists/${list}`, method: 'GET' }, [404, 'NOT_FOUND']],
    'its rows': [{ path: `/api/lists/${list}/rows`, method: 'GET' }, [404, 'NOT_FOUND']],
    'its file': [{ path: `/api/lists/${list}/export?format=csv`, method: 'GET' }, [404, 'NOT_FOUND']],
    'its start': [{ path: `/api/lists/${list}/start`, body: {} }, [404, 'NOT_FOUND']],
    'a tool that goes on': [tool('more', { cursor }), [200, 'NOT_FOUND']],
    'a tool that compares': [tool('compare', { search_id, a, b }), [200, 'NOT_FOUND']],
    'a candidate': [
      { path: `${RECONCILE_PATH}/preview?id=${search_id}${a}`, method: 'GET' },
      [410, 'SEARCH_EXPIRED']
    ]
  }
  for (const [name, [door, expected]] of Object.entries(doors)) {
    const { status, code, inside } = await ask(otherToken, door)
    expect([name, [status, inside ?? code]]).toEqual([name, expected])
    if (door.method === 'GET') continue
    const own = await ask(ownToken, door)
    expect([name, own.status, own.code ?? own.inside]).toEqual([name, 200, undefined])
  }
  const cells = {
    path: RECONCILE_PATH,
    body: { extend: { ids: [search_id + a], properties: [{ id: 'phone' }] } }
  }
  expect((await ask(otherToken, cells)).answer.expired).toEqual([search_id + a])
  expect((await ask(ownToken, cells)).answer.expired).toEqual([])
})
