import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SQL } from 'bun'
import type { Database } from '#api/db/connect.ts'
import { createLanes } from '#api/engines/postgres/connections.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

const LANES = 8

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

const lanesWith = (owner: SQL) => createLanes(database.lane, owner, 60_000)
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
    const lanes = lanesWith(database.owner)
    const leave = new AbortController()
    const search = lanes.run(leave.signal, sql => sql`SELECT count(*) FROM generate_series(1, 1000000000)`)
    await untilRunning(1)
    leave.abort(left)
    await expect(search).rejects.toBe(left)
    expect(await running()).toBe(0)
  })

  test('stops also the statement that begins after the cancel has looked', async () => {
    const lanes = lanesWith(database.owner)
    const leave = new AbortController()
    const search = lanes.run(leave.signal, async sql => {
      await sql`SELECT 1`
      leave.abort(left)
      await Bun.sleep(100)
      await sql`SELECT pg_sleep(60)`
    })
    await expect(search).rejects.toBe(left)
    expect(await running()).toBe(0)
  })

  test('never stops the next search on its lane, however late the cancel comes', async () => {
    const slow = new SQL({ ...database.owner.options, max: 1 } as SQL.Options)
    const lanes = lanesWith(slow)
    await lanes.run(never(), sql => sql`SELECT 1`)
    const cancelWaits = slow`SELECT pg_sleep(0.3)`.execute()
    const leave = new AbortController()
    const first = lanes.run(leave.signal, async sql => {
      await sql`SELECT 1`
      leave.abort(left)
      return 'done'
    })
    expect(await first).toBe('done')
    const next = lanes.run(never(), sql => sql`SELECT 2 AS two FROM pg_sleep(0.6)`)
    expect([...(await next)]).toEqual([{ two: 2 }])
    await cancelWaits
    await slow.close()
  })
})

test('a search whose time is over is stopped in Postgres, also between two statements', async () => {
  const lanes = createLanes(database.lane, database.owner, 50)
  const search = lanes.run(never(), async sql => {
    await sql`SELECT 1`
    await Bun.sleep(100)
    await sql.unsafe('SET statement_timeout = 0').simple()
    await sql`SELECT pg_sleep(60)`
  })
  await expect(search).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(await running()).toBe(0)
})

describe('when all lanes are busy', () => {
  test('a search that waits for one leaves at its deadline, and the others go on', async () => {
    const lanes = lanesWith(database.owner)
    const leave = new AbortController()
    const busy = Array.from({ length: LANES }, () =>
      lanes.run(leave.signal, sql => sql`SELECT pg_sleep(60)`).catch((error: unknown) => error)
    )
    await untilRunning(LANES)
    let asked = false
    const waiting = lanes.run(AbortSignal.timeout(50), async () => {
      asked = true
    })
    const patient = lanes.run(never(), sql => sql`SELECT 3 AS three`)
    await expect(waiting).rejects.toThrow('timed out')
    expect(asked).toBe(false)
    expect(await running()).toBe(LANES)
    leave.abort(left)
    expect([...(await patient)]).toEqual([{ three: 3 }])
    expect(await Promise.all(busy)).toEqual(Array(LANES).fill(left))
    expect(await running()).toBe(0)
  })

  test('each that waits gets one, also when many give up at the same moment', async () => {
    const lanes = lanesWith(database.owner)
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const signal = n % 2 === 0 ? never() : AbortSignal.timeout(n % 40)
        return lanes
          .run(signal, sql => sql`SELECT ${n}::int AS n`)
          .then(
            rows => rows[0].n === n,
            error => n % 2 === 1 && signal.reason === error
          )
      })
    )
    expect(outcomes).toEqual(Array(200).fill(true))
  })
})
