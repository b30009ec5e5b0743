import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { SEARCH_LIVE_MINUTES } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person as Client, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'
import { loadCardIndexes } from './card-indexes.ts'

const QUERY = 'Частухин Иван'

describe.each(ENGINES)('a line that is live, on the engine %s', (_name, openRecords) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({}, openRecords)
    await loadCardIndexes(app)
  })
  afterAll(() => app.stop())

  /** Each under a key of its own, since the process has an answer of a moment ago at hand. */
  const ask = (client: Client, live = true, query = QUERY) =>
    client.post(
      '/api/search/perform',
      { query, ...(live && { live }) },
      { headers: { 'Idempotency-Key': Bun.randomUUIDv7() } }
    )
  /** Its answer was handed over meanwhile. */
  const age = async (client: Client, minutes: number) => {
    await app.database.owner`DELETE FROM search_delivery WHERE user_id = ${client.user.id}`
    await app.database.owner`UPDATE search_answer SET at = at - make_interval(mins => ${minutes})
      WHERE user_id = ${client.user.id}`
    await app.database
      .owner`UPDATE search_history SET created_at = created_at - make_interval(mins => ${minutes})
      WHERE user_id = ${client.user.id}`
  }

  test('is answered again for nothing under its id, however it is written', async () => {
    const client = await registerAndLogin(app)
    const first = (await ask(client)).body
    await age(client, 1)
    const again = (await ask(client, true, ' частухин  ИВАН ')).body
    expect([again.search_id, again.charged, again.requests_left]).toEqual([first.search_id, 0, 4])
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1, history: 1 })
    const audits = await app.database.owner`SELECT action FROM audit_event
      WHERE actor_id = ${client.user.id} AND action LIKE 'search%' ORDER BY id`
    expect([...audits].map(({ action }) => action)).toEqual(['search', 'search_repeat'])
    // The same call without the wish is a search of its own, as before.
    const anew = (await ask(client, false)).body
    expect([anew.search_id === first.search_id, anew.charged]).toEqual([false, 1])
    expect(await booksIn(app, client)).toMatchObject({ balance: 3, charges: 2, history: 2 })
  })

  test('is answered without a credit left', async () => {
    const client = await signedInAs(app, ROLE_USER, 1)
    const first = (await ask(client)).body
    await age(client, 1)
    expect((await ask(client, false)).body.code).toBe('NO_CREDITS')
    expect((await ask(client)).body).toMatchObject({
      search_id: first.search_id,
      charged: 0,
      requests_left: 0
    })
  })

  test('is paid for once it is over, once its line is deleted, and where its charge was given back', async () => {
    const over = await registerAndLogin(app)
    await ask(over)
    await age(over, SEARCH_LIVE_MINUTES)
    expect((await ask(over)).body.charged).toBe(1)
    const deleted = await registerAndLogin(app)
    await ask(deleted)
    await age(deleted, 1)
    await deleted.delete('/api/search_history')
    expect((await ask(deleted)).body.charged).toBe(1)
    const refunded = await registerAndLogin(app)
    const { search_id } = (await ask(refunded)).body
    // Its own confirmation would take the charge that is put in its place.
    await until(
      () => app.database.owner`SELECT FROM search_delivery WHERE user_id = ${refunded.user.id}`,
      open => open.length === 0
    )
    await age(refunded, 1)
    await app.database.owner`INSERT INTO search_delivery (history_id, user_id, query_key, charged, at)
      SELECT h.id, h.user_id, a.key, 1, now() - interval '1 hour' FROM search_history h
      JOIN search_answer a USING (search_id) WHERE h.user_id = ${refunded.user.id}`
    await app.database.owner`SELECT settle_searches(interval '35 seconds', 100)`
    const paid = (await ask(refunded)).body
    expect([paid.search_id === search_id, paid.charged, paid.requests_left]).toEqual([false, 1, 4])
  })

  test('whose line of history is deleted at once is answered for nothing with a line of its own again', async () => {
    const client = await registerAndLogin(app)
    const request = { query: QUERY, live: true }
    const first = (await client.post('/api/search/perform', request)).body
    await until(
      () => app.database.owner`SELECT FROM search_delivery WHERE user_id = ${client.user.id}`,
      open => open.length === 0
    )
    const [{ at }] = await app.database.owner`SELECT at FROM search_answer WHERE user_id = ${client.user.id}`
    await client.delete('/api/search_history')
    // By the answer that the process has at hand, by others at once, and by a search under a key.
    const again = await Promise.all([
      ...Array.from({ length: 4 }, () => client.post('/api/search/perform', request)),
      ask(client)
    ])
    for (const { body } of again)
      expect([body.search_id, body.charged, body.requests_left]).toEqual([first.search_id, 0, 4])
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1, history: 1 })
    const past = (await client.get(`/api/search/${first.search_id}`)).body
    expect(past).toMatchObject({ success: true, withdrawn: null })
    // It is as old as the answer: deleting prolongs nothing.
    expect(Date.parse(past.searched_at)).toBe(new Date(at).getTime())
    const verdict = { a: first.persons[0].id, verdict: 'same' }
    expect((await client.put(`/api/search/${first.search_id}/verdicts`, verdict)).status).toBe(200)
  })

  test('is charged once and never again, whoever of several asks first', async () => {
    const client = await registerAndLogin(app)
    const first = await Promise.all(Array.from({ length: 6 }, () => ask(client)))
    expect(first.map(({ body }) => body.charged).sort()).toEqual([0, 0, 0, 0, 0, 1])
    await age(client, 1)
    const later = await Promise.all(Array.from({ length: 6 }, () => ask(client)))
    expect(later.map(({ body }) => body.charged)).toEqual([0, 0, 0, 0, 0, 0])
    expect(new Set([...first, ...later].map(({ body }) => body.search_id)).size).toBe(1)
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1, history: 1 })
  })

  test('is somebody else’s never', async () => {
    const [one, other] = [await registerAndLogin(app), await registerAndLogin(app)]
    const { search_id } = (await ask(one)).body
    const theirs = (await ask(other)).body
    expect([theirs.search_id === search_id, theirs.charged]).toEqual([false, 1])
  })
})
