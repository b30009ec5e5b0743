import { afterAll, beforeAll, expect, test } from 'bun:test'
import { until } from '#tests/kit/until.ts'
import { type Ask, failures, runLoad, successes } from './load.ts'
import { connect, requestText } from './wire.ts'

const LONG = 'ы'.repeat(200_000)
let server: Bun.Server<undefined>
let requests = 0

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      requests += 1
      const { pathname } = new URL(request.url)
      if (pathname === '/missing') return new Response('no', { status: 404 })
      if (pathname === '/broken') return new Response('no', { status: 503 })
      if (pathname === '/paid') {
        const { query } = (await request.json()) as { query: string }
        return new Response(`{"query":"${query}${LONG}","charged":1,"requests_left":4}`)
      }
      if (pathname === '/pieces')
        return new Response(inPieces(['{"name":"', LONG, '","charged":1', ',"left":4}']))
      return new Response(request.headers.get('cookie') ?? '')
    }
  })
})
afterAll(() => server.stop(true))

const inPieces = (pieces: string[]) =>
  new ReadableStream({
    async pull(controller) {
      await Bun.sleep(5)
      const piece = pieces.shift()
      if (piece === undefined) controller.close()
      else controller.enqueue(Buffer.from(piece))
    }
  })

const portOf = () => server.port ?? 0

test('reads status, length and end of an answer that comes in many pieces', async () => {
  const wire = await connect(portOf())
  const body = JSON.stringify({ query: 'Примеров' })
  const long = await wire.ask(requestText('POST', '/paid', '', body))
  expect(long.status).toBe(200)
  expect(long.bytes).toBe(Buffer.byteLength(`{"query":"Примеров${LONG}","charged":1,"requests_left":4}`))
  expect(long.tail.endsWith('"charged":1,"requests_left":4}')).toBe(true)
  expect(await wire.ask(requestText('GET', '/missing', ''))).toEqual({ status: 404, bytes: 2, tail: 'no' })
  expect(await wire.ask(requestText('GET', '/', 'a=b'))).toEqual({ status: 200, bytes: 3, tail: 'a=b' })
  expect(await wire.ask(requestText('GET', '/', ''))).toEqual({ status: 200, bytes: 0, tail: '' })
  wire.close()
})

test('reads an answer without a length to the end of its last piece, and the next one after it', async () => {
  const wire = await connect(portOf())
  for (const _ of [1, 2]) {
    const reply = await wire.ask(requestText('GET', '/pieces', ''))
    expect(reply.status).toBe(200)
    expect(reply.bytes).toBeGreaterThan(Buffer.byteLength(LONG))
    expect(reply.tail).toContain('"charged":1')
    expect(reply.tail).toContain(',"left":4}')
  }
  expect(await wire.ask(requestText('GET', '/', 'a=b'))).toEqual({ status: 200, bytes: 3, tail: 'a=b' })
  wire.close()
})

const paid: Ask = { kind: 'paid', method: 'POST', path: '/paid', body: '{"query":"a"}' }
const missing: Ask = { kind: 'missing', method: 'GET', path: '/missing' }

test('counts answers by kind, by status and by what they cost', async () => {
  const order = { port: portOf(), connections: 4, seconds: 0.3, cookies: [], from: 7 }
  const result = await runLoad({ ...order, asks: [paid, missing] })
  expect(result.count).toBeGreaterThan(0)
  expect(result.next).toBe(7 + result.count)
  expect(result.statuses[200] ?? 0).toBe(result.kinds.paid?.count ?? -1)
  expect(result.statuses[404] ?? 0).toBe(result.kinds.missing?.count ?? -1)
  expect(result.charged).toBe(result.kinds.paid?.count ?? -1)
  expect(successes(result)).toBe(result.charged / result.count)
})

test('tells a server that could not from one that would not', async () => {
  const order = { port: portOf(), connections: 2, seconds: 0.2, cookies: [], from: 0 }
  const broken: Ask = { kind: 'broken', method: 'GET', path: '/broken' }
  const result = await runLoad({ ...order, asks: [missing, broken] })
  expect(failures(result)).toBeGreaterThan(0)
  expect(failures(result)).toBe(result.kinds.broken?.count ?? -1)
})

test('asks at an even pace when it is told to', async () => {
  const order = { port: portOf(), connections: 4, seconds: 0.5, asks: [missing], cookies: [], from: 0 }
  const result = await runLoad({ ...order, perSecond: 40 })
  expect(result.count).toBe(20)
})

test('ends with a bench that is killed', async () => {
  const order = { port: portOf(), connections: 1, seconds: 600, asks: [missing], cookies: [], from: 0 }
  const script = `import { runLoad } from '${import.meta.dir}/load.ts'; await runLoad(${JSON.stringify(order)})`
  const before = requests
  const bench = Bun.spawn([process.execPath, '-e', script])
  expect(await until(() => requests > before)).toBe(true)
  bench.kill('SIGKILL')
  await bench.exited
  const isQuiet = async () => {
    const by = requests
    await Bun.sleep(100)
    return requests === by
  }
  expect(await until(isQuiet)).toBe(true)
})
