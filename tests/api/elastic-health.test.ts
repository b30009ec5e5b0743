import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { type Answer, json, packed } from '#tests/kit/elastic/made-up.ts'

describe('a cluster that', () => {
  let database: Database
  let answer: Answer
  let engine: SearchEngine
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => await answer(new URL(request.url).pathname, request)
  })

  beforeAll(async () => {
    setLogLevel('error')
    database = await freshDatabase()
    await database.owner`INSERT INTO record_holder (engine) VALUES ('elasticsearch')`
    await database.owner`INSERT INTO source (key, title, records, columns, status)
      VALUES ('one', 'one', 10, '[]', 'disabled')`
  })
  afterEach(() => engine.close())
  afterAll(async () => {
    server.stop(true)
    await database.close()
  })

  function openOn(own: Answer): void {
    answer = own
    engine = createEngine({ elasticsearchUrl: [`http://127.0.0.1:${server.port}`] }, database)
  }

  test('is red is said to be down', async () => {
    openOn(() => json({ status: 'red' }))
    expect(await engine.health()).toEqual({ ok: false, records: 10 })
    answer = () => json({ status: 'yellow' })
    expect(await engine.health()).toEqual({ ok: true, records: 10 })
  })

  test.each<[string, Answer]>([
    ['is gone behind its gateway', () => json({}, 503)],
    ['answers a page', () => new Response('<html>ok</html>', { headers: { 'content-type': 'text/html' } })],
    ['answers an empty object', () => json({})],
    ['answers nothing', () => json(null)],
    ['answers no text at all', () => new Response('')],
    ['answers another status', () => json({ status: 'fine' })],
    ['answers garbage', () => packed(Bun.gzipSync('{"status":'))],
    ['sends the caller elsewhere', () => json({ status: 'green' }, 302)],
    ['says nothing', () => new Promise<Response>(() => {})]
  ])('%s is said to be down', async (_what, own) => {
    openOn(own)
    expect(await engine.health()).toEqual({ ok: false, records: null })
  })
})
