import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SearchAnswer } from '#shared/contracts/search.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { accountWithToken } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startOnPostgres()
  await loadPeople(app)
})
afterAll(() => app.stop())

const booksOf = (client: Person) => booksIn(app, client)
const perform = (client: Person, query: string) => client.post('/api/search/perform', { query })

describe('a search in Postgres', () => {
  test('is free, names the source and keeps no answer when a source fails', async () => {
    const client = await registerAndLogin(app)
    const [row] = await app.database.owner<{ id: string; doc: string }[]>`SELECT id::text AS id, doc FROM rec
    WHERE src = (SELECT id FROM source WHERE key = 'kit_phones') AND doc LIKE '%Иванов Иван%' LIMIT 1`
    if (!row) throw new Error('the kit has no such record')
    await app.database.owner`UPDATE rec SET doc = '{broken' WHERE id = ${row.id}::int8`
    try {
      const answer = (await perform(client, 'Иванов Иван Иванович')).body as SearchAnswer
      expect(answer.failed_sources).toEqual(['kit_phones'])
      expect(answer.sources_meta.kit_phones?.title).toBe('Проверочный справочник связи')
      expect(answer.charged).toBe(0)
      expect(answer.results_count).toBeGreaterThan(0)
      expect(await booksOf(client)).toMatchObject({ balance: 5, charges: 0, history: 1 })

      const { token } = await accountWithToken(app)
      const entities = await app.request('/api/search', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ request: 'Иванов Иван Иванович', format: 'ftm' })
      })
      const headers = ['sverka-failed-sources', 'sverka-charged'].map(name => entities.headers.get(name))
      expect(headers).toEqual(['kit_phones', '0'])
    } finally {
      await app.database.owner`UPDATE rec SET doc = ${row.doc} WHERE id = ${row.id}::int8`
    }
    const again = (await perform(client, 'Иванов Иван Иванович')).body as SearchAnswer
    expect(again.failed_sources).toEqual([])
    expect(again.charged).toBe(1)
  })

  test('refuses with 503 and charges nothing when no source can answer in time', async () => {
    const client = await registerAndLogin(app)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>()
    const lock = app.database.owner.begin(async tx => {
      await tx`LOCK TABLE rec IN ACCESS EXCLUSIVE MODE`
      onLocked()
      await released
    })
    await locked
    const answer = await perform(client, 'Иванов Иван Иванович')
    release()
    await lock
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).not.toBeNull()
    expect(await booksOf(client)).toMatchObject({ balance: 5, charges: 0, history: 0 })
  })
})
