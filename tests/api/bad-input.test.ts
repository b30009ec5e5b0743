import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { BODY_MAX_BYTES } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

let app: TestApp
let person: Person
beforeAll(async () => {
  app = await startApp()
  person = await registerAndLogin(app)
})
afterAll(() => app.stop())

const JSON_TYPE = 'application/json'
const send = (path: string, body: BodyInit | undefined, type: string | null = JSON_TYPE, method = 'POST') =>
  person.request(path, { method, body, headers: type === null ? {} : { 'content-type': type } })

/** The refusal itself, after checking that it has the contract's shape and tells nothing. */
async function refusalOf(answer: Response): Promise<string> {
  const text = await answer.text()
  const body = JSON.parse(text)
  const problem = PROBLEMS[body.code as keyof typeof PROBLEMS]
  expect(answer.status).toBe(problem.status)
  expect(body).toMatchObject({ ok: false, success: false, request_id: answer.headers.get('x-request-id') })
  expect(answer.headers.get('content-type')).toStartWith(JSON_TYPE)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(text).not.toMatch(/echo-me|Error|\.ts|node_modules|SELECT|detail/)
  return body.code
}

const POSTS = ['/api/auth/login', '/api/auth/register', '/api/profile/change-password']

describe('a body', () => {
  const rubbish: [name: string, body: string | Uint8Array<ArrayBuffer>, code: string][] = [
    ['of half a JSON', '{"username": "echo-me"', 'BAD_JSON'],
    ['of no JSON', 'echo-me', 'BAD_JSON'],
    ['of broken UTF-8', new Uint8Array([0x22, 0xff, 0xfe, 0x22]), 'BAD_JSON'],
    ['of one NUL', '\u0000', 'BAD_JSON'],
    ['nested without end', '['.repeat(30_000) + ']'.repeat(30_000), 'BAD_INPUT'],
    ['of nested objects', `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`, 'BAD_INPUT'],
    ['of null', 'null', 'BAD_INPUT'],
    ['of a list', '[{"username":"echo-me"}]', 'BAD_INPUT'],
    ['of a number', '1e999', 'BAD_INPUT'],
    ['of nothing', '', 'BAD_INPUT'],
    ['with a prototype', '{"__proto__":{"username":"echo-me"},"constructor":{"prototype":{}}}', 'BAD_INPUT'],
    ['with wrong types', '{"username":{"a":1},"password":["echo-me"],"current_password":7}', 'BAD_INPUT'],
    [
      'with half a character',
      '{"username":"\\ud800","password":"\\udc00echo-me1","turnstile_token":"\\ud800"}',
      'BAD_INPUT'
    ]
  ]
  test.each(rubbish)('%s is refused everywhere', async (_name, body, code) => {
    for (const path of POSTS) expect(await refusalOf(await send(path, body))).toBe(code)
  })

  test.each([
    ['/api/auth/login', 'username', 'Имя пользователя должно содержать минимум 4 символа'],
    ['/api/auth/register', 'password', 'Пароль должен содержать минимум 10 символов'],
    ['/api/profile/change-password', 'current_password', 'Заполните все поля'],
    ['/api/payment/create', 'usd_amount', 'Минимальная сумма 10 USD'],
    ['/api/search/perform', 'query', PROBLEMS.BAD_INPUT.text]
  ])('of nothing is refused by %s like one without fields', async (path, field, text) => {
    for (const body of ['', undefined, '{}']) {
      const answer = await send(path, body, body === '{}' ? JSON_TYPE : null)
      expect(await answer.json()).toMatchObject({ code: 'BAD_INPUT', fields: { [field]: text } })
    }
  })

  test.each([[{ query: null }], [{ query: 5 }], [{ query: ['Иванов'] }], [{ search_id: null }]])(
    'of a search, %j, is refused with its field',
    async body => {
      const answer = await person.post('/api/search/perform', body)
      expect(answer.body).toMatchObject({ code: 'BAD_INPUT', fields: { query: PROBLEMS.BAD_INPUT.text } })
    }
  )

  test('with a byte order mark is read', async () => {
    expect(await refusalOf(await send('/api/auth/login', '\ufeff{"username":"abc"}'))).toBe('BAD_INPUT')
  })

  test('without content is fine where none is asked for, whatever the type says', async () => {
    expect((await send('/refresh', '')).status).toBe(200)
    expect((await send('/refresh', undefined, null)).status).toBe(200)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/jsonp',
    ';;;',
    null
  ])('of type %p is not taken', async type => {
    const bytes = new TextEncoder().encode('{"username":"abcd"}')
    for (const path of POSTS) expect(await refusalOf(await send(path, bytes, type))).toBe('UNSUPPORTED_TYPE')
  })

  test('is at most 64 KiB, said or not', async () => {
    const fits = `"${'x'.repeat(BODY_MAX_BYTES - 2)}"`
    const inPieces = (text: string) =>
      new ReadableStream({
        async pull(controller) {
          controller.enqueue(new TextEncoder().encode(text.slice(0, 16_384)))
          text = text.slice(16_384)
          if (text === '') controller.close()
          await Bun.sleep(1)
        }
      })
    for (const path of POSTS) {
      expect(await refusalOf(await send(path, fits))).toBe('BAD_INPUT')
      expect(await refusalOf(await send(path, inPieces(fits)))).toBe('BAD_INPUT')
      expect(await refusalOf(await send(path, `${fits} `))).toBe('BODY_TOO_LARGE')
      expect(await refusalOf(await send(path, inPieces(`${fits} `)))).toBe('BODY_TOO_LARGE')
    }
    expect(await refusalOf(await send('/api/auth/login', 'x'.repeat(3_000_000)))).toBe('BODY_TOO_LARGE')
  })

  test('without end is left early and fills no memory', async () => {
    const before = process.memoryUsage.rss()
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1 << 20
        if (sent > 300 << 20) controller.close()
        else controller.enqueue(new Uint8Array(1 << 20))
      }
    })
    const answer = await send('/api/auth/login', endless).catch(() => null)
    if (answer) expect(await refusalOf(answer)).toBe('BODY_TOO_LARGE')
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 << 20)
    expect((await person.get('/api/auth/me')).status).toBe(200)
  })
})

describe('an address', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/auth',
    '/api/auth/me/more',
    '/api/%00',
    '/api/%E0%A4%A',
    '/api/%2fetc%2fpasswd',
    '/api//auth/me',
    '/admin/api/nothing',
    '/dashboard/api/nothing',
    `/api/${'x'.repeat(4_000)}`
  ])('%s that nobody has is a JSON 404', async path => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect(await refusalOf(await send(path, undefined, null, method))).toBe('NO_SUCH_PATH')
    }
  })

  test.each([
    ['GET', '/api/auth/login', 'POST, OPTIONS'],
    ['DELETE', '/api/auth/me', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/api/profile/settings', 'PUT, OPTIONS'],
    ['POST', '/api/news/1', 'GET, HEAD, OPTIONS'],
    ['GET', '/refresh', 'POST, OPTIONS'],
    ['PROPFIND', '/api/news', 'GET, HEAD, OPTIONS'],
    ['POST', '/login', 'GET, HEAD']
  ])('says what it takes to %s %s', async (method, path, allow) => {
    const answer = await person.request(path, { method })
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.status).toBe(405)
    expect((await answer.json()).code).toBe('METHOD_NOT_ALLOWED')
  })

  test('answers HEAD like GET without a body, and OPTIONS without letting anybody in', async () => {
    const head = await person.request('/api/auth/me', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const options = await person.request('/api/auth/login', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    })
    expect(options.status).toBe(204)
    expect([...options.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

test('strange cookies and headers are no error', async () => {
  for (const cookie of [
    'access_token',
    '=',
    ';;;',
    'access_token=%ff; refresh_token={}',
    '__proto__=x',
    `a=${'x'.repeat(8_000)}`
  ]) {
    const answer = await app.request('/api/auth/me', { headers: { cookie, 'user-agent': 'a{"b"}' } })
    expect(await refusalOf(answer)).toBe('NOT_AUTHENTICATED')
  }
})

test('a head of over 16 KiB is refused by Bun itself, without words', async () => {
  const answer = await app.request('/api/auth/me', { headers: { cookie: `a=${'x'.repeat(16_384)}` } })
  expect([answer.status, await answer.text()]).toEqual([431, ''])
})

test('a request that breaks off leaves the others alone', async () => {
  const { port } = new URL(app.url)
  await new Promise<void>(resolve => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"us'
      )
      setTimeout(() => socket.destroy(), 30)
    })
    socket.on('close', () => resolve())
  })
  expect((await person.get('/api/auth/me')).status).toBe(200)
})

test.each(['', 'Host: \r\n', 'Host: a b\r\n', 'Host: [::\r\n', 'Host: a:99999999\r\n'])(
  'answers a page under the odd host %j without a failure of its own',
  async host => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = await Bun.connect({
      hostname: 'localhost',
      port: Number(new URL(app.url).port),
      socket: {
        data: (_socket, bytes) => resolve(bytes.toString().split('\r\n')[0] ?? ''),
        close: () => resolve('')
      }
    })
    socket.write(`GET /nope HTTP/1.${host === '' ? 0 : 1}\r\n${host}Connection: close\r\n\r\n`)
    const status = await promise
    socket.end()
    expect(status).not.toContain(' 500')
    expect(status).toMatch(/^(?:HTTP\/1\.\d (?:200|400|404)|$)/)
  }
)
