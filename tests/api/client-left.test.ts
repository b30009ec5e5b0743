import { describe, expect, test } from 'bun:test'
import { refundSearches } from '#api/features/search/housekeeping.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const PAID_ONCE = { balance: 4, ledger: 4, charges: 1, history: 1 }

const app = startedApp(loadPeople)

/** As if everything had been a minute ago. */
async function refundLater(): Promise<number> {
  await app.context.deliveries.flush()
  await app.database.owner`UPDATE search_delivery SET at = at - interval '1 minute'`
  return await refundSearches(app.context, 500)
}

/** However long the search before the charge takes on a busy machine. */
const somebodyWaits = async () =>
  (
    await app.database.owner`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
  ).length > 0

describe('a client that left after the charge', () => {
  /** The charge waits for the user's row, and the client does not. */
  async function leave(person: Person, query: string, key: string): Promise<void> {
    const away = new AbortController()
    let call: Promise<unknown> = Promise.resolve()
    await app.database.owner.begin(async tx => {
      await tx`SELECT FROM users WHERE id = ${person.user.id} FOR UPDATE`
      const init = { headers: { 'Idempotency-Key': key }, signal: away.signal }
      call = person.post('/api/search/perform', { query }, init).catch(() => {})
      while (!(await somebodyWaits())) await Bun.sleep(10)
      away.abort()
      await Bun.sleep(100)
    })
    await call
    while ((await booksIn(app, person)).charges === 0) await Bun.sleep(20)
    await Bun.sleep(100)
  }

  test('gets the credit back', async () => {
    const person = await registerAndLogin(app)
    await leave(person, 'Иванов Иван', 'left')
    expect(await booksIn(app, person)).toMatchObject(PAID_ONCE)
    expect(await refundLater()).toBe(1)
    expect(await booksIn(app, person)).toMatchObject({ balance: 5, ledger: 5 })
  })

  test('or finds the answer by the client key', async () => {
    const person = await registerAndLogin(app)
    await leave(person, 'Иванов Иван', 'left')
    const headers = { 'Idempotency-Key': 'left' }
    const again = await person.post('/api/search/perform', { query: 'Иванов Иван' }, { headers })
    expect(again.body).toMatchObject({ charged: 1, requests_left: 4 })
    expect(await refundLater()).toBe(0)
    expect(await booksIn(app, person)).toMatchObject(PAID_ONCE)
  })
})
