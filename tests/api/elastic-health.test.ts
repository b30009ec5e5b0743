import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import { openRecords, type Records } from '#api/engines/index.ts'
import { setLogLevel } from '#api/lib/log.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'
import { type Answer, json, NOTHING, packed } from '#tests/kit/elastic/made-up.ts'

describe('a cluster that', () => {
  let database: Database
  let answer: Answer
  let records: Records
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => await answer(new URL(request.url).pathname, request)
  })

  beforeAll(async () => {
    setLogLevel('error')
    database = await freshDatabase()
    await database.owner`INSERT INTO search_index (engine, name) VALUES ('elasticsearch', 'sverka-0-1')`
    await database.owner`INSERT INTO source (key, title, records, columns, status)
      VALUES ('one', 'one', 10, '[]', 'disabled')`
  })
  afterEach(() => records.close())
  const health = async () => {
    const { ok, records: counted } = await records.engine.health()
    return { ok, records: counted }
  }
  afterAll(async () => {
    server.stop(true)
    await database.close()
  })

  function openOn(own: Answer): void {
    answer = own
    records = openRecords({ elasticsearchUrl: [`http://127.0.0.1:${server.port}`] }, database)
  }

  test('answers part of a search is said to be down', async () => {
    openOn(() => json({ ...NOTHING, _shards: { failed: 1 } }))
    expect(await health()).toEqual({ ok: false, records: 10 })
    answer = () => json(NOTHING)
    expect(await health()).toEqual({ ok: true, records: 10 })
  })

  test.each<[string, Answer]>([
    ['is gone behind its gateway', () => json({}, 503)],
    ['answers a page', () => new Response('<html>ok</html>', { headers: { 'content-type': 'text/html' } })],
    ['answers an empty object', () => json({})],
    ['answers nothing', () => json(null)],
    ['answers no text at all', () => new Response('')],
    ['has closed the index', () => json({ error: { type: 'index_closed_exception' } }, 400)],
    ['answers garbage', () => packed(Bun.gzipSync('{"status":'))],
    ['sends the caller elsewhere', () => json(NOTHING, 302)],
    ['says nothing', () => new Promise<Response>(() => {})]
  ])('%s is said to be down', async (_what, own) => {
    openOn(own)
    expect(await health()).toEqual({ ok: false, records: 10 })
  })
})
