import { afterAll, beforeAll, expect, test } from 'bun:test'
import { whileNobodyWrites } from '#api/engines/record-holder.ts'
import { WAITING_TEXTS } from '#api/features/imports/import-error.ts'
import { createRemovals } from '#api/features/indices/removals.ts'
import { resumeRemovals } from '#api/features/indices/service.ts'
import { startAdministered } from '#tests/kit/administered-app.ts'
import type { Person } from '#tests/kit/people.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'
import type { Uploader } from '#tests/kit/uploads.ts'

const INDICES = '/api/auth/admin/es_indices'

let app: TestApp
let admin: Person
let files: Uploader
beforeAll(async () => {
  ;({ app, admin, files } = await startAdministered())
})
afterAll(() => app.stop())

const rows = (at: number) => `ФИО,Телефон\nПереносов Иван,8973100002${at}\n`
const indexOf = async (key: string) => (await admin.get(`${INDICES}/${key}`)).body.index

async function load(key: string, at: number): Promise<void> {
  const id = await files.send(`${key}.csv`, rows(at))
  await files.start(id, { source: key })
  await files.until(id, ({ state }) => state === 'done')
}

/** Holds all writing as a move of all records does; returns what ends it. */
async function beginMove(): Promise<() => Promise<void>> {
  const left = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const moving = whileNobodyWrites(app.database.owner, async () => {
    begun.resolve()
    await left.promise
  })
  await begun.promise
  return async () => {
    left.resolve()
    await moving
  }
}

test('an import waits for the end of a move, says so, and goes on', async () => {
  const endMove = await beginMove()
  const id = await files.send('arriving.csv', rows(1))
  await files.start(id, { source: 'arriving' })
  const waiting = await files.until(
    id,
    ({ state, progress }) => state === 'waiting' && progress?.note !== null
  )
  expect(waiting.progress?.note).toBe(WAITING_TEXTS.move)
  await endMove()
  const done = await files.until(id, ({ state }) => state === 'done')
  expect([done.report?.added, done.progress?.note]).toEqual([1, null])
})

test('a change of kinds waits for the end of a move, says so, and goes on', async () => {
  await load('changing', 2)
  const endMove = await beginMove()
  expect((await admin.post(`${INDICES}/changing/remap`, { columns: { ФИО: 'other' } })).status).toBe(200)
  const readRemap = async () => (await indexOf('changing')).remap
  const waiting = await until(
    readRemap,
    ({ state, progress }) => state === 'failed' || (state === 'waiting' && progress.note !== null)
  )
  expect([waiting.state, waiting.progress.note]).toEqual(['waiting', WAITING_TEXTS.move])
  await endMove()
  expect((await until(readRemap, ({ state }) => state === 'done')).failure).toBeNull()
})

test.each([
  ['the same process', 'undone', 3],
  ['another process', 'undone_elsewhere', 4]
])('an undo waits for the end of a move, says so, and goes on by %s', async (by, key, row) => {
  await load(key, row)
  const [batch] = (await indexOf(key)).batches
  const endMove = await beginMove()
  const answer = await admin.post(`${INDICES}/${key}/batches/${batch.id}/undo`)
  expect([answer.status, answer.body.removal]).toEqual([200, null])
  const [waiting] = (await indexOf(key)).batches
  expect([waiting.state, waiting.undo_note]).toEqual(['undoing', WAITING_TEXTS.move])
  await endMove()
  const { removals } = app.context
  await resumeRemovals({
    ...app.context,
    removals: by === 'another process' ? createRemovals() : removals
  })
  const readBatch = async () => (await indexOf(key)).batches[0]
  const undone = await until(readBatch, ({ state }) => state === 'undone')
  expect([undone.undo_note, (await indexOf(key)).records]).toEqual([null, 0])
})
