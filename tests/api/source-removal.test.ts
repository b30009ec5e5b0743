import { expect, test } from 'bun:test'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { finishDeletions } from '#api/features/indices/service.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { signedInAs } from '#tests/kit/people.ts'
import { startRemoving } from '#tests/kit/removing-process.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { heldOf } from '#tests/kit/stored-records.ts'

const COLUMNS = columnsOf({ 'Номер записи': 'record_number', Фамилия: 'last_name' })
const SIZE = 3_000

const app = startedApp()

const load = (key: string, from = 0) =>
  loadSource(app, key, {
    title: 'Уходящие',
    kind: 'ordinary',
    columns: COLUMNS,
    rows: Array.from({ length: SIZE }, (_, at) => [`${from + at}`, 'Уходящий'])
  })

/** Of a source: what it counts, and what is stored; null of one that is forgotten. */
async function state(key: string) {
  const [row] = await app.database.owner`SELECT records::int AS counted FROM source WHERE key = ${key}`
  return row ? { counted: row.counted, stored: await heldOf(app, key) } : null
}

test('records that leave are counted once, whoever is killed on the way and goes on', async () => {
  await load('killed')
  await load('stays')
  const { owner } = app.database
  const child = startRemoving(app.database, { source: 'killed', most: 50 })
  while (child.exitCode === null && (await state('killed'))?.stored === SIZE) await Bun.sleep(1)
  child.kill('SIGKILL')
  await child.exited
  const between = await state('killed')
  expect(between?.counted).toBe(between?.stored)
  expect(between?.stored).toBeLessThan(SIZE)
  while ((await app.context.book.removeOfSource('killed', 500, bookRemoved)) > 0);
  expect(await state('killed')).toEqual({ counted: 0, stored: 0 })
  expect(await state('stays')).toEqual({ counted: SIZE, stored: SIZE })
  const [left] = await owner`SELECT (SELECT count(*)::int FROM rec_share) AS shares,
    (SELECT count(*)::int FROM rec_earlier) AS earlier`
  expect(left).toEqual({ shares: 0, earlier: 0 })
})

test('records that are loaded while others of their source leave are counted with those that are left', async () => {
  await load('both')
  const removing = (async () => {
    for (let times = 0; times < 20; times += 1)
      await app.context.book.removeOfSource('both', 100, bookRemoved)
  })()
  await Promise.all([removing, load('both', SIZE)])
  const both = await state('both')
  expect(both?.counted).toBe(both?.stored)
})

test('a deleted source is gone for everybody at once, and forgotten when nothing is left of it', async () => {
  await load('deleted')
  const admin = await signedInAs(app, ROLE_ADMIN)
  // Somebody holds a record of it for longer than a deletion waits.
  const release = Promise.withResolvers<void>()
  const holding = app.database.owner.begin(async tx => {
    await tx`SELECT FROM rec JOIN source ON source.id = src WHERE key = 'deleted' LIMIT 1 FOR UPDATE OF rec`
    await release.promise
  })
  expect((await admin.delete('/api/auth/admin/es_indices/deleted')).status).toBe(200)
  expect((await admin.get('/api/auth/admin/es_indices/deleted')).status).toBe(404)
  expect(await state('deleted')).not.toBeNull()
  release.resolve()
  await holding
  while (await state('deleted')) await finishDeletions(app.context, 500)
  expect(await heldOf(app, 'deleted')).toBe(0)
})
