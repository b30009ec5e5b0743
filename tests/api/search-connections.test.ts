import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { Database } from '#api/db/connect.ts'
import { createSearchConnections } from '#api/db/search-connections.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

const COUNT = 8
const LONG_MS = 60_000

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const connectionsWith = (sql: SQL) =>
  createSearchConnections(database.openConnection, sql, { count: COUNT, statementTimeoutMs: LONG_MS })
const never = () => new AbortController().signal
const left = new Error('left')

/** Statements that searches have running in Postgres. */
async function running(): Promise<number> {
  const [row] = await database.owner<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'sverka-search-%' AND state = 'active'`
  return row?.n ?? 0
}

async function untilRunning(count: number): Promise<void> {
  while ((await running()) !== count) await Bun.sleep(5)
}

describe('a search that is given up', () => {
  test('stops a heavy statement in Postgres', async () => {
    const connections = connectionsWith(database.app)
    const leave = new AbortController()
    const search = connections.run(
      leave.signal,
      LONG_MS,
      sql => sql`SELECT count(*) FROM generate_series(1, 1000000000)`
    )
    await untilRunning(1)
    leave.abort(left)
    await expect(search).rejects.toBe(left)
    expect(await running()).toBe(0)
  })

  test('stops also the statement that begins after the cancel has looked', async () => {
    const connections = connectionsWith(database.app)
    const leave = new AbortController()
    const search = connections.run(leave.signal, LONG_MS, async sql => {
      await sql`SELECT 1`
      leave.abort(left)
      await Bun.sleep(100)
      await sql`SELECT pg_sleep(60)`
    })
    await expect(search).rejects.toBe(left)
    expect(await running()).toBe(0)
  })

  test('never stops the next search on its connection, however late the cancel comes', async () => {
    const slow = new SQL({ ...database.app.options, max: 1 } as SQL.Options)
    const connections = connectionsWith(slow)
    await connections.run(never(), LONG_MS, sql => sql`SELECT 1`)
    const cancelWaits = slow`SELECT pg_sleep(0.3)`.execute()
    const leave = new AbortController()
    const first = connections.run(leave.signal, LONG_MS, async sql => {
      await sql`SELECT 1`
      leave.abort(left)
      return 'done'
    })
    expect(await first).toBe('done')
    const next = connections.run(never(), LONG_MS, sql => sql`SELECT 2 AS two FROM pg_sleep(0.6)`)
    expect([...(await next)]).toEqual([{ two: 2 }])
    await cancelWaits
    await slow.close()
  })
})

test('a search whose time is over is stopped in Postgres, also between two statements', async () => {
  const connections = connectionsWith(database.app)
  const search = connections.run(never(), 50, async sql => {
    await sql`SELECT 1`
    await Bun.sleep(100)
    await sql.unsafe('SET statement_timeout = 0').simple()
    await sql`SELECT pg_sleep(60)`
  })
  await expect(search).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(await running()).toBe(0)
})

describe('when all connections are busy', () => {
  test('a search that waits for one leaves at its deadline, and the others go on', async () => {
    const connections = connectionsWith(database.app)
    const leave = new AbortController()
    const busy = Array.from({ length: COUNT }, () =>
      connections.run(leave.signal, LONG_MS, sql => sql`SELECT pg_sleep(60)`).catch((error: unknown) => error)
    )
    await untilRunning(COUNT)
    let isAsked = false
    const waiting = connections.run(AbortSignal.timeout(50), LONG_MS, async () => {
      isAsked = true
    })
    const patient = connections.run(never(), LONG_MS, sql => sql`SELECT 3 AS three`)
    await expect(waiting).rejects.toThrow('timed out')
    expect(isAsked).toBe(false)
    expect(await running()).toBe(COUNT)
    leave.abort(left)
    expect([...(await patient)]).toEqual([{ three: 3 }])
    expect(await Promise.all(busy)).toEqual(Array(COUNT).fill(left))
    expect(await running()).toBe(0)
  })

  test('each that waits gets one, also when many give up at the same moment', async () => {
    const connections = connectionsWith(database.app)
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const signal = n % 2 === 0 ? never() : AbortSignal.timeout(n % 40)
        return connections
          .run(signal, LONG_MS, sql => sql`SELECT ${n}::int AS n`)
          .then(
            rows => rows[0].n === n,
            error => n % 2 === 1 && signal.reason === error
          )
      })
    )
    expect(outcomes).toEqual(Array(200).fill(true))
  })
})
