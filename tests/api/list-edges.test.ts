import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { startList } from '#api/features/search/lists/store.ts'
import { STATEMENT_MS } from '#api/lib/time-limits.ts'
import { API_INTERVAL_MS, LIST_ROWS_MAX } from '#shared/constants.ts'
import { draftOf, listOf, rowsOf } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin, setCredits } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const PEOPLE = ['Иванов Иван Иванович', 'Сидорова Анна Павловна', 'Чудоюдов Роман Игоревич']
const heldUp = async () =>
  (
    await app.database.owner`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
  ).length
/** On the newest list. */
async function actOn({ user }: Person) {
  const [list] = await app.database.owner<{ id: number }[]>`SELECT max(id)::float8 AS id FROM list`
  return { listId: list?.id ?? 0, userId: user.id, isApi: false, ipPrefix: null }
}
const start = (client: Person, id: string, most: number) => client.post(`/api/lists/${id}/start`, { most })

describe('a start with a limit', () => {
  test('of a list of 10,000 different rows is one short statement', async () => {
    const client = await registerAndLogin(app)
    await setCredits(app, client.username, LIST_ROWS_MAX)
    const lines = Array.from({ length: LIST_ROWS_MAX }, (_, at) => `Примеров Илья ${1_000_000 + at}`)
    // What the planner knows is of a list that has ended: it expects no row that waits.
    await draftOf(client, lines)
    await app.database.owner`UPDATE list_row SET state = 'skipped', reason = 'STOPPED'`
    await app.database.owner`ANALYZE list_row`
    const { id } = await draftOf(client, lines)
    await app.database.owner.begin(async tx => {
      await tx.unsafe(`SET LOCAL statement_timeout = ${STATEMENT_MS}`)
      expect(await startList(tx, await actOn(client), { most: 3_000, only: null }, [])).toBe(true)
    })
    expect(await listOf(client, id)).toMatchObject({ left: 3_000, skips: { LEFT_OUT: 7_000 } })
  })

  test.each([2 ** 31, 1e30])('of %p rows takes them all', async most => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, PEOPLE)
    expect((await start(client, id, most)).status).toBe(200)
    expect(await listOf(client, id)).toMatchObject({ left: 3, skips: {} })
  })

  test('leaves out no row that is answered meanwhile', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, PEOPLE)
    const act = await actOn(client)
    const written = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const writing = app.database.owner.begin(async tx => {
      await tx`UPDATE list_row SET state = 'done', headline = 'none', charged = 1 WHERE list_id = ${act.listId} AND n = 3`
      written.resolve()
      await end.promise
    })
    await written.promise
    const starting = startList(app.context.sql, act, { most: 1, only: null }, [])
    await until(heldUp)
    end.resolve()
    await writing
    expect(await starting).toBe(true)
    expect((await rowsOf(client, id)).map(({ outcome }) => outcome)).toEqual(['waiting', 'skipped', 'none'])
  })
})

test('a list that is deleted and started at once is deleted, once', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, PEOPLE)
  const { listId } = await actOn(client)
  const locked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holding = app.database.owner.begin(async tx => {
    await tx`SELECT FROM list_row WHERE list_id = ${listId} AND n = 3 FOR UPDATE`
    locked.resolve()
    await end.promise
  })
  await locked.promise
  const deleting = client.delete(`/api/lists/${id}`)
  await until(heldUp, count => count === 1)
  const others = [start(client, id, 1), client.delete(`/api/lists/${id}`)]
  await until(heldUp, count => count === 3)
  end.resolve()
  await holding
  expect((await deleting).status).toBe(200)
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([409, 404])
})

test('an export has each row once, though rows change their place meanwhile', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(
    client,
    Array.from({ length: 150 }, (_, at) => `Примеров Илья ${1_000_000 + at}`)
  )
  const { listId } = await actOn(client)
  const answer = (sql: typeof app.database.owner, n: number) => sql`UPDATE list_row
    SET state = 'done', headline = 'none', best_records = '{}' WHERE list_id = ${listId} AND n = ${n}`
  await answer(app.database.owner, 1)
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const holding = app.database.owner.begin(async tx => {
    await tx`LOCK TABLE audit_event IN SHARE ROW EXCLUSIVE MODE`
    held.resolve()
    await end.promise
    await answer(tx, 150)
  })
  await held.promise
  const file = client.get(`/api/lists/${id}/export?format=json&sort=outcome`)
  await until(heldUp)
  end.resolve()
  await holding
  const numbers = (await file).body.rows.map(({ n }: { n: number }) => n)
  expect(numbers).toEqual(Array.from({ length: 150 }, (_, at) => at + 1))
})

test('the events of a list that is deleted end', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, PEOPLE)
  await start(client, id, 3)
  const events = await client.request(`/api/lists/${id}/events`)
  await client.delete(`/api/lists/${id}`)
  expect(await events.text()).toContain('"state":"running"')
})

test('a file without a name is read, and its list has a title', async () => {
  const client = await registerAndLogin(app)
  const form = new FormData()
  form.append('file', new File([`ФИО\n${PEOPLE.join('\n')}\n`], ''))
  const { status, body } = await client.post('/api/lists', form)
  expect({ status, rows: body.list?.rows }).toEqual({ status: 201, rows: 3 })
  expect(body.list.title).toStartWith('Список ')
})

test('lists that are sent slowly keep nobody else waiting', async () => {
  const { hostname, port } = new URL(app.url)
  const senders = [await registerAndLogin(app), await registerAndLogin(app), null].map(sender => {
    const socket = connect(Number(port), hostname)
    const cookies = [...(sender?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    socket.write(
      `POST /api/lists HTTP/1.1\r\nHost: ${hostname}:${port}\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookies}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"lines":['
    )
    return socket
  })
  await until(
    () => app.context.admissions.listBodies.counts(),
    ({ running }) => running === 3
  )
  const client = await registerAndLogin(app)
  expect((await client.post('/api/lists', { lines: PEOPLE })).status).toBe(201)
  for (const socket of senders) socket.destroy()
})

describe('a token', () => {
  test('in the body stands before a cookie, whosever that is', async () => {
    const client = await registerAndLogin(app)
    const program = await programOf(client, app.url)
    const foreign = { headers: { cookie: 'other_site=1' } }
    const { status, body } = await program.ask('/api/lists', { lines: PEOPLE }, foreign)
    expect({ status, isApi: body.list?.is_api }).toEqual({ status: 201, isApi: true })

    const other = await registerAndLogin(app)
    await Bun.sleep(API_INTERVAL_MS)
    const { body: draft } = await other.post('/api/lists', { token: program.token, lines: PEOPLE })
    expect(draft.list.is_api).toBe(true)
    expect((await other.get('/api/lists')).body.lists).toEqual([])
  })

  test('in the body beside another in the header is refused, as is one in the address', async () => {
    const client = await registerAndLogin(app)
    const program = await programOf(client, app.url)
    const { token } = await programOf(await registerAndLogin(app), app.url)
    const two = { headers: { authorization: `Bearer ${token}` } }
    expect((await program.ask('/api/lists', { lines: PEOPLE }, two)).body.code).toBe('TWO_TOKENS')
    for (const path of ['', '/x/rows', '/x/export?format=csv']) {
      const { body } = await client.get(`/api/lists${path}${path.includes('?') ? '&' : '?'}token=${token}`)
      expect(body.code).toBe('TOKEN_IN_ADDRESS')
    }
  })
})
