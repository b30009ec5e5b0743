import { expect, test } from 'bun:test'
import { VOCABULARY_FRESH_MS } from '#api/book/vocabulary/vocabulary-cache.ts'
import { noteCursor } from '#api/features/import-jobs/remap-store.ts'
import { readRemap } from '#api/features/import-jobs/service.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { invalidateSourceCache, suppress } from '#tests/kit/suppress.ts'
import { until } from '#tests/kit/until.ts'

const INDEX = '/api/auth/admin/es_indices/secret'
const { app, admin, files } = administeredApp(undefined, { SIGNUP_REQUESTS: '1000' })

const isDone = ({ state }: { state: string }) => state === 'done'
const remapOf = async () => (await admin.get(INDEX)).body.index.remap
async function remap(columns: object, parties?: object) {
  expect((await admin.post(`${INDEX}/remap`, { columns, parties })).status).toBe(200)
  const shown = await until(remapOf, read => isDone(read))
  expect(shown.state).toBe('done')
  return shown
}
const countOf = async (query: string) => {
  invalidateSourceCache(app)
  return (await admin.post('/api/search/perform', { query })).body.results_count
}
async function load(name: string, text: string) {
  const id = await files.send(name, text)
  await files.start(id, {
    source: 'secret',
    columns: { Связь: 'other', Кто: 'other', Налог: 'other' },
    id: '№'
  })
  return (await files.until(id, isDone)).report
}

const ROWS = [
  '№,Кто,Связь,Налог',
  '1,Тайный Иван Петрович,+7 973 100-00-01,',
  '2,Тайная Мария Петровна,8 (973) 100-00-02 и 8 (973) 100-00-03,',
  // A number that lost a leading zero is an INN in the column of one only.
  '3,Явный Пётр Ильич,89731000004,01204175650'
].join('\n')

test('gives columns other kinds: records are found by them, from now on and after a repeated import', async () => {
  expect((await load('first.csv', ROWS))?.added).toBe(3)
  expect(await countOf('Тайнай Мария Петровна')).toBe(0)
  const done = await remap({ Связь: 'phone', Кто: 'full_name' })
  expect([done.progress.part, done.progress.rows, done.failure]).toEqual([1, 3, null])
  expect(done.columns).toEqual({ Связь: 'phone', Кто: 'full_name' })
  for (const query of ['89731000001', '89731000002', '89731000003', 'Тайная Мария'])
    expect(await countOf(query)).toBe(1)
  // A typing error: the words of names are known a moment later.
  await Bun.sleep(VOCABULARY_FRESH_MS)
  expect(await countOf('Тайнай Мария Петровна')).toBe(1)
  const id = await files.send('again.csv', ROWS)
  await files.start(id, { source: 'secret', id: '№' })
  expect((await files.until(id, isDone)).report).toMatchObject({ same: 3, added: 0, changed: 0 })
  const [act] = await actsOf(app, admin, 'remap_start')
  expect(act).toMatchObject({
    before: { columns: { Связь: 'other', Кто: 'other' } },
    after: { columns: { Связь: 'phone' } }
  })
})

test('gives a column to somebody else: nobody is found as whose it was, and an import knows it', async () => {
  const line = 'Тайный Иван Петрович 89731000001'
  const fitOf = async () => {
    invalidateSourceCache(app)
    const { persons, matches } = (await admin.post('/api/search/perform', { query: line })).body
    return [persons[0]?.label, matches['secret:1'].party]
  }
  expect(await fitOf()).toEqual(['match', undefined])
  const done = await remap({}, { Связь: 'mother' })
  expect([done.columns, done.parties]).toEqual([{}, { Связь: 'mother' }])
  const [label] = await fitOf()
  expect(label).not.toBe('match')
  invalidateSourceCache(app)
  const { matches } = (await admin.post('/api/search/perform', { query: '89731000001' })).body
  expect(matches['secret:1'].party).toEqual({ role: 'mother', label: 'мать', place: 1 })
  const partyOf = async () =>
    (await admin.get(INDEX)).body.index.columns.find((column: { label: string }) => column.label === 'Связь')
      .party
  expect(await partyOf()).toBe('mother')
  const act = (await actsOf(app, admin, 'remap_start')).at(-1)
  expect(act).toMatchObject({
    before: { parties: { Связь: 'self' } },
    after: { parties: { Связь: 'mother' } }
  })
  const id = await files.send('as-before.csv', ROWS)
  const { body } = await files.start(id, { source: 'secret', id: '№', parties: { Связь: 'self' } })
  expect(body.error).toMatch(/«Связь» уже хранится в источнике: мать.*Смените это на странице источника/)
  // With another kind it stays whose it is.
  await remap({ Связь: 'other' })
  await remap({ Связь: 'phone' })
  expect(await partyOf()).toBe('mother')
  await remap({}, { Связь: 'self' })
  expect([await partyOf(), await fitOf()]).toEqual(['self', ['match', undefined]])
})

test('how much a remap has remade and how far it is are told together, before its next sign of life', async () => {
  const { owner } = app.database
  await owner`INSERT INTO import_job (id, kind, state, source_key, columns, runner)
    VALUES ('told', 'remap', 'running', 'told', '{"Кто": "full_name"}', 'me')`
  const runner = { job: 'told', runnerId: 'me' }
  expect(await noteCursor(owner, runner, { cursor: 'there', rows: 20, part: 0.4 })).toBe(true)
  const shown = async () => (await readRemap(app.context, 'told'))?.progress
  expect(await shown()).toMatchObject({ rows: 20, part: 0.4 })
  // A process that goes on begins lower.
  await noteCursor(owner, runner, { cursor: 'there', rows: 20, part: 0.1 })
  expect(await shown()).toMatchObject({ rows: 20, part: 0.4 })
  await owner`DELETE FROM import_job WHERE id = 'told'`
})

test('what an undone batch gives back is found by the new kinds too', async () => {
  const id = await files.send('second.csv', '№,Кто,Связь\n1,Тайный Иван Петрович,+7 973 100-00-99\n')
  await files.start(id, { source: 'secret', id: '№' })
  const { batch_id, report } = await files.until(id, isDone)
  expect(report?.changed).toBe(1)
  await remap({ Связь: 'other' })
  await remap({ Связь: 'phone' })
  await admin.post(`${INDEX}/batches/${batch_id}/undo`)
  expect([await countOf('89731000099'), await countOf('89731000001')]).toEqual([0, 1])
})

test('somebody suppressed whom nobody could know as one is absent from now on', async () => {
  await remap({ Кто: 'other' })
  await suppress(app, { kind: 'inn', value: '001204175650' })
  expect(await countOf('Явный Пётр Ильич')).toBe(1)
  await remap({ Кто: 'full_name', Налог: 'inn' })
  expect(await countOf('Явный Пётр Ильич')).toBe(0)
})

test('refuses columns that are not there, kinds that are none, and a second one at once', async () => {
  const codes = async (body: object) => (await admin.post(`${INDEX}/remap`, body)).body.code
  expect(await codes({ columns: { Нет: 'phone' } })).toBe('UNKNOWN_COLUMN')
  expect(await codes({ parties: { Нет: 'mother' } })).toBe('UNKNOWN_COLUMN')
  expect(await codes({ columns: { Связь: 'fone' } })).toBe('BAD_INPUT')
  const owner = (await admin.post(`${INDEX}/remap`, { parties: { Связь: 'granny' } })).body
  expect([owner.code, owner.fields]).toEqual(['BAD_INPUT', { parties: owner.error }])
  expect(owner.error).toMatch(/parties.*: self.*mother/)
  const { body } = await admin.post(`${INDEX}/remap`, { columns: { Связь: 'fone' } })
  expect(body.error).toMatch(/columns.*: .*full_name.*phone/)
  expect(body.fields).toEqual({ columns: body.error })
  expect(await codes({ columns: {} })).toBe('BAD_INPUT')
  expect(await codes({ columns: {}, parties: {} })).toBe('BAD_INPUT')
  const both = await Promise.all([
    codes({ columns: { Кто: 'full_name' } }),
    codes({ columns: { Кто: 'other' } })
  ])
  expect(both.toSorted()).toEqual(['BATCH_BUSY', undefined])
})

test('a deletion takes the remaps of its index along: the next one of its name meets none', async () => {
  const remaps = () =>
    app.database.owner`SELECT state FROM import_job WHERE kind = 'remap' AND source_key = 'secret'`
  expect(await remaps()).not.toEqual([])
  expect((await admin.delete(INDEX)).status).toBe(200)
  expect(await remaps()).toEqual([])
  expect((await admin.post(`${INDEX}/remap`, { columns: { Кто: 'other' } })).status).toBe(404)
})
