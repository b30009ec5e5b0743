import { expect, test } from 'bun:test'
import { withSharedLock } from '#api/db/shared-lock.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { until } from '#tests/kit/until.ts'

const { app, admin, files } = administeredApp()

const INDICES = '/api/auth/admin/es_indices'
const isDone = ({ state }: { state: string }) => state === 'done'
const rows = (at: number) => `ФИО,Телефон\nОчередной Иван,8973100001${at}\n`
const remapOf = async (key: string) => (await admin.get(`${INDICES}/${key}`)).body.index.remap

async function load(name: string, source: string, at: number) {
  const id = await files.send(name, rows(at))
  await files.start(id, { source })
  return await files.until(id, isDone)
}

/** Holds a source as a load of the shell does, until it is told to leave it. */
async function holdSource(key: string): Promise<() => Promise<void>> {
  const [source] = await app.database.owner`SELECT id FROM source WHERE key = ${key}`
  const connection = await app.database.owner.reserve()
  const left = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const turn = { whenAlone: async () => {}, onWait() {} }
  const holding = withSharedLock(connection, `columns:${source.id}`, turn, async () => {
    held.resolve()
    await left.promise
  })
  await held.promise
  return async () => {
    left.resolve()
    await holding
    connection.release()
  }
}

test('imports of other sources come before a change of kinds whose source is busy', async () => {
  await load('held.csv', 'held', 1)
  const leave = await holdSource('held')
  expect((await admin.post(`${INDICES}/held/remap`, { columns: { ФИО: 'other' } })).status).toBe(200)
  for (const at of [2, 3]) expect((await load(`other-${at}.csv`, `other_${at}`, at)).report?.added).toBe(1)
  expect((await remapOf('held')).state).not.toBe('done')
  await leave()
  expect(
    await until(
      async () => (await remapOf('held')).state,
      state => state === 'done'
    )
  ).toBe('done')
})

test('a change of kinds that loses its process three times says so of itself', async () => {
  await load('lost.csv', 'lost', 4)
  await app.database
    .owner`INSERT INTO import_job (id, kind, state, source_key, columns, queued_at, attempts, beat_at)
    VALUES ('a-lost-remap', 'remap', 'running', 'lost', '{"ФИО":"other"}', now(), 3, now() - interval '1 minute')`
  // It takes nothing while the job before is still being let go.
  while ((await remapOf('lost')).state === 'running') {
    await app.context.importRuns.next()
    await Bun.sleep(20)
  }
  const { state, failure } = await remapOf('lost')
  expect(state).toBe('failed')
  expect(failure).toBe(
    'Изменение колонок обрывалось три раза подряд на одном месте. Проверьте место на диске сервера и начните его снова.'
  )
})

test('a source says that a file is being loaded into it, also while the file waits', async () => {
  const id = await files.send('shown.csv', rows(5))
  await app.database
    .owner`UPDATE import_job SET state = 'waiting', source_key = 'held', beat_at = now() + interval '1 minute'
    WHERE id = ${id}`
  const { details } = (await admin.get(INDICES)).body
  const loading = details.filter((index: { loading?: true }) => index.loading)
  expect(loading.map((index: { name: string }) => index.name)).toEqual(['held'])
  expect((await admin.get(`${INDICES}/held`)).body.index.loading).toBe(true)
})
