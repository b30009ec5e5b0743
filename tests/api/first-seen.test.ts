import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { ENGINES } from '#tests/kit/engines.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const SOURCE = {
  title: 'Книга',
  kind: 'ordinary' as const,
  columns: columnsOf({ Номер: 'record_number', ФИО: 'full_name', Телефон: 'phone', Заметка: 'other' })
}
const row = (n: number, note: string) => [
  String(n),
  `Давнов Пётр ${n === 1 ? 'Ильич' : 'Олегович'}`,
  `7973555000${n}`,
  note
]

describe.each(ENGINES)('on the engine %s', (_name, openOwn) => {
  let app: TestApp
  let person: Person
  beforeAll(async () => {
    app = await startApp({}, openOwn)
    person = await registerAndLogin(app)
  })
  afterAll(() => app.stop())

  const load = async (rows: string[][], day: string) => {
    const batch = await loadSource(app, 'book', { ...SOURCE, rows })
    await app.database.owner`UPDATE import_batch SET started_at = ${`${day}T12:00:00Z`} WHERE id = ${batch}`
    app.context.sources.forget()
    return batch
  }
  const daysOf = (matches: Record<string, { first_seen?: string }>) =>
    Object.fromEntries(Object.entries(matches).map(([id, { first_seen }]) => [id, first_seen]))
  const seen = async () =>
    daysOf((await person.post('/api/search/perform', { query: 'Давнов Пётр' })).body.matches)

  test('a record says the day on which it first came, whatever later batches repeat or change', async () => {
    await load([row(1, 'старая')], '2026-03-01')
    expect(await seen()).toEqual({ 'book:1': '2026-03-01' })
    await load([row(1, 'новая'), row(2, 'новая')], '2026-05-02')
    const both = { 'book:1': '2026-03-01', 'book:2': '2026-05-02' }
    expect(await seen()).toEqual(both)
    await load([row(1, 'новая'), row(2, 'другая')], '2026-07-03')
    expect(await seen()).toEqual(both)
    const { sources_meta } = (await person.post('/api/search/perform', { query: 'Давнов Пётр' })).body
    expect(sources_meta.book).toMatchObject({
      ...{ title: 'Книга', kind: 'ordinary', origin: 'synthetic', basis: 'synthetic', as_of: '2026-06-01' }
    })
    const program = await programOf(person, app.url)
    const { body } = await program.ask('/api/search', { request: 'Давнов Пётр', limit: 10 })
    expect(daysOf(body.matches)).toEqual(both)
  })
})
