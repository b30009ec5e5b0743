import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createApp } from '#api/app.ts'
import { VOCABULARY_FRESH_MS } from '#api/book/vocabulary/vocabulary-cache.ts'
import { closeContext, createContext } from '#api/context.ts'
import type { Records } from '#api/engines/index.ts'
import type { MoreAnswer, SearchAnswer } from '#shared/contracts/search.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { type Client, createClient } from '#tests/kit/client.ts'
import { EVERY_ENGINE, openAnother } from '#tests/kit/elastic/every-engine.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { freePort, startApp, type TestApp } from '#tests/kit/start-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { COLUMNS, HIDDEN, idsIn, loadCardIndexes, moreOf, perform, performCounted } from './card-indexes.ts'

describe.each(EVERY_ENGINE)('on the engine %s', (name, openRecords) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  async function readAll(client: Client, answer: SearchAnswer, source?: string): Promise<MoreAnswer[]> {
    const pages: MoreAnswer[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { status, body } = await moreOf(client, { search_id: answer.search_id, source, cursor })
      expect(status).toBe(200)
      expect(body.results_count).toBeLessThanOrEqual(100)
      pages.push(body)
      cursor = body.cursor
    }
    return pages
  }

  test.each([
    ['a frequent surname', 'Широкин', 403],
    ['its other form', 'Широкина', 403],
    ['a surname and a given name', 'Частухин Иван', 180],
    ['a word of many records', 'картотеки', 583],
    ['a given name', 'Ольга', 80],
    ['a phone of many', `+7${HIDDEN}`, 6]
  ])('%s: what is shown and what «ещё» brings is everything, each record once', async (_what, line, all) => {
    const { client, answer } = await performCounted(app, line)
    expect(answer.completeness).toEqual({
      shown: answer.results_count,
      total: all,
      total_is_exact: true,
      more: answer.results_count < all
    })
    const pages = answer.completeness.more ? await readAll(client, answer) : []
    const ids = [answer, ...pages].flatMap(idsIn)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toHaveLength(all)
    for (const [key, meta] of Object.entries(answer.sources_meta))
      expect([key, ids.filter(id => id.startsWith(`${key}:`)).length]).toEqual([key, meta.total])
    for (const page of pages) {
      const inPeople = new Set(page.persons.flatMap(recordIdsOf))
      expect(idsIn(page).filter(id => !inPeople.has(id))).toEqual([])
      expect(Object.keys(page.matches).sort()).toEqual(idsIn(page).sort())
    }
    expect((await booksIn(app, client)).balance).toBe(4)
  })

  test('every source that was asked says what it has, in the order of the answer', async () => {
    const { sources_meta } = (await performCounted(app, 'Частухин Иван')).answer
    const sourceRows = Object.entries(sources_meta).map(([key, meta]) => [
      key,
      meta.number,
      meta.state,
      meta.shown,
      meta.total,
      meta.more
    ])
    expect(sourceRows).toEqual([
      ['alpha', 1, 'records', 100, 150, true],
      ['beta', 2, 'records', 30, 30, false],
      ['delta', 3, 'empty', 0, 0, false],
      ['gamma', 4, 'empty', 0, 0, false]
    ])
  })

  test('a source by itself goes to its own end', async () => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкин')
    const pages = await readAll(client, answer, 'alpha')
    const ids = [answer, ...pages].flatMap(idsIn).filter(id => id.startsWith('alpha:'))
    expect(new Set(ids).size).toBe(250)
    expect(ids).toHaveLength(250)
    expect(pages.flatMap(page => Object.keys(page.results_by_source))).toEqual(pages.map(() => 'alpha'))
  })

  test('the asked form comes to its end before the other begins', async () => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкина')
    const surnames = [answer, ...(await readAll(client, answer))].flatMap(page => {
      const records = Object.values(page.results_by_source).flat()
      return [records.every(record => record.Фамилия === 'Широкина'), records.length]
    })
    expect(surnames.slice(0, 2)).toEqual([true, 100])
    expect(surnames.filter((_, at) => at % 2 === 0)).toEqual(
      [true, false, false, false, false].slice(0, surnames.length / 2)
    )
  })

  test('costs nothing, adds no history and is audited with the records that it showed', async () => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкин')
    const page = (await moreOf(client, { search_id: answer.search_id })).body
    expect([page.charged, page.requests_left, page.search_id]).toEqual([0, 4, answer.search_id])
    const books = await booksIn(app, client)
    expect(books).toEqual({ balance: 4, ledger: 4, charges: 1, history: 1, audits: 1 })
    const rows = await app.database.owner`SELECT action, result_count AS count,
        array_length(record_ids, 1) AS records, source_keys AS sources, detail->>'history_id' AS history
      FROM audit_event WHERE actor_id = ${client.user.id} AND action LIKE 'search%' ORDER BY id`
    expect([...rows]).toEqual([
      expect.objectContaining({ action: 'search', count: 100, records: 100 }),
      expect.objectContaining({ action: 'search_more', count: 100, records: 100, history: rows[0].history })
    ])
  })

  test('two at once get the same page, and more than two in flight wait their turn', async () => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкин')
    const pages = await Promise.all(
      Array.from({ length: 6 }, () => moreOf(client, { search_id: answer.search_id }))
    )
    expect(pages.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(pages.map(({ body }) => JSON.stringify(idsIn(body)))).size).toBe(1)
    expect(new Set(pages.map(({ body }) => body.cursor)).size).toBe(1)
  })

  test.each([
    ['a cursor that nobody wrote', () => ({ cursor: 'A'.repeat(35) })],
    ['a text that is no cursor', () => ({ cursor: '../..' })],
    ['an empty one', () => ({ cursor: '' })],
    ['a source that is none', () => ({ source: 'nowhere' })],
    ['a number', () => ({ cursor: 5 as unknown as string })]
  ])('refuses %s', async (_what, part) => {
    const client = await registerAndLogin(app)
    const { search_id } = await perform(client, 'Широкин')
    const { status, body } = await moreOf(client, { search_id, ...part() })
    expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'BAD_INPUT'])
  })

  test('refuses a cursor of another search and of another source', async () => {
    const client = await registerAndLogin(app)
    const { search_id } = await perform(client, 'Широкин')
    const other = await perform(client, 'картотеки')
    const { cursor } = (await moreOf(client, { search_id })).body
    expect(cursor).toBeString()
    expect((await moreOf(client, { search_id: other.search_id, cursor })).status).toBe(400)
    expect((await moreOf(client, { search_id, source: 'alpha', cursor })).status).toBe(400)
  })

  test('shows nobody who was suppressed since, and loses nobody else', async () => {
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкин')
    const first = (await moreOf(client, { search_id: answer.search_id })).body
    await suppress(app, { kind: 'phone', value: HIDDEN })
    invalidateSourceCache(app)
    try {
      const rest: string[] = []
      for (let { cursor } = first; cursor !== null; ) {
        const { body } = await moreOf(client, { search_id: answer.search_id, cursor })
        rest.push(...idsIn(body))
        expect(JSON.stringify(body)).not.toContain(HIDDEN)
        cursor = body.cursor
      }
      const before = [...idsIn(answer), ...idsIn(first)]
      const hidden = before.filter(id => id.endsWith('-20')).length
      expect(new Set([...before, ...rest]).size).toBe(403 - (4 - hidden))
      const { answer: now } = await performCounted(app, 'Широкина')
      expect(now.completeness.total).toBe(399)
    } finally {
      await app.database.owner`DELETE FROM suppression`
      invalidateSourceCache(app)
    }
  })

  test.each([
    ['a surname', 'Щукаревсуих', ''],
    ['a surname and a given name', 'Лопатевсуих Павел', ''],
    ['a name beside a word', 'Грибоевсуих Павел Верхнереченск', 'Верхнереченск']
  ])(
    '%s with a typing error goes on as it was asked, whatever is stored meanwhile',
    async (_what, line, note) => {
      const [mistyped = ''] = line.split(' ')
      const surname = mistyped.replace('су', 'ск')
      const source = `near-${line.length}`
      const load = (key: string, rows: string[][]) =>
        loadSource(app, key, { title: `Картотека ${key}`, kind: 'ordinary', columns: COLUMNS, rows })
      await load(
        source,
        Array.from({ length: 350 }, (_, at) => [`${at}`, surname, 'Павел', '', note])
      )
      invalidateSourceCache(app)
      // The words that are stored are read again after so long.
      await Bun.sleep(VOCABULARY_FRESH_MS)
      const { client, answer } = await performCounted(app, line)
      const { total, total_is_exact } = answer.completeness
      expect([total, total_is_exact]).toEqual([350, true])
      const first = (await moreOf(client, { search_id: answer.search_id })).body
      await load(`${source}-late`, [['1', mistyped, 'Павел', '', note]])
      invalidateSourceCache(app)
      const ids = [...idsIn(answer), ...idsIn(first)]
      for (let { cursor } = first; cursor !== null; ) {
        const { body } = await moreOf(client, { search_id: answer.search_id, cursor })
        ids.push(...idsIn(body))
        cursor = body.cursor
      }
      const before = ids.filter(id => id.startsWith(`${source}:`))
      expect(new Set(before).size).toBe(350)
      expect(before).toHaveLength(350)
    }
  )

  test('goes on in another process', async () => {
    const records = openAnother(name, app.database)
    if (!records) return
    const client = await registerAndLogin(app)
    const answer = await perform(client, 'Широкин')
    const first = (await moreOf(client, { search_id: answer.search_id })).body
    const other = await secondProcess(app, records)
    try {
      const there = createClient(other.url)
      for (const [key, value] of client.cookies) there.cookies.set(key, value)
      const { body } = await there.post('/api/search/more', {
        search_id: answer.search_id,
        cursor: first.cursor
      })
      const here = (await moreOf(client, { search_id: answer.search_id, cursor: first.cursor })).body
      expect(idsIn(body)).toEqual(idsIn(here))
      expect(body.cursor).toBe(here.cursor)
      const again = await there.post('/api/search/perform', { search_id: answer.search_id })
      expect(idsIn(again.body)).toEqual(idsIn(answer))
    } finally {
      await other.stop()
    }
  })
})

/** Another instance of the product over the same database, with nothing in its memory. */
async function secondProcess({ context, database }: TestApp, records: Records) {
  const port = freePort()
  const config = { ...context.config, port }
  const second = createContext({ config, secrets: context.secrets, database, records })
  const server = createApp(second)
  server.listen({ port, hostname: config.host })
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      await server.stop(true)
      await closeContext(second)
      await records.close()
    }
  }
}
