import { describe, expect, test } from 'bun:test'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { draftOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin } from '#tests/kit/people.ts'
import { readSheets } from '#tests/kit/read-workbook.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadPeople)

const IVANOV = 'Иванов Иван Иванович 01.02.1980'
const SIDOROVA = 'Сидорова Анна Павловна 14.03.1985'
const NOBODY = 'Чудоюдов Роман Игоревич'
const start = (client: Person, id: string) => client.post(`/api/lists/${id}/start`, {})

describe('rows', () => {
  test('are filtered by outcome and verdict', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [IVANOV, NOBODY])
    await start(client, id)
    await runToEnd(app, client, id)
    const verdict = { verdict: 'same', note: 'по паспорту', replaces: null }
    const judged = await client.put(`/api/lists/${id}/rows/1/verdict`, verdict)
    expect(judged.body.row).toMatchObject({ verdict: 'same', note: 'по паспорту' })
    expect(
      (await client.put(`/api/lists/${id}/rows/1/verdict`, { verdict: 'other', replaces: null })).body.code
    ).toBe('VERDICT_CHANGED')
    expect((await client.put(`/api/lists/${id}/rows/3/verdict`, verdict)).body.code).toBe(
      'LIST_ROW_NOT_FOUND'
    )
    const numbers = async (query: string) => (await rowsOf(client, id, query)).map(({ n }) => n)
    expect(await numbers('&headline=none,several')).toEqual([2])
    expect(await numbers('&verdict=same')).toEqual([1])
    expect(await numbers('&verdict=none')).toEqual([2])
    expect((await client.get(`/api/lists/${id}/rows?headline=nobody`)).body.code).toBe('BAD_INPUT')
    const csv = await client.get(`/api/lists/${id}/export?format=csv`)
    expect(csv.body).toContain(';Иванов Иван Иванович;01.02.1980;')
    expect(csv.body).toContain(';тот же;по паспорту;')
    const xlsx = await client.request(`/api/lists/${id}/export?format=xlsx`)
    const [titles, first, ...more] = (await readSheets(await xlsx.bytes())).Список ?? []
    const one = Object.fromEntries(titles?.map((title, place) => [title, first?.[place]]) ?? [])
    expect(one).toMatchObject({
      'Вывод системы': 'совпадает',
      'Дата рождения': '01.02.1980',
      'Ваш вывод': 'тот же'
    })
    expect(more.length).toBe(1)
    const json = await client.get(`/api/lists/${id}/export?format=json`)
    expect(json.body.rows.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['one', 'none'])
  })
})

test('rows are sorted by what they come to, in pages and in files, with the same filter', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, ['нет данных', NOBODY, 'Сидорова Анна Павловна', NOBODY, IVANOV])
  await start(client, id)
  await runToEnd(app, client, id)
  const numbers = async (sort: string) => (await rowsOf(client, id, sort)).map(({ n }) => n)
  const scores = new Map((await rowsOf(client, id)).map(({ n, best }) => [n, best?.score ?? 0]))
  const best = [3, 5].sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || a - b)
  expect(await numbers('')).toEqual([1, 2, 3, 4, 5])
  expect(await numbers('&sort=outcome')).toEqual([...best, 2, 4, 1])
  expect((await numbers('&sort=outcome_desc')).slice(0, 3)).toEqual([1, 4, 2])
  expect((await client.get(`/api/lists/${id}/rows?sort=name`)).body.code).toBe('BAD_INPUT')

  const file = await client.post(`/api/lists/${id}/export`, {
    format: 'json',
    headline: ['one', 'probable', 'repeat'],
    sort: 'outcome_desc',
    find: 'ОВ'
  })
  expect(file.body.rows.map(({ n }: { n: number }) => n)).toEqual([4, ...best.toReversed()])
  const other = await registerAndLogin(app)
  expect((await other.post(`/api/lists/${id}/export`, { format: 'csv' })).status).toBe(404)
})

describe('a row that can be read in two ways', () => {
  const rowOf = async (line: string) => {
    const client = await registerAndLogin(app)
    const { id, unsure } = await draftOf(client, [line, NOBODY])
    const rows = await client.post(`/api/lists/${id}/rows`, { unsure: 'true' })
    return { client, id, unsure, rows: rows.body.rows as ListRow[] }
  }

  test('with either word for a surname offers both', async () => {
    const { unsure, rows } = await rowOf('Марк Демьян 1990')
    expect(unsure).toBe(1)
    expect(rows.map(({ choices }) => choices.map(({ value }) => value))).toEqual([
      ['Марк Демьян 1990', 'Демьян Марк 1990']
    ])
  })

  test('of two people is searched for the one who is chosen', async () => {
    const { client, id, rows } = await rowOf(`${IVANOV}, Сидорова Анна Павловна 14.03.1985`)
    const [, sidorova] = rows[0]?.choices ?? []
    const reading = { kind: sidorova?.kind, value: sidorova?.value }
    expect((await client.put(`/api/lists/${id}/rows/1/reading`, { reading })).body.list.unsure).toBe(0)
    await start(client, id)
    await runToEnd(app, client, id)
    const [row] = await rowsOf(client, id)
    expect(row).toMatchObject({ outcome: 'one', best: { name: 'Сидорова Анна Павловна' } })
    expect(row?.best?.source_keys.length).toBeGreaterThan(0)
  })
})

test('rows are found by a part of their line or label, which stands in no address', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, [IVANOV, SIDOROVA, 'Фёдоров Пётр'])
  const numbersWith = async (find: string) =>
    (await client.post(`/api/lists/${id}/rows`, { find })).body.rows.map(({ n }: ListRow) => n)
  expect(await numbersWith('иванОВ')).toEqual([1])
  expect(await numbersWith('федоров п')).toEqual([3])
  expect(await numbersWith("%_' OR true")).toEqual([])
  expect(await numbersWith('')).toEqual([1, 2, 3])
})

test('a row is found by its number however that is written', async () => {
  const client = await registerAndLogin(app)
  const lines = [
    '8 (973) 204-17-40',
    'Телефон 9732041740',
    '+7\u00a0973\u00a0204\u00a017\u00a040',
    '204-777-153 66',
    IVANOV
  ]
  const { id } = await draftOf(client, lines)
  const numbersWith = async (find: string) =>
    (await client.post(`/api/lists/${id}/rows`, { find })).body.rows.map(({ n }: ListRow) => n)
  for (const phone of ['+7 973 204-17-40', '89732041740', '8(973)2041740', '973 20', '7 973 204'])
    expect([phone, await numbersWith(phone)]).toEqual([phone, [1, 2, 3]])
  expect(await numbersWith('20477715366')).toEqual([4])
  expect(await numbersWith('01/02/1980')).toEqual([5])
  expect(await numbersWith('2041')).toEqual([2])
})
