import { describe, expect, test } from 'bun:test'
import { addSource, declareSource } from '#api/features/sources/service.ts'
import { actsOf } from '#tests/kit/acts.ts'
import { administeredApp } from '#tests/kit/administered-app.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { NAMESAKE_COLUMNS, namesakeRows } from '#tests/kit/namesakes.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { countStored } from '#tests/kit/stored-records.ts'
import { invalidateSourceCache } from '#tests/kit/suppress.ts'
import { withJobs } from '#tests/kit/with-jobs.ts'

const INDICES = '/api/auth/admin/es_indices'
const PASSPORT = {
  ...KIT_PASSPORT,
  title: 'Свой справочник',
  retention_days: 3650,
  obtained_at: '2026-06-01'
}
const { app, admin } = administeredApp(loadPeople)

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const lists = async () => {
  const { indices, disabled_indices } = (await admin.get(INDICES)).body
  return { indices, disabled_indices }
}
const storedIn = async (own: TestApp) =>
  [...(await countStored(own)).values()].reduce((sum, count) => sum + count, 0)
const shown = async (name: string) => (await admin.get(`${INDICES}/${name}`)).body.index
const countOf = async (query: string) =>
  (await admin.post('/api/search/perform', { query })).body.results_count
/** What was not changed through the server. */
const foundLater = async (query: string) => {
  invalidateSourceCache(app)
  return await countOf(query)
}
/** How many sources answer, for whoever looks and for administrators. */
const answering = async () => {
  const { sources_count } = (await admin.get('/api/search/stats')).body
  const { indices_count } = (await admin.get('/api/auth/admin/es_performance')).body
  return [sources_count, indices_count]
}

describe('an index', () => {
  test('is added without a passport, stands among the active ones and answers nothing', async () => {
    const form = new FormData()
    form.set('index_name', ' fresh_one-1 ')
    expect((await admin.post(INDICES, form)).body).toEqual({ ok: true, message: 'Индекс добавлен' })
    expect((await lists()).indices).toContain('fresh_one-1')
    const { details } = (await admin.get(INDICES)).body
    const own = details.find(({ name }: { name: string }) => name === 'fresh_one-1')
    expect(own).toMatchObject({ title: 'fresh_one-1', status: 'active', answers: false, records: 0 })
    expect(own.passport.gaps).toContain('Ответственный (controller): заполните поле')
    const numbers = async () => (await app.database.owner`SELECT last_value FROM source_id_seq`)[0]
    const before = await numbers()
    expect(codeOf(await admin.post(INDICES, { index_name: 'fresh_one-1' }))).toEqual([409, 'INDEX_EXISTS'])
    expect(await numbers()).toEqual(before)
    expect(await actsOf(app, admin, 'index_create')).toMatchObject([
      { before: null, after: { title: 'fresh_one-1', status: 'waiting' } }
    ])
  })

  test('is added once when it is asked many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.post(INDICES, { index_name: 'race' }))
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'INDEX_EXISTS')).toHaveLength(9)
  })

  test('is switched off and on, which the next search obeys', async () => {
    await loadSource(app, 'switched', {
      title: 'Т',
      kind: 'ordinary',
      columns: NAMESAKE_COLUMNS,
      rows: namesakeRows('Включаев', 2)
    })
    expect(await foundLater('Включаев')).toBe(2)
    const before = await answering()
    expect((await admin.post(`${INDICES}/switched/disable`)).body.message).toBe('Индекс отключен')
    expect(await countOf('Включаев')).toBe(0)
    expect(await answering()).toEqual(before.map(count => count - 1))
    expect((await lists()).disabled_indices).toContain('switched')
    expect((await admin.post(`${INDICES}/switched/disable`)).status).toBe(200)
    expect((await admin.post(`${INDICES}/switched/enable`)).body.message).toBe('Индекс включен')
    expect(await countOf('Включаев')).toBe(2)
    expect(await answering()).toEqual(before)
    expect((await lists()).indices).toContain('switched')
    expect(await actsOf(app, admin, 'index_enable')).toMatchObject([
      { before: { status: 'disabled' }, after: { status: 'active' } }
    ])
  })

  test('that is deleted is gone with its records, its batches and nothing else', async () => {
    const source = {
      title: 'Уходящий',
      kind: 'ordinary' as const,
      columns: NAMESAKE_COLUMNS,
      rows: namesakeRows('Уходящев', 3)
    }
    await loadSource(app, 'leaving', source)
    expect(await foundLater('Уходящев')).toBe(3)
    const before = await app.database.owner`SELECT key FROM source WHERE key <> 'leaving' ORDER BY key`
    const all = await storedIn(app)
    expect((await admin.delete(`${INDICES}/leaving`)).body).toEqual({ ok: true, message: 'Индекс удален' })
    expect(await countOf('Уходящев')).toBe(0)
    expect(await app.database.owner`SELECT key FROM source ORDER BY key`).toEqual(before)
    expect(await storedIn(app)).toBe(all - 3)
    expect((await admin.delete(`${INDICES}/leaving`)).status).toBe(404)
    expect(await actsOf(app, admin, 'index_delete')).toMatchObject([
      { before: { title: 'Уходящий', records: 3, status: 'active' }, after: null }
    ])
    // The name is free again.
    await loadSource(app, 'leaving', source)
    expect(await foundLater('Уходящев')).toBe(3)
  })

  test('that is still being deleted is nobody’s, and jobs end it', async () => {
    await loadSource(app, 'slow', {
      title: 'М',
      kind: 'ordinary',
      columns: NAMESAKE_COLUMNS,
      rows: namesakeRows('Медленный', 5)
    })
    await app.database.owner`UPDATE source SET status = 'deleting' WHERE key = 'slow'`
    expect((await lists()).indices).not.toContain('slow')
    expect(codeOf(await admin.get(`${INDICES}/slow`))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await admin.post(INDICES, { index_name: 'slow' }))).toEqual([409, 'INDEX_LEAVING'])
    for (const act of ['enable', 'disable'])
      expect((await admin.post(`${INDICES}/slow/${act}`)).status).toBe(404)
    const passport = { ...PASSPORT, kind: 'ordinary', origin: 'own', basis: 'contract' } as const
    await expect(declareSource(app.database.owner, 'slow', passport)).rejects.toThrow('сейчас удаляется')
    await withJobs(
      app,
      async () => (await app.database.owner`SELECT FROM source WHERE key = 'slow'`).length === 0
    )
    expect((await admin.post(INDICES, { index_name: 'slow' })).status).toBe(200)
  })

  const bad = [
    '*',
    '_all',
    'a,b',
    '.security',
    '-x',
    'x'.repeat(300),
    'UPPER',
    'кириллица',
    'a b',
    'a/b',
    'a\u0000b',
    "a';--",
    '%2A',
    '..'
  ]
  test('has a name of one form only, added or asked for', async () => {
    const before = await lists()
    for (const name of [...bad, '', '   ', null, 5, {}]) {
      const answer = await admin.post(INDICES, { index_name: name })
      expect([name, answer.status, answer.body.error]).toEqual([
        name,
        400,
        'Имя индекса: строчные латинские буквы, цифры, «_» и «-», начинается с буквы или цифры, до 63 символов'
      ])
    }
    const segments = bad.filter(name => name !== '..').map(encodeURIComponent)
    for (const segment of [...segments, '%2A', '*', '_all', 'a,b', '%252A']) {
      const path = `${INDICES}/${segment}`
      const answers = [
        await admin.get(path),
        await admin.delete(path),
        await admin.post(`${path}/disable`),
        await admin.post(`${path}/enable`),
        await admin.put(`${path}/passport`, PASSPORT)
      ]
      expect([segment, ...answers.map(({ body }) => body.code)]).toEqual([
        segment,
        ...Array(5).fill('BAD_INDEX_NAME')
      ])
    }
    expect(await lists()).toEqual(before)
    expect((await admin.delete(`${INDICES}/unknown`)).status).toBe(404)
  })
})

describe('a passport', () => {
  test('that is saved whole lets the source answer', async () => {
    await admin.post(INDICES, { index_name: 'own' })
    const saved = await admin.put(`${INDICES}/own/passport`, { ...PASSPORT, fields: ['Фамилия'] })
    expect(saved.body.index).toMatchObject({ title: PASSPORT.title, answers: true, status: 'active' })
    expect(saved.body.index.passport).toMatchObject({ ...PASSPORT, fields: ['Фамилия'], gaps: [] })
    expect(saved.body.index.passport.keep_until).toBe('2036-05-29')
    const [act] = await actsOf(app, admin, 'passport_update')
    expect(act).toMatchObject({ before: { controller: null }, after: { controller: PASSPORT.controller } })
  })

  test.each([
    [{ origin: 'other' }, 'BAD_INPUT', /Происхождение/],
    [{ basis: 'leak' }, 'BAD_INPUT', /Основание/],
    [{ retention_days: '10' }, 'BAD_INPUT', /Срок хранения/],
    [{ evidence_url: 'javascript:alert(1)' }, 'BAD_INPUT', /https/],
    [{ controller: '  ' }, 'BAD_INPUT', /Ответственный/],
    [{ review_due: '2020-01-01' }, 'PASSPORT_INCOMPLETE', /срок пересмотра истёк/],
    [{ obtained_at: '2098-01-01' }, 'PASSPORT_INCOMPLETE', /ещё не наступила/],
    [{ title: 'a\u0000b' }, 'BAD_INPUT', /Название/]
  ])('with %p is refused and changes nothing', async (part, code, text) => {
    const before = await shown('kit_registry')
    const answer = await admin.put(`${INDICES}/kit_registry/passport`, { ...PASSPORT, ...part })
    expect(codeOf(answer)).toEqual([400, code])
    expect(answer.body.error).toMatch(text)
    expect(await shown('kit_registry')).toEqual(before)
  })

  test('of a source that is switched off leaves it so', async () => {
    await admin.post(INDICES, { index_name: 'resting' })
    await admin.post(`${INDICES}/resting/disable`)
    expect((await admin.put(`${INDICES}/resting/passport`, PASSPORT)).body.index.status).toBe('disabled')
    await admin.post(`${INDICES}/resting/enable`)
    expect((await shown('resting')).answers).toBe(true)
  })
})

/** Holds the row of a source until it is released. */
async function hold(key: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ended = app.database.owner.begin(async tx => {
    await tx`SELECT FROM source WHERE key = ${key} FOR UPDATE`
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await ended
  }
}

test('a source whose row somebody holds for a moment is deleted, and one held longer is busy, not an outage', async () => {
  for (const name of ['moment', 'longer']) await admin.post(INDICES, { index_name: name })
  const [moment, longer] = await Promise.all([hold('moment'), hold('longer')])
  setTimeout(moment, 1_200)
  const answers = await Promise.all(['moment', 'longer'].map(name => admin.delete(`${INDICES}/${name}`)))
  await longer()
  expect(answers.map(codeOf)).toEqual([
    [200, undefined],
    [409, 'BATCH_BUSY']
  ])
})

test('a new index waits while somebody holds the list of sources, and is busy then, not an outage', async () => {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ended = app.database.owner.begin(async tx => {
    await tx`INSERT INTO source (key, title, status, columns) VALUES ('taking', 'Т', 'disabled', '[]')`
    held.resolve()
    await released.promise
  })
  await held.promise
  const answer = await admin.post(INDICES, { index_name: 'taking' })
  released.resolve()
  await ended
  expect(codeOf(answer)).toEqual([409, 'BATCH_BUSY'])
  expect(answer.body.error).toContain('Повторите')
  expect(codeOf(await admin.post(INDICES, { index_name: 'taking' }))).toEqual([409, 'INDEX_EXISTS'])
})

test('when every number of a source was given away a new index is refused, and the others stay', async () => {
  const { owner } = app.database
  const [{ last_value: last }] = await owner`SELECT last_value FROM source_id_seq`
  await owner`SELECT setval('source_id_seq', 32767)`
  try {
    expect(codeOf(await admin.post(INDICES, { index_name: 'one_too_many' }))).toEqual([409, 'INDICES_FULL'])
    await expect(addSource(owner, 'one_more', 'Т')).rejects.toThrow('Новый индекс создать нельзя')
  } finally {
    await owner`SELECT setval('source_id_seq', ${last}::int8)`
  }
  expect((await lists()).indices).not.toContain('one_too_many')
})
