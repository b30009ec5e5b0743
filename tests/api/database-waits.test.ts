import { afterEach, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { APP_LIMITS } from '#api/db/connect.ts'
import { limitedPool } from '#api/db/limited-pool.ts'
import { type ServerWatch, watchServer } from '#api/db/server-watch.ts'
import { createChargeQueue } from '#api/features/search/charge-queue.ts'
import { createAccountTurns } from '#api/features/sessions/account-turns.ts'
import { DatabaseBusyError, DatabaseSilentError, databaseRefusal } from '#api/lib/database-down.ts'
import {
  ACCOUNT_STALL_MS,
  ACCOUNT_WAIT_MS,
  APP_ANSWER_TICKS,
  CHARGED_WITHIN_MS,
  LOCK_WAIT_MS,
  REPLACE_TICKS,
  TICK_MS
} from '#api/lib/time-limits.ts'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { chargeOf } from '#tests/kit/charge.ts'
import { testCluster } from '#tests/kit/cluster.ts'
import { balanceOf, type Person, signedInAs } from '#tests/kit/people.ts'
import { openNetwork } from '#tests/kit/slow-network.ts'
import { freePort, startApp } from '#tests/kit/start-app.ts'
import { startedApp } from '#tests/kit/started-app.ts'

/** Connections that wait for held rows at a time. */
const HELD_AT_ONCE = 3

const watches: ServerWatch[] = []
const app = startedApp(undefined, () => startApp({}, undefined, undefined, APP_LIMITS))
afterEach(async () => {
  for (const watch of watches.splice(0)) await watch.close()
})

const openClient = (max: number) => new SQL({ ...app.database.app.options, max } as SQL.Options)

/** A pool as that of the application, with its watch. */
function openPool(max: number): SQL {
  const watch = watchServer(() => openClient(1), false)
  watches.push(watch)
  return watch.pool(() => openClient(max), { answer: APP_ANSWER_TICKS, replace: REPLACE_TICKS })
}

/** A pool whose watch looks when it is told to. */
function pacedPool(limits: { answer: number; replace: number }) {
  let now = 0
  const pool = limitedPool(
    () => openClient(3),
    limits,
    () => now
  )
  return { ...pool, lookOn: () => pool.look(++now) }
}

test('a transaction of many short statements ends nobody else, however long it takes', async () => {
  const pool = pacedPool({ answer: 100, replace: 5 })
  const running = pool.sql.begin(async tx => {
    for (let step = 0; step < 20; step += 1) {
      await tx`SELECT ${step}::int`
      expect(pool.lookOn()).toBeLessThan(2)
    }
    return 'done'
  })
  expect(await running).toBe('done')
  await pool.sql.close()
})

test('a transaction between two statements is no sign of a dead connection', async () => {
  const pool = pacedPool({ answer: 100, replace: 5 })
  const running = pool.sql.begin(async tx => {
    await tx`SELECT 1`
    for (let look = 0; look < 10; look += 1) expect(pool.lookOn()).toBe(0)
    return (await tx<{ one: number }[]>`SELECT 1 AS one`)[0]?.one
  })
  expect(await running).toBe(1)
  await pool.sql.close()
})

test('a statement of a transaction that takes too long has its connection replaced', async () => {
  const pool = pacedPool({ answer: 2, replace: 5 })
  const hanging = pool.sql.begin(tx => tx`SELECT pg_sleep(4)`)
  const failure = hanging.catch(error => error)
  await Bun.sleep(200)
  for (let look = 0; look < 6; look += 1) pool.lookOn()
  expect(await failure).toBeInstanceOf(DatabaseSilentError)
  expect([...(await pool.sql`SELECT 1 AS one`)]).toEqual([{ one: 1 }])
  await pool.sql.close()
})

test('a transaction that was given up is never committed, and begins no more statements', async () => {
  const { owner } = app.database
  await owner`CREATE TABLE given_up (said text)`
  await owner`GRANT ALL ON given_up TO PUBLIC`
  const pool = pacedPool({ answer: 2, replace: 100 })
  const begun: string[] = []
  const works = ['at its last statement', 'before another'].map(what =>
    pool.sql.begin(async tx => {
      await tx`INSERT INTO given_up VALUES (${what})`
      await tx`SELECT pg_sleep(0.5)`
      if (what === 'before another') await tx`INSERT INTO given_up VALUES ('another')`
      begun.push(what)
    })
  )
  const failures = Promise.all(works.map(work => work.catch(error => error)))
  await Bun.sleep(200)
  for (let look = 0; look < 3; look += 1) pool.lookOn()
  for (const failure of await failures) expect(failure).toBeInstanceOf(DatabaseSilentError)
  await Bun.sleep(700)
  expect(begun).toEqual(['at its last statement'])
  expect([...(await owner`SELECT said FROM given_up`)]).toEqual([])
  await pool.sql.close()
})

test('a server whose connections take a second is not silent', async () => {
  const port = freePort()
  const { connection } = await testCluster()
  const network = await openNetwork(port, connection.path, 1_000)
  const { path: _, ...login } = connection
  const open = () => new SQL({ ...login, hostname: '127.0.0.1', port, max: 1 } as SQL.Options)
  const watch = watchServer(open, false)
  const sql = watch.pool(open, { answer: APP_ANSWER_TICKS, replace: REPLACE_TICKS })
  try {
    expect([...(await sql`SELECT 1 AS one`)]).toEqual([{ one: 1 }])
    network.fallSilent()
    await expect(sql`SELECT 1`.then()).rejects.toThrow(DatabaseSilentError)
    network.goOn()
    // As many looks as it takes to connect once, and to be asked once more before.
    await Bun.sleep(3_500)
    expect([...(await sql`SELECT 1 AS one`)]).toEqual([{ one: 1 }])
  } finally {
    await watch.close()
    network.close()
  }
})

test('a server that ended the connection which asks it, and takes a second for another, is not silent', async () => {
  const port = freePort()
  const { connection, admin } = await testCluster()
  const network = await openNetwork(port, connection.path, 1_000)
  const { path: _, ...login } = connection
  const open = (onclose?: () => void) =>
    new SQL({
      ...login,
      hostname: '127.0.0.1',
      port,
      max: 1,
      onclose,
      connection: { application_name: onclose ? 'asks' : 'works' }
    } as SQL.Options)
  const watch = watchServer(open, false)
  const sql = watch.pool(() => open(), { answer: APP_ANSWER_TICKS, replace: REPLACE_TICKS })
  try {
    await sql`SELECT 1`
    await Bun.sleep(500)
    const ended =
      await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'asks'`
    expect(ended).toHaveLength(1)
    await Bun.sleep(300)
    expect(await sql`SELECT pg_sleep(1.3)`).toHaveLength(1)
  } finally {
    await watch.close()
    network.close()
  }
})

async function booksOf({ username }: Person) {
  const [books] = await app.database.owner`SELECT
      (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = u.id AND kind <> 'grant') AS booked,
      (SELECT count(*)::int FROM search_history h WHERE h.user_id = u.id) AS history,
      (SELECT count(*)::int FROM search_delivery d WHERE d.user_id = u.id) AS deliveries
    FROM users u WHERE username = ${username}`
  return { ...books, ...(await balanceOf(app, username)) }
}

async function idOf({ username }: Person): Promise<number> {
  const [row] = await app.database.owner`SELECT id FROM users WHERE username = ${username}`
  return row.id
}

async function whileHeld<T>(userId: number, work: () => Promise<T>): Promise<T> {
  return await app.database.owner.begin(async tx => {
    await tx`SELECT FROM users WHERE id = ${userId} FOR UPDATE`
    return await work()
  })
}

test('a row that is held for longer than the pool waits is charged when it is let go', async () => {
  const person = await signedInAs(app, ROLE_USER, 100)
  const userId = await idOf(person)
  const charges = createChargeQueue(openPool(12))
  const until = performance.now() + CHARGED_WITHIN_MS
  const charged = await whileHeld(userId, async () => {
    const waiting = charges.charge(chargeOf(userId), until)
    await Bun.sleep(APP_ANSWER_TICKS * TICK_MS + LOCK_WAIT_MS)
    return { waiting }
  })
  expect(await charged.waiting).toMatchObject({ outcome: 'done', charged: 1, requestsLeft: 99 })
})

test('rows that are held to the end cost nobody anything, and no more connections than are set aside', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => signedInAs(app, ROLE_USER, 100)))
  const ids = await Promise.all(people.map(idOf))
  const sql = openPool(4)
  const charges = createChargeQueue(sql)
  const before = await Promise.all(people.map(booksOf))
  await app.database.owner.begin(async tx => {
    await tx`SELECT FROM users WHERE id = ANY (${`{${ids.join(',')}}`}::int4[]) FOR UPDATE`
    const until = performance.now() + CHARGED_WITHIN_MS
    const failures = Promise.all(
      ids.map(id => charges.charge(chargeOf(id), until).catch(({ errno }) => errno))
    )
    let isOver = false
    void failures.then(() => {
      isOver = true
    })
    let held = 0
    while (!isOver) {
      await sql`SELECT 1`
      const [row] = await app.database.owner`SELECT count(*)::int AS held FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`
      held = Math.max(held, row.held)
      await Bun.sleep(100)
    }
    expect(held).toBe(HELD_AT_ONCE)
    expect(await failures).toEqual(ids.map(() => '55P03'))
  })
  // Before anything is refunded: nothing that was given up charges once the row is free.
  await Bun.sleep(1_000)
  expect(await Promise.all(people.map(booksOf))).toEqual(before)
})

test('a busy account is refused as its own load, and no outage is told', async () => {
  const person = await signedInAs(app, ROLE_ADMIN)
  const userId = await idOf(person)
  const gate = Promise.withResolvers<void>()
  const first = app.context.accountTurns.take(userId, () => gate.promise)
  const noted: string[] = []
  const { outages } = app.context
  app.context.outages = { ...outages, note: event => void noted.push(event) }
  const { status, body, headers } = await person.put('/api/profile/settings', { telegram_chat_id: '12345' })
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'OVERLOADED', '1'])
  expect(noted).toEqual([])
  gate.resolve()
  await first
  app.context.outages = outages
})

test('a call waits behind others of its account as long as they get done', async () => {
  const turns = createAccountTurns()
  const each = ACCOUNT_STALL_MS / 3
  const calls = Array.from({ length: 8 }, () => turns.take(1, () => Bun.sleep(each)))
  expect(await Promise.all(calls)).toHaveLength(8)
})

test('a call waits no longer than its line behind others that go on and on', async () => {
  const turns = createAccountTurns()
  const each = ACCOUNT_STALL_MS / 2
  const calls = Array.from({ length: ACCOUNT_WAIT_MS / each + 4 }, () => turns.take(1, () => Bun.sleep(each)))
  const outcomes = await Promise.allSettled(calls)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const { reason } of refused as PromiseRejectedResult[]) expect(reason.code).toBe('OVERLOADED')
})

test('whoever waits while others are answered is told of a busy database, and of no outage', async () => {
  const pool = pacedPool({ answer: 3, replace: 100 })
  const waiting = pool.sql`SELECT pg_sleep(1)`.catch((error: unknown) => error)
  for (let look = 0; look < 4; look += 1) {
    await pool.sql`SELECT 1`
    pool.lookOn()
  }
  const failure = await waiting
  expect(failure).toBeInstanceOf(DatabaseBusyError)
  expect(databaseRefusal(failure)?.code).toBe('OVERLOADED')
  expect(databaseRefusal(new DatabaseSilentError())?.code).toBe('DATABASE_DOWN')
  await pool.sql.close()
})
