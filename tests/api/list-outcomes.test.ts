import { describe, expect, test } from 'bun:test'
import type { ListRow } from '#shared/contracts/lists/lists.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { draftOf, listOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin, setCredits, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const app = startedApp(loadPeople)

const IVANOV = 'Иванов Иван Иванович 01.02.1980'
const SIDOROVA = 'Сидорова Анна Павловна 14.03.1985'
const ADDRESS = 'г. Примерск, ул. Лесная, д. 5, кв. 12'
const start = (client: Person, id: string, more: object = {}) => client.post(`/api/lists/${id}/start`, more)

async function answered(lines: readonly string[], client?: Person) {
  const own = client ?? (await registerAndLogin(app))
  const { id } = await draftOf(own, lines)
  await start(own, id)
  await runToEnd(app, own, id)
  return { client: own, id, rows: await rowsOf(own, id) }
}

describe('what a row says', () => {
  test('is «совпадает» of a match alone, as its single search has it', async () => {
    const lines = [IVANOV, 'Сидорова Анна Павловна', 'Иванов', 'Петров Пётр Петрович', 'Сидорова Анна 1985']
    const { client, rows } = await answered(lines)
    expect(rows.map(({ outcome, best }) => outcome === 'one' && best?.label !== 'match')).not.toContain(true)
    for (const { search_id, outcome, best } of rows) {
      const { body } = await client.post('/api/search/perform', { search_id })
      expect(body.persons[0].label).toBe(best?.label)
      expect(outcome === 'one').toBe(body.headline.code === 'one' && body.persons[0].label === 'match')
    }
    expect(rows.map(({ outcome }) => outcome)).toContain('one')
    expect(rows.map(({ outcome }) => outcome)).toContain('probable')
  })

  test('is told at the row that repeats it, too', async () => {
    const lines = [IVANOV, 'Иванов', 'Чудоюдов Роман', IVANOV, 'ИВАНОВ', 'чудоюдов роман']
    const { rows } = await answered(lines)
    expect(rows.map(({ repeat_of }) => repeat_of)).toEqual([null, null, null, 1, 2, 3])
    const outcomes = rows.slice(0, 3).map(({ outcome }) => outcome)
    expect(new Set(outcomes).size).toBe(3)
    expect(rows.map(({ repeated_outcome }) => repeated_outcome)).toEqual([
      ...[undefined, undefined, undefined],
      ...outcomes
    ])
  })

  test('of an address, a number and several people is the headline of a single search', async () => {
    const { rows, client, id } = await answered([
      ADDRESS,
      '+7 974 318-60-22',
      `${IVANOV}; ${SIDOROVA}`,
      SIDOROVA
    ])
    expect(rows.map(({ headline_text }) => headline_text)).toEqual([
      'По этому адресу двое',
      'Номер записан за одним человеком',
      'Искали двоих, найдено: 3\u00a0человека',
      null
    ])
    expect((await client.get(`/api/lists/${id}/export?format=csv`)).body).toContain('По этому адресу двое')
  })
})

test('a source that is switched off later takes its score and records along, and the row says so', async () => {
  const { client, id, rows } = await answered([IVANOV, SIDOROVA])
  const { owner } = app.database
  expect(rows[0]?.best).toMatchObject({
    withheld: null,
    source_keys: expect.arrayContaining(['kit_registry'])
  })
  try {
    await owner`UPDATE source SET status = 'disabled' WHERE key = 'kit_registry'`
    app.context.sources.forget()
    const [ivanov] = await rowsOf(client, id)
    expect(ivanov).toMatchObject({ outcome: 'one', best: { score: null, withheld: 'source' } })
    expect(ivanov?.best?.name).toBe('Иванов Иван Иванович')
    expect(ivanov?.best?.source_keys).not.toContain('kit_registry')
    const csv = (await client.get(`/api/lists/${id}/export?format=csv`)).body
    expect(csv).toContain('часть источников выключена позже')
  } finally {
    await owner`UPDATE source SET status = 'active' WHERE key = 'kit_registry'`
    app.context.sources.forget()
  }
  expect((await rowsOf(client, id)).map(({ best }) => best?.score)).toEqual(
    rows.map(({ best }) => best?.score)
  )
})

test('rows of a stopped list were not searched, in counts, pages and files', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, [IVANOV, SIDOROVA, IVANOV])
  await start(client, id)
  const { body } = await client.post(`/api/lists/${id}/stop`, {})
  expect(body.list).toMatchObject({ left: 0, price: 0, skipped: 2, skips: { STOPPED: 2 } })
  const rows = await rowsOf(client, id, '&headline=skipped,repeat')
  expect(rows.map(({ reason_text }) => reason_text)).toEqual(Array(3).fill('не искалась: поиск остановлен'))
  const csv = (await client.get(`/api/lists/${id}/export?format=csv`)).body
  expect(csv).toContain('не искалась')
  expect(csv).not.toContain('ожидает')
})

describe('rows that the credits did not reach', () => {
  const LINES = ['Альфов Ян', 'Бетов Ян', 'Гаммов Ян', 'Дельтов Ян']

  test('are searched after topping up, once of two starts at once', async () => {
    const client = await signedInAs(app, ROLE_USER, 2)
    const { id } = await draftOf(client, LINES)
    await start(client, id, { most: 2 })
    expect(await runToEnd(app, client, id)).toMatchObject({ state: 'done', skips: { LEFT_OUT: 2 } })
    expect((await start(client, id)).body.code).toBe('NO_CREDITS')
    expect((await start(client, id, { only: 'failed' })).body.code).toBe('LIST_STATE')
    await setCredits(app, client.username, 10)
    const starts = await Promise.all(Array.from({ length: 6 }, () => start(client, id)))
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const list = await runToEnd(app, client, id)
    expect(list).toMatchObject({ state: 'done', answered: 4, charged: 4, skips: {}, balance: 8 })
    expect(await booksIn(app, client)).toMatchObject({ balance: 8, charges: 4 })
    expect((await start(client, id)).body.code).toBe('LIST_STATE')
  })

  test('are taken up as many as somebody says', async () => {
    const client = await signedInAs(app, ROLE_USER, 1)
    const { id } = await draftOf(client, LINES)
    await start(client, id, { most: 1 })
    await runToEnd(app, client, id)
    await setCredits(app, client.username, 2)
    expect((await start(client, id, { most: 2, only: 'left_out' })).status).toBe(200)
    const list = await runToEnd(app, client, id)
    expect(list).toMatchObject({ state: 'done', answered: 3, charged: 3, skips: { LEFT_OUT: 1 }, balance: 0 })
  })
})

describe('a row of a draft that somebody leaves out', () => {
  const use = (client: Person, id: string, n: number, isUsed: unknown) =>
    client.put(`/api/lists/${id}/rows/${n}/use`, { use: isUsed })

  test('is not searched and not charged, with its repeats, until it is taken in again', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [IVANOV, SIDOROVA, IVANOV, '---'])
    const left = (await use(client, id, 1, false)).body.list
    expect(left).toMatchObject({ price: 1, searchable: 1, skips: { NOT_USED: 1, NOTHING_TO_SEARCH: 1 } })
    expect((await use(client, id, 1, true)).body.list).toMatchObject({ price: 2, searchable: 2 })
    await use(client, id, 1, false)
    for (const n of [3, 4, 5]) expect((await use(client, id, n, false)).body.code).toBe('LIST_ROW_NOT_FOUND')
    expect((await use(client, id, 1, 'no')).body.code).toBe('BAD_INPUT')
    expect((await use(await registerAndLogin(app), id, 1, true)).status).toBe(404)
    await start(client, id)
    expect((await use(client, id, 1, true)).body.code).toBe('LIST_STATE')
    expect(await runToEnd(app, client, id)).toMatchObject({ state: 'done', charged: 1 })
    const rows = await rowsOf(client, id)
    expect(rows.map(({ outcome, reason_text }) => [outcome, reason_text])).toEqual([
      ['skipped', 'убрана вами'],
      ['one', null],
      ['repeat', 'убрана вами'],
      ['skipped', 'нечего искать']
    ])
  })

  test('and a start at the same time agree: what is searched is what was charged', async () => {
    const client = await signedInAs(app, ROLE_USER, 100)
    for (let round = 0; round < 8; round += 1) {
      const { id } = await draftOf(client, [`Альфов Ян ${1950 + round}`, `Бетов Ян ${1950 + round}`])
      const [left] = await Promise.all([use(client, id, 1, false), start(client, id)])
      const list = await runToEnd(app, client, id)
      expect(list).toMatchObject({ state: 'done', left: 0, charged: list.answered })
      expect(list.skips.NOT_USED ?? 0).toBe(left?.status === 200 ? 1 : 0)
    }
  })
})

test('a draft that is opened again has the columns of its file, until it is started', async () => {
  const client = await registerAndLogin(app)
  const form = new FormData()
  const table = `Клиент;Таб. №;Дата рожд.\n${'Марк Демьян'};17;1990\nПримеров Илья;18;38796\n`
  form.append('file', new File([table], 'люди.csv'))
  const { body } = await client.post('/api/lists', form)
  expect(body.file).toMatchObject({ name: 'люди.csv', is_kept: false })
  const { list } = body
  const opened = (await client.get(`/api/lists/${list.id}`)).body
  expect(opened).toMatchObject({ list, file: body.file })
  const unsure = await rowsOf(client, list.id, '&unsure=true')
  expect(unsure.map(({ n, choices }: ListRow) => [n, choices.length])).toEqual([[1, 2]])
  const [, second] = await rowsOf(client, list.id)
  expect(second).toMatchObject({ line: 'Примеров Илья 20.03.2006', label: '18' })
  await start(client, list.id)
  expect((await client.get(`/api/lists/${list.id}`)).body.file).toBeNull()
  const typed = await draftOf(client, [IVANOV])
  expect((await client.get(`/api/lists/${typed.id}`)).body.file).toBeNull()
})

test('a repeat has the verdict of its row, in pages, filters and files', async () => {
  const { client, id } = await answered([IVANOV, SIDOROVA, IVANOV, SIDOROVA, '---'])
  await client.put(`/api/lists/${id}/rows/1/verdict`, { verdict: 'same', note: 'по паспорту' })
  const verdicts = (await rowsOf(client, id)).map(({ verdict, note }) => [verdict, note])
  expect(verdicts).toEqual([
    ['same', 'по паспорту'],
    [null, null],
    ['same', 'по паспорту'],
    [null, null],
    [null, null]
  ])
  expect((await rowsOf(client, id, '&verdict=same')).map(({ n }) => n)).toEqual([1, 3])
  expect((await rowsOf(client, id, '&verdict=none')).map(({ n }) => n)).toEqual([2, 4])
  const csv: string = (await client.get(`/api/lists/${id}/export?format=csv`)).body
  expect(csv.match(/;тот же;по паспорту;/g)).toHaveLength(2)
  expect((await listOf(client, id)).verdicts).toBe(1)
  const history = (await client.get('/api/search_history')).body.data
  expect(history.map(({ verdicts }: { verdicts: number }) => verdicts)).toEqual([1])
})

test('a file counts the sources of the best person, as the page does', async () => {
  const { client, id, rows } = await answered([IVANOV])
  const [head = '', row = ''] = (await client.get(`/api/lists/${id}/export?format=csv`)).body.split('\r\n')
  const at = head.split(';').indexOf('Источников')
  expect(row.split(';')[at]).toBe(String(rows[0]?.best?.source_keys.length))
})

test('of an address with one resident, words elsewhere count for nothing in the headline, its code and the row', async () => {
  await loadSource(app, 'kit_tenants', {
    title: 'Жильцы',
    kind: 'ordinary',
    columns: columnsOf({
      'Номер записи': 'record_number',
      ФИО: 'full_name',
      Адрес: 'address',
      Заметка: 'other'
    }),
    rows: [
      ['1', 'Тихонов Лев Ильич', 'г. Примерск, ул. Тихая, д. 9, кв. 4', ''],
      ['2', 'Громов Олег Ильич', 'г. Примерск, ул. Шумная, д. 1', 'Примерск Тихая 9 4']
    ]
  })
  app.context.sources.forget()
  const { client, rows } = await answered(['г. Примерск, ул. Тихая, д. 9, кв. 4'])
  const { body } = await client.post('/api/search/perform', { search_id: rows[0]?.search_id })
  expect(body.persons).toHaveLength(2)
  expect(body.headline).toEqual({ code: 'one', people: 1 })
  expect(rows[0]).toMatchObject({
    outcome: 'probable',
    people: 1,
    headline_text: 'По этому адресу один человек',
    best: { label: 'probable', name: 'Тихонов Лев Ильич' }
  })
})
