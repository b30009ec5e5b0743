import { afterEach, beforeEach, expect, test } from 'bun:test'
import { keepPastDays } from '#api/features/statistics/days.ts'
import type { DayOfStatistics } from '#shared/contracts/statistics.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { startAdministered } from '#tests/kit/administered-app.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const DAYS = '/api/auth/admin/statistics/days'
const DAY_MS = 86_400_000
const MOSCOW_MS = 3 * 3_600_000

let app: TestApp
let admin: Person
beforeEach(async () => {
  ;({ app, admin } = await startAdministered())
})
afterEach(() => app.stop())

/** A day of Moscow, so many before today. */
const dayAgo = (ago: number) => new Date(Date.now() + MOSCOW_MS - ago * DAY_MS).toISOString().slice(0, 10)
const read = async (days: string): Promise<DayOfStatistics[]> =>
  (await admin.get(`${DAYS}?days=${days}`)).body.days
const at = async (days: string, ago: number) => (await read(days)).find(({ day }) => day === dayAgo(ago))
const NOTHING = { found: 0, nothing: 0, partial: 0, bought: 0, spent: 0 }

/** Searches of a day as a charge writes them: result count, whether complete, how many. */
async function searched(ago: number, results: number, complete: boolean, count: number): Promise<void> {
  await app.database
    .owner`INSERT INTO audit_event (at, actor_kind, actor_id, via, action, result_count, detail)
    SELECT (${dayAgo(ago)}::date + interval '12 hours') AT TIME ZONE 'Europe/Moscow', 'user', 1, 'ui', 'search', ${results},
      jsonb_build_object('complete', ${complete}::boolean) FROM generate_series(1, ${count})`
}
async function moved(ago: number, kind: string, delta: number): Promise<void> {
  await app.database.owner`INSERT INTO credit_ledger (at, user_id, delta, kind, ref) VALUES
    ((${dayAgo(ago)}::date + interval '12 hours') AT TIME ZONE 'Europe/Moscow', 999, ${delta}, ${kind}, ${Bun.randomUUIDv7()})`
}

test('every day up to today is told, with what was found, bought and spent', async () => {
  await loadPeople(app)
  const person = await signedInAs(app, ROLE_USER, 5)
  await person.post('/api/search/perform', { query: 'Сидорова Анна' })
  await person.post('/api/search/perform', { query: 'Неведомский Порфирий' })
  await searched(3, 4, true, 3)
  await searched(3, 0, true, 2)
  await searched(3, 4, false, 1)
  for (const [kind, delta] of [
    ['payment', 1_000],
    ['manual', 200],
    ['search', -1],
    ['search', -1],
    ['refund', 1],
    ['admin', 50],
    ['signup', 5],
    ['grant', 9]
  ] as const)
    await moved(3, kind, delta)
  const days = await read('7')
  expect(days.map(({ day }) => day)).toEqual([6, 5, 4, 3, 2, 1, 0].map(dayAgo))
  expect(days.at(-1)).toEqual({ day: dayAgo(0), ...NOTHING, found: 1, nothing: 1, spent: 2 })
  expect(days.at(-4)).toEqual({ day: dayAgo(3), found: 3, nothing: 2, partial: 1, bought: 1_200, spent: 1 })
  expect(days.at(-2)).toEqual({ day: dayAgo(1), ...NOTHING })
  for (const period of ['30', '90']) expect(await read(period)).toHaveLength(Number(period))
  expect((await read('90')).slice(-7)).toEqual(days)
})

test('days that are over are kept once, and told as they were', async () => {
  await searched(2, 1, true, 5)
  await moved(2, 'payment', 300)
  const before = await read('90')
  await Promise.all([keepPastDays(app.context), keepPastDays(app.context)])
  expect(await read('90')).toEqual(before)
  while ((await keepPastDays(app.context)) > 0);
  const [row] = await app.database.owner`SELECT count(*)::int AS n FROM day_figure`
  expect([89, 90]).toContain(row.n)
  expect(await read('90')).toEqual(before)
  await app.database.owner`UPDATE day_figure SET found = 17 WHERE day = ${dayAgo(2)}`
  expect(await at('7', 2)).toMatchObject({ found: 17, bought: 300 })
  expect(await at('7', 0)).toEqual({ day: dayAgo(0), ...NOTHING })
})

test('a day that was missed is kept by the next round, and one is not counted before it is over', async () => {
  while ((await keepPastDays(app.context)) > 0);
  await app.database.owner`DELETE FROM day_figure WHERE day >= ${dayAgo(4)}`
  await searched(3, 1, true, 2)
  expect(await at('7', 3)).toMatchObject({ found: 2 })
  await keepPastDays(app.context)
  const rows: { day: string; found: number }[] = await app.database
    .owner`SELECT day::text, found::int AS found FROM day_figure WHERE day >= ${dayAgo(4)} ORDER BY day`
  expect(rows.find(({ day }) => day === dayAgo(3))?.found).toBe(2)
  expect(rows.map(({ day }) => day)).not.toContain(dayAgo(0))
})

test.each(['1', '8', '91', '-7', 'x', ''])('refuses ?days=%s', async days => {
  const { status, body } = await admin.get(`${DAYS}?days=${days}`)
  expect([status, body.code]).toEqual([400, 'BAD_INPUT'])
})
