import { describe, expect, test } from 'bun:test'
import { refundSearches } from '#api/features/search/housekeeping.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { registerAndLogin } from '#tests/kit/people.ts'
import { accountWithToken } from '#tests/kit/public-api.ts'
import {
  accountWithCredits,
  createReconcileClient,
  loadRegister,
  queryOf,
  surnameOf
} from '#tests/kit/reconcile-table.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadRegister)

const refine = (token: string) => createReconcileClient(token, app.url)

describe('charges', () => {
  test('of a thousand queries with three credits three are answered, the others refused by name', async () => {
    const account = await accountWithCredits(app, 3)
    const batch = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [
        `q${at}`,
        { query: `Примеров Илья ${1 + (at % 28)}.01.${1950 + Math.floor(at / 28)}` }
      ])
    )
    const { status, body } = await refine(account.token).send(batch)
    const results = Object.values<{ error_code?: string; charged: number }>(body)
    expect([status, results.length]).toEqual([200, 1_000])
    expect(results.filter(({ charged }) => charged === 1)).toHaveLength(3)
    expect(new Set(results.map(({ error_code }) => error_code))).toEqual(new Set([undefined, 'NO_CREDITS']))
    expect(await booksIn(app, account)).toMatchObject({ balance: 0, ledger: 0, charges: 3, history: 3 })
  })

  test('a batch under a key is charged once, however often it is sent', async () => {
    const account = await accountWithToken(app)
    const init = { headers: { 'idempotency-key': 'table-1' } }
    const batch = { q0: queryOf(5), q1: queryOf(6) }
    const first = await refine(account.token).send(batch, init)
    const again = await refine(account.token).send(batch, init)
    expect([first.body.q0.charged, again.body.q0.result[0].id]).toEqual([1, first.body.q0.result[0].id])
    const other = await refine(account.token).send({ q0: queryOf(7) }, init)
    expect(other.body.q0.error_code).toBe('KEY_REUSED')
    expect(await booksIn(app, account)).toMatchObject({ balance: 3, charges: 2 })
  })

  test('who leaves in the midst gets back what was charged', async () => {
    const account = await accountWithToken(app)
    const away = new AbortController()
    let call: Promise<unknown> = Promise.resolve()
    await app.database.owner.begin(async tx => {
      await tx`SELECT FROM users WHERE id = ${account.user.id} FOR NO KEY UPDATE`
      call = refine(account.token)
        .send({ q0: queryOf(8), q1: queryOf(9), q2: queryOf(10) }, { signal: away.signal })
        .catch(() => {})
      while (!(await somebodyWaits())) await Bun.sleep(10)
      away.abort()
      await Bun.sleep(100)
    })
    await call
    while ((await booksIn(app, account)).charges === 0) await Bun.sleep(20)
    await Bun.sleep(200)
    await app.context.deliveries.flush()
    await app.database.owner`UPDATE search_delivery SET at = at - interval '1 minute'`
    await refundSearches(app.context, 500)
    expect(await booksIn(app, account)).toMatchObject({ balance: 5, ledger: 5 })
  })

  test('what fails unexpectedly is given back, in a batch beside those that are answered', async () => {
    const [account, person] = [await accountWithToken(app), await registerAndLogin(app)]
    const { deliveries } = app.context
    const { awaitHandOver } = deliveries
    let calls = 0
    try {
      deliveries.awaitHandOver = (...handed) => {
        calls += 1
        if (calls === 1) throw new Error('unforeseen')
        awaitHandOver(...handed)
      }
      const { status, body } = await refine(account.token).send({ q0: queryOf(11), q1: queryOf(12) })
      const codes = [body.q0, body.q1].map(({ error_code, charged }) => error_code ?? charged)
      expect([status, codes.toSorted()]).toEqual([200, [1, 'SEARCH_FAILED']])
      deliveries.awaitHandOver = (...handed) => {
        awaitHandOver(...handed)
        throw new Error('unforeseen')
      }
      const failed = await person.post('/api/search/perform', { query: `${surnameOf(13)} Иван` })
      expect([failed.status, failed.body.code]).toEqual([500, 'UNEXPECTED'])
    } finally {
      deliveries.awaitHandOver = awaitHandOver
    }
    expect((await booksIn(app, person)).charges).toBe(1)
    await deliveries.flush()
    await app.database.owner`UPDATE search_delivery SET at = at - interval '1 minute'`
    await refundSearches(app.context, 500)
    expect(await booksIn(app, account)).toMatchObject({ balance: 4, ledger: 4 })
    expect(await booksIn(app, person)).toMatchObject({ balance: 5, ledger: 5 })
  })
})

const somebodyWaits = async () =>
  (
    await app.database.owner`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
  ).length > 0
