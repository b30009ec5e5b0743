import { afterAll, beforeAll, expect, test } from 'bun:test'
import { RecordsBackedUpError } from '#api/db/load-failure.ts'
import type { BookRemoved, SearchEngine } from '#api/engines/contract.ts'
import { createCurrentEngine } from '#api/engines/current-engine.ts'
import { openEngines } from '#api/engines/index.ts'
import { removeBatchRows } from '#api/engines/postgres/removal.ts'
import { snapshotRecords, whileWriting } from '#api/engines/record-holder.ts'
import { BusyError, undoBatch } from '#api/features/imports/service.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { until } from '#tests/kit/until.ts'

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const }
]
const silently = () => {}
/** Far more than a writer waits for a backup that steps back. */

let app: TestApp
let engines: SearchEngine[]
/** Of another process, with locks of its own. */
let elsewhere: SearchEngine
let batch: number

const load = (key: string, engine: SearchEngine, size = 20) =>
  loadSource({ database: app.database, context: { engine, secrets: app.context.secrets } }, key, {
    title: 'Миг копии',
    kind: 'ordinary',
    columns: COLUMNS,
    rows: Array.from({ length: size }, (_, at) => [`${at}`, 'Мигов'])
  })

beforeAll(async () => {
  app = await startApp({}, database => {
    // Records outside of the database, as far as a backup knows.
    engines = openEngines({ elasticsearchUrl: null }, database).map(engine => ({
      ...engine,
      openSnapshot: async () => ({ read: async () => ({ records: [], next: null }), close: async () => {} }),
      removeBatch: (id, book, onProgress, inTurn) =>
        removeBatchRows(database.owner, id, book, onProgress, { stepBlocks: 4, inTurn })
    }))
    return createCurrentEngine(engines, database)
  })
  await app.context.engine.open()
  elsewhere = createCurrentEngine(engines, app.database)
  batch = await load('first', app.context.engine)
})
afterAll(async () => {
  await elsewhere.close()
  await app.stop()
})

/** Begins to take a batch back, and waits in its first portion until it is told to go on. */
async function holdRemoval(id: number, ended: string[]) {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const book: BookRemoved = async (tx, counts) => {
    begun.resolve()
    await release.promise
    await bookRemoved(tx, counts)
    ended.push('portion')
  }
  const removing = app.context.engine
    .removeBatch(id, book, silently)
    .then(({ removed }) => ended.push(`removed ${removed}`))
  await begun.promise
  return { removing, release: release.resolve }
}

/** Waits until a backup is in the queue, where nobody who comes after it gets a turn before it. */
async function untilQueued(): Promise<void> {
  const isQueued = await until(async () => {
    const [row] = await app.database
      .owner`SELECT EXISTS (SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted) AS queued`
    return row?.queued === true
  })
  if (!isQueued) throw new Error('nobody waits for a turn')
}

/** Begins a backup, and waits until it is in the queue. */
async function beginBackup(ended: string[]): Promise<{ backingUp: Promise<unknown> }> {
  const backingUp = snapshotRecords(app.database.owner, engines, async () => {
    ended.push('backup')
  })
  await untilQueued()
  return { backingUp }
}

test('a backup that waits for a long removal lets others write meanwhile', async () => {
  const ended: string[] = []
  const { removing, release } = await holdRemoval(batch, ended)
  const { backingUp } = await beginBackup(ended)
  const writing = load('second', elsewhere).then(() => ended.push('load'))
  await writing
  await untilQueued()
  release()
  await Promise.all([removing, backingUp, writing])
  // The removal comes after the backup to see that nothing is left to do.
  expect(ended).toEqual(['load', 'portion', 'backup', 'removed 20'])
})

test('a backup begins between two portions of a long removal', async () => {
  const ended: string[] = []
  const long = await load('long', app.context.engine, 2_000)
  const { removing, release } = await holdRemoval(long, ended)
  const { backingUp } = await beginBackup(ended)
  release()
  await Promise.all([removing, backingUp])
  expect(ended.slice(0, 3)).toEqual(['portion', 'backup', 'portion'])
  expect(ended.at(-1)).toBe('removed 2000')
})

test('a backup whose moment lasts keeps no removal waiting, and a writer hears why', async () => {
  const { owner, openConnection } = app.database
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const backingUp = snapshotRecords(owner, engines, async () => {
    begun.resolve()
    await release.promise
  })
  await begun.promise
  const { engine } = app.context
  await expect(engine.removeOfSource('first', 10, bookRemoved)).rejects.toThrow(RecordsBackedUpError)
  const connection = openConnection({})
  const impatient: SearchEngine = {
    ...engine,
    removeBatch: (...removal) => whileWriting(connection, () => engine.removeBatch(...removal), 100)
  }
  const undo = undoBatch(owner, impatient, batch, silently)
  await expect(undo).rejects.toThrow(BusyError)
  await expect(undo).rejects.toThrow('Сейчас снимается копия')
  await expect(whileWriting(connection, async () => {}, 100)).rejects.toThrow(RecordsBackedUpError)
  release.resolve()
  await backingUp
  await connection.close()
})
