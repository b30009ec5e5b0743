import { expect, test } from 'bun:test'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

let person: Person

/** The look-up of typing errors, which comes after all others, is made to take a minute. */
const app = startedApp(async app => {
  await loadPeople(app)
  person = await registerAndLogin(app)
  await app.database.owner`ALTER TABLE vocabulary_log RENAME TO log`
  await app.database.owner`CREATE VIEW vocabulary_log AS SELECT log.* FROM log, pg_sleep(60)`
}, startOnPostgres)

/** Statements that searches have running in Postgres. */
async function running(): Promise<number> {
  const [row] = await app.database.owner<{ n: number }[]>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'sverka-search-%' AND state = 'active'`
  return row?.n ?? 0
}

async function books() {
  const [row] = await app.database.owner`SELECT requests_count AS balance,
      (SELECT count(*)::int FROM search_history h WHERE h.user_id = u.id) AS history
    FROM users u WHERE id = ${person.user.id}`
  return row
}

test('a form that takes too long costs nothing, and what stricter forms found is answered in time', async () => {
  const before = await books()
  const { status, body } = await person.post('/api/search/perform', { query: 'Иванов Иван' })
  expect(status).toBe(200)
  expect(Object.keys(body.results_by_source).sort()).toEqual([
    'kit_employers',
    'kit_losses',
    'kit_phones',
    'kit_registry'
  ])
  expect(body.failed_sources.sort()).toEqual(Object.keys(body.results_by_source).sort())
  expect(body.headline).toEqual({ code: 'partial', people: expect.any(Number) })
  expect(body).toMatchObject({ charged: 0, requests_left: before.balance })
  expect(await running()).toBe(0)
  expect((await books()).balance).toBe(before.balance)
})

test('a client that leaves stops the statement and is not charged', async () => {
  const before = await books()
  const leave = new AbortController()
  const searching = person.post('/api/search/perform', { query: 'Сидорова Анна' }, { signal: leave.signal })
  while ((await running()) === 0) await Bun.sleep(5)
  leave.abort()
  await expect(searching).rejects.toThrow()
  while ((await running()) > 0) await Bun.sleep(5)
  expect(await books()).toEqual(before)
})
