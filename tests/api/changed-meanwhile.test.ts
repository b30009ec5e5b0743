import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { createEngine } from '#api/engines/index.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { packed } from '#tests/kit/elastic/made-up.ts'
import { indicesOf, startOnElastic } from '#tests/kit/elastic/surname-source.ts'
import { planOf } from '#tests/kit/search-in.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

/** Larger when it is unpacked than is taken of one answer to a search. */
const LARGE = Bun.gzipSync(' '.repeat(33 * 1024 ** 2))
const COLUMNS = columnsOf({
  'Номер записи': 'record_number',
  Фамилия: 'last_name',
  Имя: 'first_name',
  Телефон: 'phone'
})
const HIDDEN = '9734440000'
const SHOWN = 100
const NEVER = new AbortController().signal

describeElastic('a record that changes between its number and itself', server => {
  let app: TestApp
  let namespace: string
  let engine: SearchEngine
  let policy: SearchPolicy
  let key: string
  let sources = 0
  /** What happens when the numbers have been found. */
  let change: () => Promise<unknown> = async () => {}
  let changing: Promise<unknown> | null = null

  /** The real server, which says that records do not come together. */
  const front = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = await request.text()
      if (pathname === '/_msearch' && body.includes('"ids"')) {
        changing ??= change()
        await changing
      } else if (body.includes('"_source":["u"')) return packed(LARGE)
      const { method, headers } = request
      const answer = await fetch(`${new URL(server).origin}${pathname}${search}`, {
        method,
        headers: {
          'content-type': headers.get('content-type') ?? '',
          authorization: headers.get('authorization') ?? ''
        },
        ...(body !== '' && { body })
      })
      return Response.json(await answer.json(), {
        status: answer.status,
        headers: { 'x-elastic-product': 'Elasticsearch' }
      })
    }
  })

  beforeAll(async () => {
    ;({ app, namespace } = await startOnElastic(server))
    const own = (await app.context.sources.current()).policy
    const hidden = own.subjectKey({ kind: 'phone', value: HIDDEN })
    policy = { ...own, suppressedKeys: { has: subject => String(subject) === hidden } }
  })
  beforeEach(() => {
    key = `changed-${sources++}`
    changing = null
    const { href } = Object.assign(new URL(server), { host: `127.0.0.1:${front.port}` })
    engine = createEngine({ elasticsearchUrl: [href] }, app.database)
  })
  afterEach(() => engine.close())
  afterAll(async () => {
    front.stop(true)
    await app.stop()
  })

  const load = (rows: string[][]) =>
    loadSource(app, key, { title: 'Записи', kind: 'ordinary', columns: COLUMNS, rows })
  const loadMany = (records: number) =>
    load(
      Array.from({ length: records }, (_, at) => [String(at), 'Подменин', 'Олег', `+7973222${1_000 + at}`])
    )
  /** The record whose number comes first. */
  const firstOf = (records: number) =>
    Array.from({ length: records }, (_, at) => String(at)).toSorted((one, other) =>
      recordNumber(`${key}:${one}`) < recordNumber(`${key}:${other}`) ? -1 : 1
    )[0] ?? ''
  const within = (): SearchPolicy => ({
    ...policy,
    sources: new Map([[key, { labels: COLUMNS.map(({ label }) => label), columns: {} }]])
  })
  const { steps } = planOf('Подменин Олег')

  test('into one of somebody suppressed is not shown, and judged by what it says now', async () => {
    await loadMany(3)
    const first = firstOf(3)
    change = () => load([[first, 'Подменин', 'Олег', `+7${HIDDEN}`]])
    const lookup = { steps, limits: { perSource: SHOWN, total: SHOWN } }
    const { answers, failed } = await engine.look([lookup], within(), 10_000, NEVER)
    const ids = answers.flatMap(({ candidates }) => candidates.map(({ record_id }) => record_id))
    expect([...failed]).toEqual([])
    expect(ids).toHaveLength(2)
    expect(ids).not.toContain(`${key}:${first}`)
  })

  test.each([
    ['into one of somebody suppressed', SHOWN + 1],
    ['into one of somebody suppressed', SHOWN + 30],
    ['into none', SHOWN + 1],
    ['into none', SHOWN + 30]
  ])('%s leaves its place to another, where there are %d', async (what, records) => {
    await loadMany(records)
    const first = firstOf(records)
    change = async () => {
      if (what !== 'into none') return await load([[first, 'Подменин', 'Олег', `+7${HIDDEN}`]])
      const [index] = await indicesOf(server, namespace, key)
      const place = `/${index}/_doc/${recordNumber(`${key}:${first}`)}?refresh=true`
      return expect((await callServer(server, 'DELETE', place)).status).toBe(200)
    }
    const lookup = { steps, limits: { perSource: SHOWN, total: SHOWN } }
    const { answers, failed } = await engine.look([lookup], within(), 10_000, NEVER)
    const [{ candidates, more } = { candidates: [], more: new Set() }] = answers
    expect([...failed]).toEqual([])
    expect(new Set(candidates.map(({ record_id }) => record_id)).size).toBe(SHOWN)
    expect(candidates.map(({ record_id }) => record_id)).not.toContain(`${key}:${first}`)
    expect([...more]).toEqual(records - 1 > SHOWN ? [key] : [])
  })

  test('leaves a listing as many as were asked for', async () => {
    await loadMany(12)
    const first = firstOf(12)
    change = () => load([[first, 'Подменин', 'Олег', `+7${HIDDEN}`]])
    const listing = { steps, earlier: [], skipped: [], after: null, limit: 10 }
    const ids = (await engine.list(listing, within(), 10_000, NEVER))?.map(({ record_id }) => record_id)
    expect(ids).toHaveLength(10)
    expect(ids).not.toContain(`${key}:${first}`)
  })
})
