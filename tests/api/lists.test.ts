import { describe, expect, test } from 'bun:test'
import { claimList } from '#api/features/search/lists/lease-store.ts'
import { runLists } from '#api/features/search/lists/service.ts'
import { LIST_ROWS_MAX } from '#shared/constants.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { draftOf, listOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin, setCredits, signedInAs } from '#tests/kit/people.ts'
import { programOf } from '#tests/kit/public-api.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'

const app = startedApp(loadPeople)

const IVANOV = 'Иванов Иван Иванович 01.02.1980'
const SIDOROVA = 'Сидорова Анна Павловна 14.03.1985'
const NOBODY = 'Чудоюдов Роман Игоревич'
const start = (client: Person, id: string, most?: number) => client.post(`/api/lists/${id}/start`, { most })

describe('a draft', () => {
  test('says the price with what is subtracted from it, and charges nothing', async () => {
    const client = await registerAndLogin(app)
    const { status, body } = await client.post('/api/lists', {
      title: 'Проверка 27.11',
      lines: [IVANOV, 'ИВАНОВ ИВАН ИВАНОВИЧ, 01.02.1980', NOBODY, 'нет данных', '']
    })
    expect(status).toBe(201)
    expect(body.list).toMatchObject({
      title: 'Проверка 27.11',
      state: 'draft',
      rows: 4,
      searchable: 2,
      repeats: 1,
      skipped: 1,
      price: 2,
      balance: 5,
      balance_after: 3
    })
    expect(body.sample.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'waiting',
      'repeat',
      'waiting',
      'skipped'
    ])
    expect(await booksIn(app, client)).toMatchObject({ balance: 5, charges: 0, history: 0 })
  })

  test.each<[what: string, sent: object, status: number, code: string]>([
    ['nothing', {}, 400, 'LIST_EMPTY'],
    ['no lines', { lines: [] }, 400, 'LIST_EMPTY'],
    ['blank lines', { lines: ['', ' '] }, 400, 'LIST_EMPTY'],
    ['numbers', { lines: [1] }, 400, 'BAD_INPUT'],
    ['10,001 lines', { lines: 'Иванов\n'.repeat(LIST_ROWS_MAX + 1) }, 400, 'LIST_TOO_LONG'],
    ['a long title', { lines: [IVANOV], title: 'я'.repeat(121) }, 400, 'LIST_TITLE_TOO_LONG'],
    ['12 MB', { lines: 'я'.repeat(6 * 1024 ** 2) }, 413, 'LIST_FILE_TOO_LARGE']
  ])('of %s is refused', async (_what, sent, status, code) => {
    const client = await registerAndLogin(app)
    const answer = await client.post('/api/lists', sent)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  })

  test('leaves out with a reason what is no line of one person', async () => {
    const client = await registerAndLogin(app)
    const people = ['Иванов Иван', 'Петров Пётр', 'Сидорова Анна', 'Котов Олег', 'Лисов Ян'].join('; ')
    const list = await draftOf(client, [
      'И'.repeat(513),
      people,
      '---',
      `${IVANOV} ${'слово '.repeat(99)}`,
      IVANOV
    ])
    const rows = await rowsOf(client, list.id)
    expect(rows.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['skipped', 'QUERY_TOO_LONG'],
      ['skipped', 'LIST_OF_PEOPLE'],
      ['skipped', 'NOTHING_TO_SEARCH'],
      ['skipped', 'QUERY_TOO_LONG'],
      ['waiting', null]
    ])
  })

  test('is nobody else’s', async () => {
    const list = await draftOf(await registerAndLogin(app), [IVANOV])
    const other = await registerAndLogin(app)
    const calls = [
      other.get(`/api/lists/${list.id}`),
      other.get(`/api/lists/${list.id}/rows`),
      other.get(`/api/lists/${list.id}/export?format=csv`),
      other.get(`/api/lists/${list.id}/events`),
      other.post(`/api/lists/${list.id}/start`, {}),
      other.post(`/api/lists/${list.id}/pause`, {}),
      other.put(`/api/lists/${list.id}/rows/1/verdict`, { verdict: 'same' }),
      other.delete(`/api/lists/${list.id}`)
    ]
    for (const { status, body } of await Promise.all(calls))
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' })
  })

  test('of 10,000 repeats costs one request', async () => {
    const client = await registerAndLogin(app)
    const list = await draftOf(
      client,
      Array.from({ length: LIST_ROWS_MAX }, () => IVANOV)
    )
    expect(list).toMatchObject({ rows: LIST_ROWS_MAX, repeats: LIST_ROWS_MAX - 1, price: 1 })
    await start(client, list.id)
    expect(await runToEnd(app, client, list.id)).toMatchObject({ state: 'done', charged: 1, answered: 1 })
    expect(await booksIn(app, client)).toMatchObject({ balance: 4, charges: 1 })
    const last = (await client.get(`/api/lists/${list.id}/rows?cursor=${LIST_ROWS_MAX - 1}`)).body.rows
    expect(last).toMatchObject([{ n: LIST_ROWS_MAX, outcome: 'repeat', best: { label: 'match' } }])
  })
})

describe('a list that runs', () => {
  test('answers each row, charges it once, and is one line of the history', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [IVANOV, IVANOV, SIDOROVA, NOBODY, 'нет данных'])
    expect((await start(client, id)).body.list.state).toBe('running')
    const list = await runToEnd(app, client, id)
    expect(list).toMatchObject({ state: 'done', answered: 3, charged: 3, left: 0, failed: 0, balance: 2 })
    const rows = await rowsOf(client, id)
    expect(rows.map(({ outcome, charged }) => [outcome, charged])).toEqual([
      ['one', 1],
      ['repeat', 0],
      ['one', 1],
      ['none', 1],
      ['skipped', 0]
    ])
    expect(rows[0]?.best).toMatchObject({
      label: 'match',
      name: 'Иванов Иван Иванович',
      birth_date: '1980-02-01'
    })
    expect(rows[0]?.best?.reasons.map(({ code }) => code)).toContain('same_full_name_and_birth_date')
    expect(rows[1]).toMatchObject({ repeat_of: 1, search_id: rows[0]?.search_id ?? '' })
    const books = await booksIn(app, client)
    expect(books).toEqual({ balance: 2, ledger: 2, charges: 3, history: 4, audits: 3 })
    const { body: history } = await client.get('/api/search_history')
    expect(history.data).toHaveLength(1)
    expect(history.data[0]).toMatchObject({
      query: 'Проверка',
      results_count: 5,
      list: { id, state: 'done' }
    })
    const [pending] = await app.database
      .owner`SELECT count(*)::int AS count FROM search_delivery WHERE user_id = ${client.user.id}`
    expect(pending?.count).toBe(0)
    const opened = await client.post('/api/search/perform', { search_id: rows[0]?.search_id })
    expect(opened.body).toMatchObject({ charged: 0, headline: { code: 'one' } })
  })

  test('starts once of two calls at once', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [NOBODY])
    const starts = await Promise.all([start(client, id), start(client, id)])
    expect(starts.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await start(client, id)).body.code).toBe('LIST_STATE')
  })

  test('is refused without the credits, and searches the rows that fit', async () => {
    const client = await signedInAs(app, ROLE_USER, 2)
    const lines = ['Альфов Ян', 'Бетов Ян', 'Гаммов Ян', 'Дельтов Ян']
    const { id, affordable, balance_after } = await draftOf(client, lines)
    expect({ affordable, balance_after }).toEqual({ affordable: 2, balance_after: null })
    expect((await start(client, id)).body.code).toBe('NO_CREDITS')
    await start(client, id, 2)
    const list = await runToEnd(app, client, id)
    expect(list).toMatchObject({ state: 'done', charged: 2, balance: 0 })
    const rows = await rowsOf(client, id)
    expect(rows.map(({ reason }) => reason)).toEqual([null, null, 'LEFT_OUT', 'LEFT_OUT'])
  })

  test('pauses by itself when the credits end, and goes on when told', async () => {
    const client = await signedInAs(app, ROLE_USER, 4)
    const { id } = await draftOf(client, ['Альфов Ян', 'Бетов Ян', 'Гаммов Ян', 'Дельтов Ян'])
    await start(client, id)
    await setCredits(app, client.username, 2)
    const paused = await runToEnd(app, client, id)
    expect(paused).toMatchObject({
      state: 'paused',
      pause_reason: 'credits',
      charged: 2,
      left: 2,
      balance: 0
    })
    await setCredits(app, client.username, 9)
    expect((await listOf(client, id)).state).toBe('paused')
    await start(client, id)
    expect(await runToEnd(app, client, id)).toMatchObject({ state: 'done', charged: 4, balance: 7 })
  })

  test('of a blocked user stands still within a second, and goes on when they are let in', async () => {
    const client = await signedInAs(app, ROLE_USER, 1_000)
    const lines = Array.from(
      { length: 900 },
      (_, at) => `Чудоюдов Роман 0${1 + (at % 9)}.01.${1900 + Math.floor(at / 9)}`
    )
    const { id } = await draftOf(client, lines)
    await start(client, id)
    const leave = runLists(app.context)
    const { owner } = app.database
    const listRow = async () =>
      (
        await owner`SELECT l.runner, (SELECT count(*)::int FROM list_row WHERE list_id = l.id AND state = 'done') AS done
        FROM list l WHERE l.user_id = ${client.user.id}`
      )[0]
    try {
      await until(listRow, ({ done }) => done > 0)
      await owner`UPDATE users SET blocked_at = now(), blocked_reason = 'проверка' WHERE id = ${client.user.id}`
      const stood = await until(listRow, ({ runner }) => runner === null)
      expect(stood.done).toBeLessThan(lines.length)
      expect(await claimList(app.context.sql, 'another')).toBeNull()
      expect(await listRow()).toEqual(stood)
      await owner`UPDATE users SET blocked_at = NULL, blocked_reason = NULL WHERE id = ${client.user.id}`
      await until(listRow, ({ done }) => done > stood.done)
      expect((await listRow()).done).toBeGreaterThan(stood.done)
    } finally {
      await leave()
    }
  })

  test('ends with its user, without a charge that nobody has', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, ['Альфов Ян', 'Бетов Ян'])
    await start(client, id)
    await app.database.owner`DELETE FROM users WHERE id = ${client.user.id}`
    const stop = runLists(app.context)
    await stop()
    const [left] = await app.database
      .owner`SELECT (SELECT count(*)::int FROM list WHERE user_id = ${client.user.id}) AS lists,
      (SELECT count(*)::int FROM credit_ledger WHERE user_id = ${client.user.id} AND kind = 'search') AS charges`
    expect(left).toEqual({ lists: 0, charges: 0 })
  })

  test('is deleted with its rows, verdicts and searches; money and audit stay', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [IVANOV])
    await start(client, id)
    await runToEnd(app, client, id)
    expect((await client.delete(`/api/lists/${id}`)).status).toBe(200)
    expect((await client.get(`/api/lists/${id}`)).status).toBe(404)
    expect(await booksIn(app, client)).toEqual({ balance: 4, ledger: 4, charges: 1, history: 0, audits: 1 })
  })

  test('keeps its rows when the history is cleared', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, [IVANOV])
    await start(client, id)
    await runToEnd(app, client, id)
    await client.delete('/api/search_history')
    expect((await client.get('/api/search_history')).body.data).toEqual([])
    const [row] = await rowsOf(client, id)
    const opened = await client.post('/api/search/perform', { search_id: row?.search_id })
    expect(opened.status).toBe(200)
  })
})

describe('a program', () => {
  test('makes, runs and reads a list by its token', async () => {
    const client = await registerAndLogin(app)
    const program = await programOf(client, app.url)
    const draft = await program.askInTurn('/api/lists', { lines: [IVANOV] })
    expect(draft.status).toBe(201)
    const { id } = draft.body.list
    expect((await program.askInTurn(`/api/lists/${id}/start`)).body.list.state).toBe('running')
    await runToEnd(app, client, id)
    const bearer = { headers: { authorization: `Bearer ${program.token}` } }
    const rows = await until(
      () => app.request(`/api/lists/${id}/rows`, bearer),
      ({ status }) => status !== 429
    )
    expect(await rows.json()).toMatchObject({ rows: [{ outcome: 'one' }] })
    expect((await app.request('/api/lists')).status).toBe(401)
    expect((await app.request('/api/lists', { headers: { authorization: 'Bearer ps_no' } })).status).toBe(401)
  })
})
