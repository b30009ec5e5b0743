import { describe, expect, test } from 'bun:test'
import { refundSearches } from '#api/features/search/housekeeping.ts'
import { type FinishedAnswer, performSearch } from '#api/features/search/service.ts'
import { startJobs } from '#api/jobs/index.ts'
import { inPortions } from '#api/jobs/portions.ts'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { ROLE_INFINITY, ROLE_USER } from '#shared/labels/roles.ts'
import { answerIn } from '#tests/kit/answer-in.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadPeople)

/** A search that is paid for and whose answer nobody gets: as when the process dies right after the commit. */
function lose(person: Person, query: string, key?: string): Promise<FinishedAnswer> {
  const { id, role, requests_count } = person.user
  const asker = { userId: id, role, requestsCount: requests_count, address: null, isApi: false }
  const caller = {
    ...{ ...asker, knowsKey: false },
    clientKey: key ?? null,
    signal: AbortSignal.timeout(10_000)
  }
  return performSearch(app.context, caller, { line: query, chosen: null })
}

/** As after a crash of Postgres: what is unlogged is empty. */
const forgetAnswers = () => app.database.owner`TRUNCATE search_answer`

/** As if everything had been a minute ago. */
async function waitAMinute(): Promise<void> {
  await app.database.owner`UPDATE search_delivery SET at = at - interval '1 minute'`
  await app.database.owner`UPDATE search_answer SET at = at - interval '1 minute'`
}

async function perform(person: Person, query: string, key?: string) {
  const headers: HeadersInit = key === undefined ? {} : { 'Idempotency-Key': key }
  const { status, body } = await person.post('/api/search/perform', { query }, { headers })
  return { status, ...(body as SearchAnswer) }
}

interface Books {
  balance: number
  ledger: number
  charges: number
  refunds: number
  history: number
  deliveries: number
}

/** The books when everything that was handed over is confirmed. */
async function booksOf({ user }: Person): Promise<Books> {
  await app.context.deliveries.flush()
  const [books] = await app.database.owner<Books[]>`SELECT requests_count AS balance,
      (SELECT coalesce(sum(delta), 0)::int FROM credit_ledger l WHERE l.user_id = u.id) AS ledger,
      (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = u.id AND kind = 'search') AS charges,
      (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = u.id AND kind = 'refund') AS refunds,
      (SELECT count(*)::int FROM search_history h WHERE h.user_id = u.id) AS history,
      (SELECT count(*)::int FROM search_delivery d WHERE d.user_id = u.id) AS deliveries
    FROM users u WHERE u.id = ${user.id}`
  if (!books) throw new Error('no such user')
  return books
}

const refund = () => inPortions(most => refundSearches(app.context, most))
const PAID_ONCE = { balance: 4, ledger: 4, charges: 1, refunds: 0, history: 1, deliveries: 0 }

describe('a delivery', () => {
  test('is gone when the answer was handed over, and never refunded', async () => {
    const person = await registerAndLogin(app)
    expect((await perform(person, 'Иванов Иван Иванович')).charged).toBe(1)
    expect(await booksOf(person)).toEqual(PAID_ONCE)
    await waitAMinute()
    await refund()
    expect(await booksOf(person)).toEqual(PAID_ONCE)
  })

  test('is not made for what costs nothing', async () => {
    const person = await signedInAs(app, ROLE_INFINITY)
    expect((await lose(person, 'Иванов Иван')).delivery).toBeNull()
    expect(await booksOf(person)).toMatchObject({ charges: 0, history: 1, deliveries: 0 })
  })

  test('stays while the answer may still be on its way', async () => {
    const person = await registerAndLogin(app)
    await lose(person, 'Иванов Иван')
    await refund()
    expect(await booksOf(person)).toEqual({ ...PAID_ONCE, deliveries: 1 })
    await waitAMinute()
    await lose(person, 'Петров Пётр')
    expect(await refund()).toBe(1)
    expect(await booksOf(person)).toMatchObject({ balance: 4, refunds: 1, deliveries: 1 })
    await waitAMinute()
    expect(await refund()).toBe(1)
  })

  test('is confirmed at a graceful stop, also when that has to wait', async () => {
    const stop = startJobs(app.context)
    const person = await registerAndLogin(app)
    const { delivery } = await lose(person, 'Иванов Иван')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
    const lock = app.database.owner.begin(async tx => {
      await tx`SELECT FROM search_delivery WHERE history_id = ${delivery}::int8 FOR UPDATE`
      onLocked()
      await released
    })
    await locked
    const request = new Request(app.url)
    app.context.deliveries.awaitHandOver(request, delivery ?? '')
    app.context.deliveries.handedOver(request)
    await perform(person, 'Петров Пётр')
    setTimeout(release, 200)
    await stop()
    const [left] = await app.database.owner`SELECT count(*)::int AS rows FROM search_delivery`
    await lock
    expect(left.rows).toBe(0)
  })
})

describe('refunds', () => {
  test('give each charge back once, however many processes refund', async () => {
    const [one, two] = await Promise.all([registerAndLogin(app), registerAndLogin(app)])
    await Promise.all([lose(one, 'Иванов Иван'), lose(one, 'Петров Пётр'), lose(two, 'Иванов Иван', 'key')])
    await waitAMinute()
    const refunded = await Promise.all(Array.from({ length: 20 }, refund))
    expect(refunded.reduce((sum, count) => sum + count)).toBe(3)
    expect(await refund()).toBe(0)
    const back = { balance: 5, ledger: 5, deliveries: 0 }
    expect(await booksOf(one)).toEqual({ ...back, charges: 2, refunds: 2, history: 2 })
    expect(await booksOf(two)).toEqual({ ...back, charges: 1, refunds: 1, history: 1 })
    const audits = await app.database.owner`SELECT actor_kind, via, detail->'refunded' AS refunded
      FROM audit_event WHERE action = 'search_refund' AND actor_id = ${two.user.id}`
    expect(audits.map((audit: object) => ({ ...audit }))).toEqual([
      { actor_kind: 'system', via: 'job', refunded: 1 }
    ])
  })

  test('gives back in portions what a long outage has left', async () => {
    const people = await Promise.all([1, 2, 3].map(() => signedInAs(app, ROLE_USER, 0)))
    for (const { user } of people)
      await app.database.owner`WITH asked AS (
          INSERT INTO search_history (user_id, query, is_api, results_count)
          SELECT ${user.id}, 'Примеров', false, 0 FROM generate_series(1, 400) RETURNING id
        ), booked AS (
          INSERT INTO credit_ledger (user_id, delta, kind, ref)
          SELECT ${user.id}, d, CASE d WHEN 1 THEN 'grant' ELSE 'search' END, CASE d WHEN 1 THEN 'outage ' || id ELSE id::text END
          FROM asked, (VALUES (1), (-1)) AS both_ways(d)
        )
        INSERT INTO search_delivery (history_id, user_id, query_key, charged, at)
        SELECT id, ${user.id}, ${Buffer.from('lost')}, 1, now() - interval '1 minute' FROM asked`
    const [portion] = await app.database.app`SELECT settle_searches(interval '35 seconds', 500) AS given`
    expect(portion.given).toBe(500)
    expect(await refund()).toBe(700)
    for (const person of people)
      expect(await booksOf(person)).toMatchObject({ balance: 400, ledger: 400, refunds: 400, deliveries: 0 })
  })

  test('makes the next try a new paid search, with the same key and with one that was to be free', async () => {
    const person = await registerAndLogin(app)
    await lose(person, 'Иванов Иван', 'key')
    await lose(person, 'Иванов Иван', 'another')
    await waitAMinute()
    expect(await refund()).toBe(1)
    expect((await perform(person, 'Иванов Иван', 'another')).charged).toBe(1)
    expect((await perform(person, 'Петров Пётр', 'key')).charged).toBe(1)
    expect(await booksOf(person)).toMatchObject({ balance: 3, ledger: 3, charges: 3, refunds: 1 })
  })

  test('leaves a user whose row somebody holds to a later round, and nobody else', async () => {
    const [held, other] = await Promise.all([registerAndLogin(app), registerAndLogin(app)])
    await Promise.all([lose(held, 'Иванов Иван'), lose(other, 'Иванов Иван')])
    await waitAMinute()
    await app.database.owner.begin(async tx => {
      await tx`SELECT FROM users WHERE id = ${held.user.id} FOR UPDATE`
      expect(await refund()).toBe(1)
    })
    expect(await booksOf(other)).toMatchObject({ balance: 5, deliveries: 0 })
    expect(await refund()).toBe(1)
  })

  test('forgets what is owed to an account that is gone', async () => {
    const person = await registerAndLogin(app)
    await lose(person, 'Иванов Иван')
    await app.database.owner`DELETE FROM users WHERE id = ${person.user.id}`
    await waitAMinute()
    expect(await refund()).toBe(1)
    const [left] = await app.database.owner`SELECT count(*)::int AS rows,
        (SELECT count(*)::int FROM credit_ledger WHERE user_id = ${person.user.id} AND kind = 'refund') AS refunds
      FROM search_delivery WHERE user_id = ${person.user.id}`
    expect({ ...left }).toEqual({ rows: 0, refunds: 0 })
  })

  test('either refunds or leaves the charge to a retry that comes at the same moment', async () => {
    const queries = Array.from({ length: 15 }, (_, n) => `Петров ${1950 + n}`)
    const people = await Promise.all(
      Array.from({ length: 4 }, () => signedInAs(app, ROLE_USER, queries.length * 2))
    )
    const lost: (Awaited<ReturnType<typeof lose>> & { person: Person; query: string; key?: string })[] = []
    for (const [at, query] of queries.entries()) {
      const key = at % 2 === 0 ? `key-${at}` : undefined
      const each = people.map(async person => ({ person, query, key, ...(await lose(person, query, key)) }))
      lost.push(...(await Promise.all(each)))
    }
    await forgetAnswers()
    const [{ lostAt }] = await app.database.owner`SELECT max(at)::text AS "lostAt" FROM search_delivery`
    // The retries come from the front and what is too old from the back: in the middle they meet.
    const left = [...lost]
    const retries = Array.from({ length: 4 }, async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        expect((await perform(next.person, next.query, next.key)).status).toBe(200)
      }
    })
    let refunded = 0
    for (const { delivery, person } of lost.toReversed()) {
      await app.database.owner.begin(async tx => {
        // A retry must not meet the row locked: it would take it for one that is being confirmed.
        await tx`SELECT FROM users WHERE id = ${person.user.id} FOR UPDATE`
        // What a retry has made wait anew stays young.
        await tx`UPDATE search_delivery SET at = at - interval '1 minute'
          WHERE history_id = ${delivery}::int8 AND at <= ${lostAt}::timestamptz`
      })
      const counts = await Promise.all([refund(), refund()])
      refunded += counts[0] + counts[1]
    }
    await Promise.all(retries)
    // Otherwise they did not meet.
    expect(refunded).toBeGreaterThan(0)
    expect(refunded).toBeLessThan(lost.length)
    const books = await Promise.all(people.map(booksOf))
    for (const each of books) {
      expect(each).toMatchObject({ balance: queries.length, ledger: queries.length, deliveries: 0 })
      expect(each.charges - each.refunds).toBe(queries.length)
    }
    expect(books.reduce((sum, each) => sum + each.refunds, 0)).toBe(refunded)
  })
})

describe('a retry after a crash', () => {
  test('gets the stored answer for the charge, and confirms it', async () => {
    const person = await registerAndLogin(app)
    const lost = await lose(person, 'Иванов Иван')
    const answer = await perform(person, 'Иванов Иван')
    expect(answer.charged).toBe(0)
    expect(answer.results_by_source).toEqual(answerIn(lost).results_by_source)
    expect(await booksOf(person)).toEqual(PAID_ONCE)
  })

  test('is not charged again when Postgres forgot the answer, not even with the last credit gone', async () => {
    const person = await signedInAs(app, ROLE_USER, 1)
    await lose(person, 'Иванов Иван')
    await forgetAnswers()
    const answers = [await perform(person, 'Иванов Иван'), await perform(person, 'Иванов Иван')]
    expect(answers.map(({ status, charged }) => [status, charged])).toEqual([
      [200, 0],
      [200, 0]
    ])
    expect(answers[0]?.results_count).toBeGreaterThan(0)
    expect(await booksOf(person)).toEqual({ ...PAID_ONCE, balance: 0, ledger: 0 })
    expect((await perform(person, 'Петров Пётр')).status).toBe(402)
  })

  test('is answered for the one charge however often it comes at once', async () => {
    const person = await registerAndLogin(app)
    await lose(person, 'Иванов Иван')
    await forgetAnswers()
    const answers = await Promise.all(Array.from({ length: 20 }, () => perform(person, 'Иванов Иван')))
    expect(answers.every(({ status, charged }) => status === 200 && charged === 0)).toBe(true)
    expect(await booksOf(person)).toEqual(PAID_ONCE)
  })

  test('with its key says what the key cost, and confirms the charge', async () => {
    const person = await registerAndLogin(app)
    await lose(person, 'Иванов Иван', 'key')
    await forgetAnswers()
    expect((await perform(person, 'Иванов Иван', 'key')).charged).toBe(1)
    expect(await booksOf(person)).toEqual(PAID_ONCE)
    await waitAMinute()
    await refund()
    expect((await perform(person, 'Иванов Иван', 'key')).charged).toBe(1)
    expect(await booksOf(person)).toEqual(PAID_ONCE)
  })

  test('starts the wait anew, so that nothing is refunded while its answer leaves', async () => {
    const person = await registerAndLogin(app)
    await lose(person, 'Иванов Иван')
    await waitAMinute()
    const again = await lose(person, 'Иванов Иван')
    expect(answerIn(again).charged).toBe(0)
    expect(await refund()).toBe(0)
    expect(await booksOf(person)).toEqual({ ...PAID_ONCE, deliveries: 1 })
  })
})
