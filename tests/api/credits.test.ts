import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

let accountCount = 0
async function accountWith(credits: number): Promise<number> {
  accountCount += 1
  const [row] = await database.app<
    { id: number }[]
  >`INSERT INTO users (username, username_key, password_hash, role)
    VALUES (${`P${accountCount}`}, ${`p${accountCount}`}, 'x', 'Обычный пользователь') RETURNING id`
  const id = row?.id ?? 0
  if (credits > 0) await post(id, 'grant', `first ${id}`, credits)
  return id
}

async function post(userId: number, kind: string, ref: string, delta: number): Promise<number | null> {
  const [row] = await database.app<
    { balance: number | null }[]
  >`SELECT post_credit(${userId}, ${kind}, ${ref}, ${delta}) AS balance`
  return row?.balance ?? null
}

async function booksOf(userId: number) {
  const [row] = await database.owner`SELECT requests_count AS balance,
      (SELECT coalesce(sum(delta), 0)::int FROM credit_ledger l WHERE l.user_id = u.id) AS ledger,
      (SELECT count(*)::int FROM credit_ledger l WHERE l.user_id = u.id) AS rows
    FROM users u WHERE id = ${userId}`
  return { ...row }
}

test('grants exactly as many parallel charges as there are credits, and never goes below zero', async () => {
  const id = await accountWith(7)
  const posted = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => post(id, 'search', `${id}-${at}`, -1))
  )
  const balances = posted.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  expect(balances.sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  for (const each of posted)
    if (each.status === 'rejected') expect(each.reason.message).toBe('insufficient_credits')
  expect(await booksOf(id)).toEqual({ balance: 0, ledger: 0, rows: 8 })
})

test('moves a balance once for one cause, however many come at the same moment', async () => {
  const id = await accountWith(1)
  const posted = await Promise.all(Array.from({ length: 20 }, () => post(id, 'payment', `tx ${id}`, 50)))
  expect(posted.filter(balance => balance !== null)).toEqual([51])
  expect(await booksOf(id)).toEqual({ balance: 51, ledger: 51, rows: 2 })
})

test('moves in the transaction of the caller, or not at all', async () => {
  const id = await accountWith(3)
  const undone = database.app.begin(async tx => {
    await tx`SELECT post_credit(${id}, 'admin', ${`edit ${id}`}, 10)`
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await booksOf(id)).toEqual({ balance: 3, ledger: 3, rows: 1 })
  expect(await post(id, 'admin', `edit ${id}`, 10)).toBe(13)
})

test('books nothing for an account that is gone', async () => {
  const id = await accountWith(3)
  await database.owner`DELETE FROM users WHERE id = ${id}`
  expect(await post(id, 'refund', `${id}`, 1)).toBeNull()
  const [row] = await database.owner`SELECT count(*)::int AS rows FROM credit_ledger WHERE user_id = ${id}`
  expect(row.rows).toBe(1)
})

test('gives a portion of refunds back though one of its accounts is gone', async () => {
  const [gone, there] = [await accountWith(0), await accountWith(0)]
  for (const [at, id] of [gone, there].entries())
    await database.owner`INSERT INTO search_delivery (history_id, user_id, query_key, charged, at)
      VALUES (${1_000 + at}, ${id}, ${Buffer.from('lost')}, 1, now() - interval '1 minute')`
  await database.owner`DELETE FROM users WHERE id = ${gone}`
  const [row] = await database.app`SELECT settle_searches(interval '35 seconds', 500) AS refunded`
  expect(row.refunded).toBe(2)
  expect(await booksOf(there)).toEqual({ balance: 1, ledger: 1, rows: 1 })
})

test('lets nobody begin with a balance that the ledger does not know', async () => {
  for (const pool of [database.app, database.owner]) {
    const inserted = pool`INSERT INTO users (username, username_key, password_hash, role, requests_count)
      VALUES ('Rich', 'rich', 'x', 'Обычный пользователь', 1000)`
    await expect(inserted.execute()).rejects.toThrow('post_credit alone')
  }
})
