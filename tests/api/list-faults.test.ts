import { describe, expect, test } from 'bun:test'
import { runLists } from '#api/features/search/lists/service.ts'
import { ROLE_USER } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { draftOf, listOf, rowsOf, runToEnd } from '#tests/kit/lists.ts'
import { type Person, registerAndLogin, signedInAs } from '#tests/kit/people.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadPeople } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { suppress } from '#tests/kit/suppress.ts'
import { until } from '#tests/kit/until.ts'

const app = startedApp(loadPeople, startOnPostgres)

const IVANOV = 'Иванов Иван Иванович 01.02.1980'
const start = (client: Person, id: string) => client.post(`/api/lists/${id}/start`, {})
const tryNow = () => app.database.owner`UPDATE list_row SET try_after = now() WHERE try_after IS NOT NULL`

test('a row of a source that fails is tried three times, later, then named; it is free, and can be tried again', async () => {
  const client = await registerAndLogin(app)
  const [row] = await app.database.owner<{ id: string; doc: string }[]>`SELECT id::text AS id, doc FROM rec
    WHERE src = (SELECT id FROM source WHERE key = 'kit_phones') AND doc LIKE '%Иванов Иван%' LIMIT 1`
  await app.database.owner`UPDATE rec SET doc = '{broken' WHERE id = ${row?.id ?? ''}::int8`
  const { id } = await draftOf(client, [IVANOV, 'Чудоюдов Роман'])
  const stop = runLists(app.context)
  try {
    await start(client, id)
    const tried = await until(
      () => listOf(client, id),
      ({ retried, answered }) => retried === 1 && answered === 1
    )
    expect(tried).toMatchObject({ state: 'running', charged: 1, left: 1, failed: 0 })
    const ended = await until(
      async () => {
        await tryNow()
        return await listOf(client, id)
      },
      ({ state }) => state === 'done'
    )
    expect(ended).toMatchObject({ failed: 1, charged: 1, left: 0 })
    const [first] = await rowsOf(client, id)
    expect(first).toMatchObject({ outcome: 'failed', reason: 'SOURCE_SILENT', tries: 3, charged: 0 })
    expect(first?.reason_text).toBe('Ответили не все источники. Попыток: 3. Не списано.')

    await app.database.owner`UPDATE rec SET doc = ${row?.doc ?? ''} WHERE id = ${row?.id ?? ''}::int8`
    expect((await start(client, id)).status).toBe(200)
    const again = await until(
      () => listOf(client, id),
      ({ state }) => state === 'done'
    )
    expect(again).toMatchObject({ failed: 0, answered: 2, charged: 2 })
    expect(await booksIn(app, client)).toMatchObject({ balance: 3, charges: 2 })
  } finally {
    await stop()
  }
})

describe('two tabs', () => {
  test('pause a list once and go on once; a stopped one never goes on', async () => {
    const client = await registerAndLogin(app)
    const { id } = await draftOf(client, ['Чудоюдов Роман', 'Чудоюдова Инна'])
    await start(client, id)
    const both = async (act: string) => {
      const answers = await Promise.all([1, 2].map(() => client.post(`/api/lists/${id}/${act}`, {})))
      return answers.map(({ status }) => status).sort()
    }
    expect(await both('pause')).toEqual([200, 409])
    expect(await listOf(client, id)).toMatchObject({ state: 'paused', pause_reason: 'user', charged: 0 })
    expect(await both('start')).toEqual([200, 409])
    expect(await both('stop')).toEqual([200, 409])
    expect((await start(client, id)).body.code).toBe('LIST_STATE')
    const stop = runLists(app.context)
    await stop()
    expect(await listOf(client, id)).toMatchObject({
      state: 'stopped',
      charged: 0,
      left: 0,
      price: 0,
      skips: { STOPPED: 2 }
    })
    expect((await rowsOf(client, id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['skipped', 'STOPPED'],
      ['skipped', 'STOPPED']
    ])
  })
})

test('two lists of the same rows that run at once share nothing but the answers', async () => {
  const client = await registerAndLogin(app)
  const lines = ['Сидорова Анна Павловна 14.03.1985', IVANOV, 'Чудоюдов Роман']
  const lists = [await draftOf(client, lines), await draftOf(client, lines.toReversed())]
  for (const { id } of lists) await start(client, id)
  const stops = [runLists(app.context), runLists(app.context)]
  try {
    for (const { id } of lists)
      expect(
        await until(
          () => listOf(client, id),
          ({ state }) => state === 'done'
        )
      ).toMatchObject({ answered: 3 })
  } finally {
    await Promise.all(stops.map(stop => stop()))
  }
  expect(await booksIn(app, client)).toMatchObject({ balance: 2, charges: 3 })
})

test('nothing of a list is charged once its pause was answered', async () => {
  const client = await signedInAs(app, ROLE_USER, 2_000)
  const lines = Array.from({ length: 1_000 }, (_, at) => `Чудоюдов Роман ${1_000 + at}`)
  const { id } = await draftOf(client, lines)
  await start(client, id)
  const stop = runLists(app.context)
  try {
    await until(
      () => listOf(client, id),
      ({ charged }) => charged > 10
    )
    expect((await client.post(`/api/lists/${id}/pause`, {})).status).toBe(200)
    const { balance } = await booksIn(app, client)
    await stop()
    expect((await booksIn(app, client)).balance).toBe(balance)
    expect(balance).toBeGreaterThan(1_000)
  } finally {
    await stop()
  }
})

test('a source that is switched off in the midst is named, and nobody is shown from it', async () => {
  const client = await registerAndLogin(app)
  const { owner } = app.database
  const { id } = await draftOf(client, [IVANOV])
  await start(client, id)
  await runToEnd(app, client, id)
  try {
    await owner`UPDATE source SET status = 'disabled'`
    app.context.sources.forget()
    const list = await until(
      () => listOf(client, id),
      ({ sources_gone }) => sources_gone.length > 0
    )
    expect(list.sources_gone).toContain('Проверочный реестр')
    const [row] = await rowsOf(client, id)
    expect(row).toMatchObject({
      outcome: 'withdrawn',
      best: null
    })
  } finally {
    await owner`UPDATE source SET status = 'active' WHERE basis IS NOT NULL`
    app.context.sources.forget()
  }
})

test('a source that is switched off while a list runs is left out of the rows that come', async () => {
  const client = await signedInAs(app, ROLE_USER, 1_000)
  const { owner } = app.database
  const lines = Array.from({ length: 200 }, (_, at) => `Чудоюдов Роман ${1_000 + at}`)
  const { id } = await draftOf(client, [...lines, IVANOV])
  await start(client, id)
  const stop = runLists(app.context)
  try {
    await until(
      () => listOf(client, id),
      ({ charged }) => charged > 0
    )
    await owner`UPDATE source SET status = 'disabled'`
    app.context.sources.forget()
    const list = await until(
      () => listOf(client, id),
      ({ state }) => state !== 'running'
    )
    expect(list).toMatchObject({ state: 'done', answered: 201, charged: 201, failed: 0 })
    expect(list.sources_gone).toContain('Проверочный реестр')
    const last = (await rowsOf(client, id)).at(-1)
    expect(last).toMatchObject({ outcome: 'none', best: null, sources: 0 })
  } finally {
    await stop()
    await owner`UPDATE source SET status = 'active' WHERE basis IS NOT NULL`
    app.context.sources.forget()
  }
})

test('a balance that an administrator lowers in the midst is spent, and then the list pauses', async () => {
  const client = await signedInAs(app, ROLE_USER, 500)
  const lines = Array.from({ length: 400 }, (_, at) => `Чудоюдов Роман ${1_000 + at}`)
  const { id } = await draftOf(client, lines)
  await start(client, id)
  const stop = runLists(app.context)
  try {
    await until(
      () => listOf(client, id),
      ({ charged }) => charged > 0
    )
    await app.database.owner.begin(async tx => {
      const [user] = await tx`SELECT requests_count FROM users WHERE id = ${client.user.id} FOR UPDATE`
      await tx`SELECT post_credit(${client.user.id}, 'grant', 'lowered', ${3 - user.requests_count})`
    })
    const list = await until(
      () => listOf(client, id),
      ({ state }) => state !== 'running'
    )
    expect(list).toMatchObject({ state: 'paused', pause_reason: 'credits', balance: 0 })
    const books = await booksIn(app, client)
    expect(books).toMatchObject({ balance: 0, ledger: 0, charges: list.charged, audits: list.charged })
  } finally {
    await stop()
  }
})

test('somebody who is suppressed since is named by no row and no export', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, ['Сидорова Анна Павловна 14.03.1985'])
  await start(client, id)
  await runToEnd(app, client, id)
  expect((await rowsOf(client, id))[0]?.best?.name).toBe('Сидорова Анна Павловна')
  try {
    await suppress(app, { kind: 'phone', value: '9743186022' })
    const row = async () => (await rowsOf(client, id))[0]
    const shown = await until(row, now => now?.best?.name !== 'Сидорова Анна Павловна')
    const nothing = { best: null, people: 0, sources: 0, results_count: 0, verdict: null, note: null }
    expect(shown).toMatchObject({ outcome: 'withdrawn', ...nothing })
    const csv = (await client.get(`/api/lists/${id}/export?format=csv`)).body as unknown as string
    expect(csv).not.toContain(';Сидорова Анна Павловна;')
    expect(csv).toContain(';больше не показывается;')
  } finally {
    await app.database.owner`DELETE FROM suppression`
    app.context.sources.forget()
  }
})

test('a changed password and an ended session stop no list', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, ['Чудоюдов Роман'])
  await start(client, id)
  const password = 'another-horse-9'
  const changed = await client.post('/api/profile/change-password', {
    current_password: client.password,
    new_password: password,
    confirm_password: password
  })
  expect(changed.status).toBe(200)
  await runToEnd(app, client, id)
  expect(await listOf(client, id)).toMatchObject({ state: 'done', charged: 1 })
})

test('its events tell of a list until it stands still', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, ['Чудоюдов Роман', 'Чудоюдова Инна'])
  await start(client, id)
  const response = await client.request(`/api/lists/${id}/events`)
  expect(response.headers.get('content-type')).toStartWith('text/event-stream')
  const stop = runLists(app.context)
  const text = await response.text()
  await stop()
  const states = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data).state)
  expect(states[0]).toBe('running')
  expect(states.at(-1)).toBe('done')
})

test('its events end when it is deleted, and are not found from then on', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, ['Чудоюдов Роман'])
  await start(client, id)
  const response = await client.request(`/api/lists/${id}/events`)
  expect((await client.delete(`/api/lists/${id}`)).status).toBe(200)
  expect(await response.text()).toContain('"state":"running"')
  expect((await client.get(`/api/lists/${id}/events`)).status).toBe(404)
})

test('a process that stops lets another one take its list at once', async () => {
  const client = await registerAndLogin(app)
  const { id } = await draftOf(client, ['Чудоюдов Роман'])
  const stop = runLists(app.context)
  await start(client, id)
  await stop()
  const [list] = await app.database.owner`SELECT lease_until FROM list ORDER BY id DESC LIMIT 1`
  expect(list?.lease_until ?? null).toBeNull()
  expect(await runToEnd(app, client, id)).toMatchObject({ state: 'done' })
})
