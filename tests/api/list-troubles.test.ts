import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Context } from '#api/context.ts'
import { createRowQueue } from '#api/features/search/lists/row-queue.ts'
import { noteSkipped } from '#api/features/search/lists/run-store.ts'
import { runLists } from '#api/features/search/lists/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { draftOf, listOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { makeOlder, raiseRule, rekeysOf } from '#tests/kit/older-rule.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'

let app: TestApp

beforeAll(async () => {
  app = await startOnPostgres()
  await loadPeople(app)
})
afterAll(() => app.stop())

const IVANOV = 'Иванов Иван Иванович 01.02.1980'
const SIDOROVA = 'Сидорова Анна Павловна 14.03.1985'
const NOBODY = 'Чудоюдов Роман'
const start = (client: Person, id: string) => client.post(`/api/lists/${id}/start`, {})
const tryNow = () => app.database.owner`UPDATE list_row SET try_after = now() WHERE try_after IS NOT NULL`

async function within<T>(change: Partial<Context>, work: () => Promise<T>): Promise<T> {
  const before = { ...app.context }
  Object.assign(app.context, change)
  try {
    return await work()
  } finally {
    Object.assign(app.context, before)
  }
}

test('looking at a list, its verdicts and its files takes no turn of a search', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, [IVANOV, NOBODY])
  await start(client, id)
  await runToEnd(app, client, id)
  const { admissions } = app.context
  const entered: number[] = []
  const search: typeof admissions.search = {
    ...admissions.search,
    enter(userId, signal) {
      entered.push(userId)
      return admissions.search.enter(userId, signal)
    }
  }
  await within({ admissions: { ...admissions, search } }, async () => {
    expect((await rowsOf(client, id))[0]?.best?.name).toBe('Иванов Иван Иванович')
    expect((await client.post(`/api/lists/${id}/rows`, { find: 'иван' })).body.rows).toHaveLength(1)
    expect((await client.put(`/api/lists/${id}/rows/1/verdict`, { verdict: 'same' })).status).toBe(200)
    expect((await client.get(`/api/lists/${id}/export?format=csv`)).body).toContain('Иванов Иван Иванович')
    expect(entered).toEqual([])
    // A search of the same account is seen by what watches here.
    await client.post('/api/search/perform', { query: NOBODY })
    expect(entered).toHaveLength(1)
  })
})

test('an outage costs no tries from its first moment, and the list goes on behind it', async () => {
  const client = await registerAndLogin(app)
  const lines = [SIDOROVA, NOBODY, 'Чудоюдова Инна']
  const { id } = await draftOf(client, [IVANOV, ...lines])
  await start(client, id)
  const { search, engine } = app.context
  let isOut = true
  const askedLines: string[] = []
  const answer: typeof search.answer = async (request, signal) => {
    // It begins right behind an answer.
    if (!isOut || request.query === IVANOV) return await search.answer(request, signal)
    askedLines.push(request.query)
    throw new Refusal('SEARCH_DOWN')
  }
  const health: typeof engine.health = async () => ({ ...(await engine.health()), ok: !isOut })
  const down = { search: { ...search, answer }, engine: { ...engine, health } }
  await within(down, async () => {
    const stop = runLists(app.context)
    try {
      await until(() => lines.every(line => askedLines.filter(each => each === line).length > 2))
      const rows = await app.database.owner`SELECT r.state, r.tries, r.reason FROM list_row r
        WHERE list_id = (SELECT max(id) FROM list) ORDER BY n`
      const waiting = { state: 'waiting', tries: 0, reason: null }
      expect([...rows]).toEqual([{ ...waiting, state: 'done' }, waiting, waiting, waiting])
      isOut = false
      const list = await until(
        () => listOf(client, id),
        ({ state }) => state === 'done'
      )
      expect(list).toMatchObject({ answered: 4, charged: 4, failed: 0 })
    } finally {
      await stop()
    }
  })
})

test('a row that alone is in trouble is tried three times and named', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, [IVANOV, NOBODY, SIDOROVA])
  await start(client, id)
  const { search } = app.context
  const answer: typeof search.answer = async (request, signal) => {
    if (request.query === NOBODY) throw new Refusal('SEARCH_DOWN')
    return await search.answer(request, signal)
  }
  await within({ search: { ...search, answer } }, async () => {
    const stop = runLists(app.context)
    try {
      const list = await until(
        async () => {
          await tryNow()
          return await listOf(client, id)
        },
        ({ state }) => state === 'done'
      )
      expect(list).toMatchObject({ answered: 2, charged: 2, failed: 1 })
      expect((await rowsOf(client, id))[1]).toMatchObject({
        outcome: 'failed',
        reason: 'SEARCH_DOWN',
        tries: 3
      })
    } finally {
      await stop()
    }
  })
})

test('a row is handed out once more only when it still waits, whenever its answer is written', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, [IVANOV, NOBODY])
  await start(client, id)
  const { owner } = app.database
  const [list] = await owner<{ id: number }[]>`SELECT id::float8 AS id FROM list ORDER BY id DESC LIMIT 1`
  const listId = list?.id ?? 0
  let afterRead = async () => {}
  // Between reading what waits and taking it, a row in hand is finished.
  const slow = new Proxy(owner, {
    apply: (target, self, parts) =>
      Promise.resolve(Reflect.apply(target, self, parts)).then(async rows => {
        await afterRead()
        return rows
      })
  })
  const end = new AbortController()
  const queue = createRowQueue(slow, listId, end.signal)
  expect([(await queue.next())?.n, (await queue.next())?.n]).toEqual([1, 2])
  afterRead = async () => {
    afterRead = async () => {}
    await noteSkipped(owner, listId, 1, 'STOPPED')
    queue.done(1)
  }
  const next = queue.next()
  await until(
    async () =>
      (await owner`SELECT FROM list_row WHERE list_id = ${listId} AND n = 1 AND state = 'skipped'`).length
  )
  await noteSkipped(owner, listId, 2, 'STOPPED')
  queue.done(2)
  expect(await next).toBeNull()
})

test('a row about nobody waits as long as records are prepared, and is answered then', async () => {
  const client = await registerAndLogin(app)
  const { owner } = app.database
  await makeOlder(owner)
  await raiseRule(owner)
  app.context.sources.forget()
  const { id } = await draftOf(client, [IVANOV])
  await start(client, id)
  const stop = runLists(app.context)
  try {
    for (let look = 0; look < 4; look += 1) {
      const late = await until(
        async () => (await rowsOf(client, id))[0],
        row => row?.reason === 'BEING_PREPARED'
      )
      expect(late).toMatchObject({
        outcome: 'waiting',
        tries: 0,
        reason_text: 'Записи готовятся к поиску, найтись могло не всё. Повторим позже.'
      })
      expect(await listOf(client, id)).toMatchObject({ state: 'running', retried: 1, charged: 0, failed: 0 })
      await owner`UPDATE list_row SET try_after = now(), reason = NULL WHERE try_after IS NOT NULL`
    }
    await app.context.importRuns.next()
    await until(
      async () => Object.values(await rekeysOf(owner)),
      states => states.every(state => state === 'done')
    )
    app.context.sources.forget()
    const list = await until(
      async () => {
        await tryNow()
        return await listOf(client, id)
      },
      ({ state }) => state === 'done'
    )
    expect(list).toMatchObject({ answered: 1, charged: 1, failed: 0 })
    expect((await rowsOf(client, id))[0]).toMatchObject({
      outcome: 'one',
      best: { name: 'Иванов Иван Иванович' }
    })
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1 })
  } finally {
    await stop()
  }
})
