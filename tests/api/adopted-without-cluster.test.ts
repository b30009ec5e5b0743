import { expect, test } from 'bun:test'
import { insertIndex } from '#api/features/indices/store.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { INDEX_LOST } from '#shared/labels/sources.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'

const INDICES = '/api/auth/admin/es_indices'
const KEY = 'taken-index'

let admin: Person

const app = startedApp(
  async app => {
    admin = await signedInAs(app, ROLE_ADMIN)
    await loadPeople(app)
    const columns = [{ label: 'ФИО', kind: 'full_name' as const }]
    const actor = { actorId: admin.user.id, ipPrefix: null }
    expect(await insertIndex(app.database.owner, KEY, { columns, records: 1 }, actor)).toBe('done')
    expect((await admin.put(`${INDICES}/${KEY}/passport`, KIT_PASSPORT)).status).toBe(200)
    invalidateSourceCache(app)
  },
  () => startOnPostgres({ SIGNUP_REQUESTS: '10000' })
)

test('a source that was adopted from a cluster is named and costs nothing, and the others answer', async () => {
  const { status, body } = await admin.post('/api/search/perform', { query: 'Иванов Иван' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ failed_sources: [KEY], charged: 0 })
  expect(Object.keys(body.results_by_source).length).toBeGreaterThan(0)
})

test('its page says why, shows no examples, and lets go of it', async () => {
  const { index } = (await admin.get(`${INDICES}/${KEY}`)).body
  expect(index).toMatchObject({ adopted: true, answers: false, lost_note: INDEX_LOST })
  const { columns } = (await admin.get(`${INDICES}/${KEY}/examples`)).body
  expect(columns).toEqual([{ label: 'ФИО', examples: [] }])
  expect((await admin.delete(`${INDICES}/${KEY}`)).status).toBe(200)
  invalidateSourceCache(app)
  const { body } = await admin.post('/api/search/perform', { query: 'Иванов Иван' })
  expect([body.failed_sources, body.charged]).toEqual([[], 1])
})

test('a new source is an empty one of the product', async () => {
  expect((await admin.post(INDICES, { index_name: 'fresh' })).status).toBe(200)
  const { index } = (await admin.get(`${INDICES}/fresh`)).body
  expect(index.adopted).toBeUndefined()
  expect([index.records, index.columns]).toEqual([0, []])
})
