import { afterAll, expect, test } from 'bun:test'
import { createSverka, SverkaError } from './sverka.js'

const seen: { path: string; token: string | null; body: unknown }[] = []
const strange = new Map<string, [status: number, text: string]>()
for (const status of [200, 502])
  for (const text of ['<html>', '', '5']) strange.set(`${status} ${text}`, [status, text])
const redirects = [301, 302, 303, 307, 308].map(status => [String(status), [status, '']] as const)
for (const [line, answer] of redirects) strange.set(line, [...answer])
const service: Bun.Server<undefined> = Bun.serve({
  port: 0,
  async fetch(request) {
    const { pathname: path } = new URL(request.url)
    const body = (await request.json().catch(() => ({}))) as { request?: string; cursor?: string }
    seen.push({ path, token: request.headers.get('authorization'), body })
    const [status, text] = strange.get(body.request ?? '') ?? []
    if (status)
      return new Response(text, { status, headers: { location: `${service.url.origin}/elsewhere` } })
    if (body.request === 'отказ')
      return Response.json(
        { status: 'error', code: 402, error: 'Недостаточно запросов', error_code: 'NO_CREDITS' },
        { status: 402, headers: { 'retry-after': '7' } }
      )
    const cursor = body.cursor === undefined ? 'next' : null
    return Response.json({ status: 'ok', results_by_source: {}, persons: [], cursor, charged: 1, balance: 4 })
  }
})
afterAll(() => service.stop(true))

test('searches, goes on, and sends the token in the header alone', async () => {
  const sverka = createSverka(service.url.origin, 'ps_x')
  const answer = await sverka.search('Примеров Илья', { limit: 10 })
  const pages = await Array.fromAsync(sverka.further(answer))
  expect([answer.balance, pages.length]).toEqual([4, 1])
  expect(seen.map(({ path, token }) => [path, token])).toEqual([
    ['/api/search', 'Bearer ps_x'],
    ['/api/search', 'Bearer ps_x']
  ])
  expect(seen.map(({ body }) => body)).toEqual([{ request: 'Примеров Илья', limit: 10 }, { cursor: 'next' }])
})

test('says a refusal by its code', async () => {
  const refused = await createSverka(service.url.origin, 'ps_x')
    .search('отказ')
    .catch(error => error)
  expect(refused).toBeInstanceOf(SverkaError)
  expect([refused.status, refused.code, refused.retryAfterSeconds]).toEqual([402, 'NO_CREDITS', 7])
})

test('follows no redirect, and says what is no JSON by its status', async () => {
  seen.length = 0
  for (const [line, [status]] of strange) {
    const refused = await createSverka(service.url.origin, 'ps_x')
      .search(line)
      .catch(error => error)
    if (status < 400 && status !== 200) expect(refused).toBeInstanceOf(Error)
    else expect([refused.status, refused.code]).toEqual([status, 'UNKNOWN'])
  }
  expect(new Set(seen.map(({ path }) => path))).toEqual(new Set(['/api/search']))
})
