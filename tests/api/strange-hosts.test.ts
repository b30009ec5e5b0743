import { describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { createApp } from '#api/app.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let person: Person
const app = startedApp(async app => {
  person = await registerAndLogin(app)
  // The only call here that is not answered twice alike: one account has one token. Of ids nobody has this one.
  await person.post('/api/generate_token', {})
})

type Call = [method: string, path: string]

const PAGES = [
  '/',
  '/login',
  '/register',
  '/dashboard',
  '/search?q=x',
  '/history',
  '/profile',
  '/no-page',
  '//'
]
const STRANGE = [
  '',
  'a b',
  'a/b',
  '[::1',
  'http://x',
  '%00',
  'é',
  'x:99999',
  '@',
  '?',
  '#',
  'a\\b',
  ':',
  'a,b'
]
const SHORT = ['a', 'nas', 'pi', '..']

/** Says what `fetch` would not send; answers all that comes back. */
function speak(lines: string[], body: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.url).port), timeout: 5_000 })
  let heard = ''
  socket.setEncoding('utf8')
  socket.on('data', part => {
    heard += part
  })
  socket.on('timeout', () => socket.destroy(new Error(`no end of the answer to ${lines[0]}`)))
  socket.on('error', reject)
  socket.on('close', () => resolve(heard))
  const all = [...lines, 'Connection: close', `Content-Length: ${body.length}`]
  socket.write(`${all.join('\r\n')}\r\n\r\n${body}`)
  return promise
}

/** The status of a call, of the signed-in person unless it would end the session. */
async function statusOf([method, path]: Call, version: string, host: string | null): Promise<number> {
  const cookie = [...person.cookies].map(pair => pair.join('=')).join('; ')
  const isOwn = !/logout|refresh/.test(path)
  const answer = await speak(
    [
      `${method} ${path} HTTP/${version}`,
      ...(host === null ? [] : [`Host: ${host}`]),
      ...(isOwn ? [`Cookie: ${cookie}`, 'Sec-Fetch-Site: same-origin'] : []),
      ...(method === 'GET' ? [] : ['Content-Type: application/json'])
    ],
    method === 'GET' ? '' : '{}'
  )
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])
}

/** Every route, with and without a closing slash, and every page. */
const calls = (): Call[] => [
  ...createApp(app.context)
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }): Call => [method, path.replace(':id', '999').replace(/\/$/, '')])
    .flatMap(([method, path]): Call[] => [
      [method, path],
      [method, `${path}/`]
    ]),
  ...PAGES.map((path): Call => ['GET', path])
]

/** The calls that a client like this gets another answer for than with a usual host, or than the one allowed. */
async function others(version: string, hosts: readonly (string | null)[], allowed: number | null) {
  const answers: unknown[] = []
  for (const call of calls()) {
    const usual = await statusOf(call, '1.1', 'localhost')
    for (const host of hosts) {
      const status = await statusOf(call, version, host)
      // What is limited by the minute is made too often here.
      if (status !== usual && status !== allowed && status !== 429)
        answers.push([...call, host, status, usual])
    }
  }
  return answers
}

describe('every page and every call', () => {
  test('is answered as usual, or with 400, without a Host', async () => {
    expect(await others('1.0', [null], 400)).toEqual([])
    for (const call of calls()) expect(await statusOf(call, '1.1', null)).toBe(400)
  })

  test.each(['1.0', '1.1'])(
    'is answered as usual, or with 400, with a strange Host, by HTTP/%s',
    async version => {
      expect(await others(version, STRANGE, 400)).toEqual([])
    }
  )

  test('is answered as usual under a name of a few letters', async () => {
    expect(await others('1.1', SHORT, null)).toEqual([])
  })
})

test('a page is the page without a Host too', async () => {
  for (const path of PAGES) {
    const usual = await statusOf(['GET', path], '1.1', 'localhost')
    for (const host of [null, ...STRANGE.slice(0, 3)])
      expect([path, host, await statusOf(['GET', path], '1.0', host)]).toEqual([path, host, usual])
  }
})

test('a call with two Hosts changes nothing', async () => {
  for (const path of ['/api/auth/login', '/api/auth/logout', '/api/search']) {
    const hosts = ['Host: localhost', 'Host: other.example']
    const answer = await speak(
      [`POST ${path} HTTP/1.1`, ...hosts, 'Content-Type: application/json', 'Sec-Fetch-Site: same-origin'],
      '{}'
    )
    expect([path, answer.split('\r\n')[0], answer.includes('BAD_INPUT')]).toEqual([
      path,
      'HTTP/1.1 400 Bad Request',
      true
    ])
  }
})
