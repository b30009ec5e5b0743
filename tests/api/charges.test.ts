import { expect, test } from 'bun:test'
import { createChargeQueue } from '#api/features/search/charge-queue.ts'
import { findEarlier } from '#api/features/search/earlier-store.ts'
import { forgetAnswers, forgetClientKeys, refundSearches } from '#api/features/search/housekeeping.ts'
import type { Charge } from '#api/features/search/store.ts'
import { inPortions } from '#api/jobs/portions.ts'
import { ROLE_INFINITY, ROLE_USER, type Role } from '#shared/labels/roles.ts'
import { chargeOf } from '#tests/kit/charge.ts'
import { uniqueName } from '#tests/kit/names.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp()

/** An account without a sign-in, whose balance and ledger agree. */
async function accountWith(credits: number, role: Role = ROLE_USER): Promise<number> {
  const name = uniqueName()
  const { owner } = app.database
  const [account] = await owner<
    { id: number }[]
  >`INSERT INTO users (username, username_key, password_hash, role)
    VALUES (${name}, ${name.toLowerCase()}, 'x', ${role}) RETURNING id`
  if (!account) throw new Error('no account')
  await owner`SELECT post_credit(${account.id}, 'grant', ${name}, ${credits})`
  return account.id
}

/** In the order of their numbers, which is the order in which many rows are to be locked. */
async function accounts(count: number, credits: number): Promise<number[]> {
  const ids = await Promise.all(Array.from({ length: count }, () => accountWith(credits)))
  return ids.sort((one, other) => one - other)
}

const charge = (userId: number, changes?: Partial<Charge>) =>
  app.context.charges.charge(chargeOf(userId, changes), Number.POSITIVE_INFINITY)

const forgetOld = () =>
  Promise.all([forgetAnswers, forgetClientKeys].map(forget => inPortions(most => forget(app.context, most))))

async function booksOf(userId: number) {
  const [books] = await app.database.owner`SELECT requests_count AS balance,
      (SELECT sum(delta)::int FROM credit_ledger l WHERE l.user_id = u.id) AS ledger,
      (SELECT count(*)::int FROM search_history h WHERE h.user_id = u.id) AS history,
      (SELECT count(*)::int FROM audit_event a WHERE a.actor_id = u.id AND action = 'search') AS audits,
      (SELECT count(*)::int FROM search_delivery d WHERE d.user_id = u.id) AS deliveries
    FROM users u WHERE u.id = ${userId}`
  return { ...books }
}

async function transactionsOf(userIds: readonly number[]): Promise<number> {
  const [row] = await app.database.owner`SELECT count(DISTINCT xid)::int AS transactions FROM audit_event
    WHERE actor_id = ANY (${`{${userIds.join(',')}}`}::int4[])`
  return row.transactions
}

/** Keeps the row of a user locked while `work` is done. */
async function whileHeld(userId: number, work: () => Promise<void>): Promise<void> {
  await app.database.owner.begin(async tx => {
    await tx`SELECT FROM users WHERE id = ${userId} FOR UPDATE`
    await work()
  })
}

test('puts the charges that come while one is under way into one transaction', async () => {
  const people = await accounts(20, 5)
  const outcomes = await Promise.all(people.map(id => charge(id)))
  expect(outcomes.map(each => each?.outcome)).toEqual(Array(20).fill('done'))
  expect(new Set(outcomes.map(each => each?.delivery)).size).toBe(20)
  expect(await transactionsOf(people)).toBe(2)
})

test('decides about each in its own right, in the order of their coming', async () => {
  const [few, many, none, free] = await Promise.all([
    accountWith(5),
    accountWith(100),
    accountWith(0),
    accountWith(0, ROLE_INFINITY)
  ])
  // The transaction of the test before may still be under way; then the first would not go alone.
  await Bun.sleep(50)
  const [outcomes, others, refused, unpaid, partial, gone] = await Promise.all([
    Promise.all(Array.from({ length: 60 }, () => charge(few))),
    Promise.all(Array.from({ length: 40 }, () => charge(many))),
    charge(none),
    charge(free),
    charge(few, { isComplete: false }),
    charge(2_000_000_000)
  ])
  const granted = outcomes.filter(each => each?.outcome === 'done')
  expect(granted.map(each => each?.requestsLeft)).toEqual([4, 3, 2, 1, 0])
  expect(outcomes.filter(each => each?.outcome === 'no_credits')).toHaveLength(55)
  expect(await booksOf(few)).toEqual({ balance: 0, ledger: 0, history: 6, audits: 6, deliveries: 5 })
  // The first alone, the next four together, the partial one later: nobody's failure made them come again.
  expect(await transactionsOf([few])).toBe(3)
  expect(others.map(each => each?.requestsLeft)).toEqual(Array.from({ length: 40 }, (_, at) => 99 - at))
  expect(await booksOf(many)).toEqual({ balance: 60, ledger: 60, history: 40, audits: 40, deliveries: 40 })
  expect(refused).toMatchObject({ outcome: 'no_credits', charged: 0, delivery: null })
  expect(unpaid).toMatchObject({ outcome: 'done', charged: 0, requestsLeft: 0, delivery: null })
  expect(partial).toMatchObject({ outcome: 'done', charged: 0, delivery: null })
  expect(gone).toBeNull()
})

test('writes what a charge is made of as it was given', async () => {
  const id = await accountWith(1)
  const query = 'Примеров "Пётр" \\ {1,2}, \t🔎'
  await charge(id, { query, isApi: true, resultsCount: 7, ipPrefix: '10.0.0.0/24', recordNumbers: '{}' })
  const [row] = await app.database
    .owner`SELECT h.query, h.is_api, a.via, a.result_count, a.query_tokens::text AS tokens,
      a.source_keys, a.record_ids::text AS records, a.ip_prefix
    FROM search_history h JOIN audit_event a ON a.actor_id = h.user_id WHERE h.user_id = ${id}`
  expect({ ...row, source_keys: [...row.source_keys] }).toEqual({
    query,
    is_api: true,
    via: 'api',
    result_count: 7,
    tokens: '{1,-2}',
    source_keys: ['kit_phones', 'with "quotes", commas'],
    records: '{}',
    ip_prefix: '10.0.0.0/24'
  })
})

test('takes the same question or client key that comes at once for a replay of the first', async () => {
  const [one, other] = await Promise.all([accountWith(5), accountWith(5)])
  const same = { queryKey: Buffer.from('the same question') }
  const [asOne, asOther, keyed] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => charge(one, same))),
    charge(other, same),
    Promise.all(
      Array.from({ length: 10 }, () => charge(other, { queryKey: Buffer.from('k'), clientKey: 'k' }))
    )
  ])
  expect(asOne.map(each => each?.outcome)).toEqual(['done', ...Array(9).fill('replay')])
  expect(asOne.slice(1).every(each => each?.charged === 0)).toBe(true)
  expect(asOther).toMatchObject({ outcome: 'done', charged: 1 })
  expect(keyed.every(each => each?.charged === 1 && each.requestsLeft === 3)).toBe(true)
  expect(await booksOf(one)).toMatchObject({ balance: 4, ledger: 4, history: 1 })
  expect(await booksOf(other)).toMatchObject({ balance: 3, ledger: 3, history: 2 })
  expect(await charge(other, { clientKey: 'k' })).toMatchObject({ outcome: 'key_reused', charged: 0 })
})

test('a client key of a partial answer is charged for a complete one, and repeats that for nothing', async () => {
  const id = await accountWith(5)
  const same = { queryKey: Buffer.from('partial at first'), clientKey: 'partial' }
  const partial = { ...same, isComplete: false }
  const outcomes = []
  for (const changes of [partial, partial, same, same, partial]) outcomes.push(await charge(id, changes))
  expect(outcomes.map(each => [each?.outcome, each?.charged, each?.requestsLeft])).toEqual([
    ['done', 0, 5],
    ['repeat', 0, 5],
    ['done', 1, 4],
    ['replay', 1, 4],
    ['replay', 1, 4]
  ])
  expect(await booksOf(id)).toEqual({ balance: 4, ledger: 4, history: 2, audits: 2, deliveries: 1 })
  await app.database.owner`DELETE FROM search_answer WHERE user_id = ${id}`
  expect(await charge(id, same)).toMatchObject({ outcome: 'repeat', charged: 1, requestsLeft: 4 })
  const other = { ...partial, queryKey: Buffer.from('another') }
  expect(await charge(id, other)).toMatchObject({ outcome: 'key_reused', charged: 0 })
})

test('one complete answer of many at once is charged under a key whose answer was partial', async () => {
  // A queue of its own is what another process has.
  const queues = Array.from({ length: 6 }, () => createChargeQueue(app.context.sql))
  for (let round = 0; round < 5; round++) {
    const id = await accountWith(5)
    const same = { queryKey: Buffer.from(`partial, then many ${round}`), clientKey: 'partial' }
    expect(await charge(id, { ...same, isComplete: false })).toMatchObject({ outcome: 'done', charged: 0 })
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        queues[at % queues.length]?.charge(
          chargeOf(id, { ...same, isComplete: at % 3 !== 0 }),
          Number.POSITIVE_INFINITY
        )
      )
    )
    expect(outcomes.filter(each => each?.outcome === 'done').map(each => each?.charged)).toEqual([1])
    expect(await booksOf(id)).toMatchObject({ balance: 4, ledger: 4, history: 2, audits: 2, deliveries: 1 })
  }
})

test('a client key of a partial answer gives nothing to somebody without credits', async () => {
  const id = await accountWith(0)
  const same = { queryKey: Buffer.from('partial, no credits'), clientKey: 'partial' }
  expect(await charge(id, { ...same, isComplete: false })).toMatchObject({ outcome: 'done', charged: 0 })
  const { keyMatches } = await findEarlier(app.context.sql, { ...same, userId: id, price: 1 })
  expect(keyMatches).toBeNull()
  expect(await charge(id, same)).toMatchObject({ outcome: 'no_credits', charged: 0 })
})

test('fails one that cannot be written, and none of those beside it', async () => {
  const people = await accounts(8, 5)
  const charges = people.map((id, at) => charge(id, at === 4 ? { query: 'a NUL: \u0000' } : {}))
  const outcomes = await Promise.allSettled(charges)
  expect(outcomes.map(each => each.status === 'fulfilled')).toEqual(people.map((_, at) => at !== 4))
  const balances = await Promise.all(people.map(async id => (await booksOf(id)).balance))
  expect(balances).toEqual(people.map((_, at) => (at === 4 ? 5 : 4)))
})

test('lets only those wait whose row somebody else holds', async () => {
  const [held = 0, ...others] = await accounts(6, 5)
  let waiting: Promise<unknown> = Promise.resolve()
  await whileHeld(held, async () => {
    const first = charge(held)
    const beside = others.map(id => charge(id))
    waiting = Promise.all([first, ...Array.from({ length: 20 }, () => charge(held))])
    expect((await Promise.all(beside)).map(each => each?.outcome)).toEqual(Array(5).fill('done'))
    // Nor does anything else that the pool is asked for.
    await Promise.all(Array.from({ length: 50 }, () => app.context.sql`SELECT 1`))
    expect(await charge(others[0] ?? 0)).toMatchObject({ outcome: 'done', requestsLeft: 3 })
    expect(await booksOf(held)).toMatchObject({ balance: 5, history: 0 })
  })
  await waiting
  expect(await booksOf(held)).toMatchObject({ balance: 0, ledger: 0, history: 5 })
})

test('meets nobody in a deadlock: not refunds, not forgetting, not a change of many balances', async () => {
  const people = await accounts(12, 1_000)
  const { owner, app: sql } = app.database
  const questions = Array.from({ length: 12 }, (_, at) => Buffer.from(`asked again ${at}`))
  let isOn = true
  const beside = async (work: () => Promise<unknown>) => {
    while (isOn) await work()
  }
  const works = [
    beside(async () => {
      await owner.begin(async tx => {
        for (const id of people)
          await tx`UPDATE users SET telegram_chat_id = ${String(Math.random())} WHERE id = ${id}`
      })
      await Bun.sleep(5)
    }),
    beside(() => inPortions(most => refundSearches(app.context, most))),
    beside(forgetOld),
    // What was just written is old at once: refunded, forgotten, and written anew by the next to ask.
    beside(async () => {
      await sql`UPDATE search_delivery SET at = at - interval '1 minute' WHERE history_id IN (
        SELECT history_id FROM search_delivery ORDER BY history_id FOR UPDATE SKIP LOCKED)`
      await sql`UPDATE search_answer SET at = at - interval '1 minute' WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM search_answer FOR UPDATE SKIP LOCKED))`
      await Bun.sleep(5)
    })
  ]
  for (let round = 0; round < 25; round += 1) {
    // In the order in which they were written, and in the other one.
    const order = round % 2 === 0 ? questions : questions.toReversed()
    const charges = people.flatMap(id => order.map(queryKey => charge(id, { queryKey })))
    const outcomes = await Promise.all(charges)
    expect(outcomes.every(each => each && ['done', 'repeat', 'replay'].includes(each.outcome))).toBe(true)
  }
  isOn = false
  await Promise.all(works)
  for (const books of await Promise.all(people.map(booksOf))) expect(books.balance).toBe(books.ledger)
})

test('forgetting leaves what is being written, and waits for nobody', async () => {
  const [one = 0, other = 0] = await accounts(2, 5)
  const { owner, app: sql } = app.database
  await Promise.all([one, other].map(id => charge(id, { clientKey: 'old' })))
  await sql`UPDATE search_answer SET at = at - interval '1 day'`
  await sql`UPDATE idempotency_key SET created_at = created_at - interval '2 days'`
  const keptOf = async (id: number) => {
    const [row] =
      await owner`SELECT (SELECT count(*)::int FROM search_answer WHERE user_id = ${id}) AS answers,
      (SELECT count(*)::int FROM idempotency_key WHERE user_id = ${id}) AS keys`
    return { ...row }
  }
  await owner.begin(async tx => {
    await tx`UPDATE search_answer SET requests_left = 0 WHERE user_id = ${one}`
    await tx`UPDATE idempotency_key SET charged = 0 WHERE user_id = ${one}`
    await forgetOld()
    expect(await keptOf(other)).toEqual({ answers: 0, keys: 0 })
  })
  expect(await keptOf(one)).toEqual({ answers: 1, keys: 1 })
})
