import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { piecewiseBody } from '#api/http/piecewise-body.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { type Program, programOf } from '#tests/kit/public-api.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'

const RECORDS = 800
const LINE = 'Многочисленный'
const SEARCH = '/api/search'

const app = startedApp(async app => {
  await loadSource(app, 'crowd', {
    title: 'Толпа',
    kind: 'ordinary',
    columns: [
      { label: 'Номер записи', kind: 'record_number' },
      { label: 'Фамилия', kind: 'last_name' },
      { label: 'Примечание', kind: 'other' }
    ],
    rows: Array.from({ length: RECORDS }, (_, at) => [
      String(at),
      LINE,
      `примечание ${at} ${'и так далее '.repeat(60)}`
    ])
  })
  invalidateSourceCache(app)
}, startOnPostgres)

const askRaw = ({ token }: Program, headers = {}) =>
  app.request(SEARCH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers },
    body: JSON.stringify({ token, request: LINE, limit: 10_000 })
  })

test('a large answer comes in pieces, whole, is charged once and its charge stays', async () => {
  const person = await registerAndLogin(app)
  const program = await programOf(person, app.url)
  const response = await askRaw(program)
  expect([response.status, response.headers.get('content-length')]).toEqual([200, null])
  const pieces: Uint8Array[] = []
  for await (const piece of response.body ?? []) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(3)
  const answer = JSON.parse(Buffer.concat(pieces).toString())
  expect([answer.results_count, answer.results_by_source.crowd.length, answer.charged]).toEqual([
    RECORDS,
    RECORDS,
    1
  ])
  await app.context.deliveries.flush()
  const waiting = await app.database.owner`SELECT FROM search_delivery WHERE user_id = ${person.user.id}`
  expect(waiting).toHaveLength(0)
  await Bun.sleep(500)
  const packed = await askRaw(program, { 'accept-encoding': 'gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  const again = await packed.json()
  expect([again.results_count, again.charged, again.search_id]).toEqual([RECORDS, 0, answer.search_id])
})

test('whoever leaves in the middle of an answer has room for the next one', async () => {
  const program = await programOf(await registerAndLogin(app), app.url)
  for (let round = 0; round < 3; round += 1) {
    const response = await askRaw(program)
    expect(response.status).toBe(200)
    await response.body?.cancel()
    await Bun.sleep(550)
  }
  const last = await askRaw(program)
  expect(last.status).toBe(200)
  expect((await last.json()).results_count).toBe(RECORDS)
})

test('a stream gives what it was given, and ends once', async () => {
  const parts = [new Uint8Array(0), new Uint8Array(700_000).fill(1), new Uint8Array(3).fill(2)]
  let ends = 0
  const read = new Uint8Array(await new Response(piecewiseBody(parts, () => ends++)).arrayBuffer())
  expect([read.length, read[699_999], read[700_000], ends]).toEqual([700_003, 1, 2, 1])
})

test('who reads nothing is cut off and gives its place back, who reads slowly has it all', async () => {
  const BYTES = 24 * 2 ** 20
  const STALL_MS = 3_000
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      new Response(piecewiseBody([new Uint8Array(BYTES)], () => url.endsWith('/deaf') && end(), STALL_MS))
  })
  // More than the buffers between the two hold, so that the server notices.
  const deaf = connect(server.port ?? 0, '127.0.0.1', () =>
    deaf.write('GET /deaf HTTP/1.1\r\nHost: localhost\r\n\r\n')
  )
  deaf.once('data', () => deaf.pause())
  deaf.on('error', () => {})
  let read = 0
  for await (const piece of (await fetch(`${server.url}slow`)).body ?? []) {
    const pauses = read === 0 ? 5 : 0
    read += piece.length
    for (let pause = 0; pause < pauses; pause += 1) await Bun.sleep(STALL_MS / 10)
  }
  expect(read).toBe(BYTES)
  // It never reads on.
  await ended
  deaf.destroy()
  await server.stop(true)
})

test('a search that gets no answer is 500 within five seconds, and costs nothing', async () => {
  const person = await signedInAs(app, ROLE_USER, 3)
  const { ask } = await programOf(person, app.url)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
  const lock = app.database.owner.begin(async tx => {
    await tx`LOCK TABLE rec IN ACCESS EXCLUSIVE MODE`
    onLocked()
    await released
  })
  await locked
  const { status, body } = await ask(SEARCH, { request: 'Другой Человек' })
  release()
  await lock
  expect([status, body.code, body.error_code]).toEqual([500, 500, 'SEARCH_FAILED'])
  expect(await booksIn(app, person)).toMatchObject({ balance: 3, charges: 0, history: 0 })
})
