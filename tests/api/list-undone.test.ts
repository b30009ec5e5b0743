import { expect, test } from 'bun:test'
import { undoBatch } from '#api/features/imports/batches.ts'
import { finishDeletions } from '#api/features/indices/service.ts'
import { runLists } from '#api/features/search/lists/service.ts'
import type { List } from '#shared/contracts/lists/lists.ts'
import { ROLE_ADMIN, ROLE_USER } from '#shared/labels/roles.ts'
import { booksIn } from '#tests/kit/account-books.ts'
import { draftOf, listOf, rowsOf } from '#tests/kit/lists.ts'
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { until } from '#tests/kit/until.ts'

const ROWS = 300
const CREDITS = 1_000
const LETTERS = 'бвгдзклмнпрстф'

const app = startedApp(() => load('stays', [['1', 'Остаев Илья Андреевич', '01.02.1980']]))

const load = (key: string, rows: string[][]) =>
  loadSource(app, key, {
    title: `Источник ${key}`,
    kind: 'ordinary',
    columns: columnsOf({ 'Номер записи': 'record_number', ФИО: 'full_name', 'Дата рождения': 'birth_date' }),
    rows
  })

const surname = (at: number) =>
  `Уход${LETTERS[at % 14]}а${LETTERS[Math.trunc(at / 14) % 14]}о${LETTERS[Math.trunc(at / 196)]}ов`
const personOf = (at: number) => [`${at}`, `${surname(at)} Илья Андреевич`, '14.03.1981']
const PEOPLE = Array.from({ length: ROWS }, (_, at) => personOf(at))
const LINES = PEOPLE.map(([, name, day]) => `${name} ${day}`)

/** Takes a source's records away once some rows of a list are answered, and waits for the list. */
async function runWhile(client: Person, takeAway: () => Promise<unknown>): Promise<List> {
  app.context.sources.forget()
  const { id } = await draftOf(client, [...LINES, 'Остаев Илья Андреевич 01.02.1980'])
  expect((await client.post(`/api/lists/${id}/start`, {})).status).toBe(200)
  const stop = runLists(app.context)
  try {
    await until(
      () => listOf(client, id),
      ({ answered }) => answered > 3
    )
    await takeAway()
    return await until(
      () => listOf(client, id),
      ({ state }) => state !== 'running'
    )
  } finally {
    await stop()
  }
}

/** Each row is answered and charged once; nobody is named any more but who stands in the source that is left. */
async function expectAnswered(client: Person, list: List): Promise<void> {
  expect(list).toMatchObject({ state: 'done', answered: ROWS + 1, charged: ROWS + 1, failed: 0 })
  const rows = await rowsOf(client, list.id)
  expect(rows.filter(({ best }) => best !== null && best.name !== null).map(({ n }) => n)).toEqual([ROWS + 1])
  // Some were found before it went, and those of after it were not.
  expect(rows[0]).toMatchObject({ outcome: 'withdrawn', best: null })
  expect(rows.at(-2)).toMatchObject({ outcome: 'none', best: null })
  expect(await booksIn(app, client)).toMatchObject({
    balance: CREDITS - ROWS - 1,
    ledger: CREDITS - ROWS - 1,
    charges: ROWS + 1
  })
}

test('an import that is undone in the midst names nobody from then on; each row is answered and charged once', async () => {
  const client = await signedInAs(app, ROLE_USER, CREDITS)
  const batch = await load('undone', PEOPLE)
  const list = await runWhile(client, () => undoBatch(app.database.owner, app.context.book, batch, () => {}))
  await expectAnswered(client, list)
})

test('a source that is deleted in the midst is named, and the rows go on without it', async () => {
  const client = await signedInAs(app, ROLE_USER, CREDITS)
  const admin = await signedInAs(app, ROLE_ADMIN)
  await load('deleted', PEOPLE)
  const list = await runWhile(client, async () => {
    expect((await admin.delete('/api/auth/admin/es_indices/deleted')).status).toBe(200)
    await finishDeletions(app.context, CREDITS)
  })
  await expectAnswered(client, list)
  expect(list.sources_gone).toHaveLength(1)
})
