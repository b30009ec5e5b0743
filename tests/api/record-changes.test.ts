import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { SQL } from 'bun'
import fc from 'fast-check'
import {
  changesBehind,
  type FollowerPosition,
  follow,
  readChanges,
  sourcesBehind,
  storeFollowerPosition,
  unfollow,
  unindexedAmong
} from '#api/book/changes.ts'
import { createIndexRecords } from '#api/book/index-record.ts'
import { undoBatch } from '#api/features/imports/batches.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { columnsOf, loadSource } from '#tests/kit/sources.ts'
import type { TestApp } from '#tests/kit/start-app.ts'
import { storedRecords } from '#tests/kit/stored-records.ts'

const COLUMNS = columnsOf({ Номер: 'record_number', Фамилия: 'last_name' })
const silent = () => {}

let app: TestApp
let owner: SQL
beforeEach(async () => {
  app = await startOnPostgres()
  owner = app.database.owner
})
afterEach(() => app.stop())

/** Rows by the numbers of records. */
const load = (key: string, surnames: Record<string, string>) =>
  loadSource(app, key, {
    title: 'Журнал',
    kind: 'ordinary',
    columns: COLUMNS,
    rows: Object.entries(surnames)
  })
const numberOf = (key: string, rid: string) => String(recordNumber(`${key}:${rid}`))
const noted = async () => (await owner`SELECT FROM record_change`).length

/** All that a follower lacks: records by their `rid`, and numbers of those that are gone. */
async function takeChanges(follower: string, limit = 2) {
  const put: string[] = []
  const removed: string[] = []
  for (let place: FollowerPosition | null = null; ; ) {
    const changes = await readChanges(owner, follower, place, limit)
    const numbers = `{${changes.records.map(({ number }) => number).join(',')}}`
    const rows = await owner<{ rid: string }[]>`SELECT rid FROM rec WHERE id = ANY (${numbers}::int8[])`
    put.push(...rows.map(({ rid }) => rid))
    removed.push(...changes.removed.map(({ number }) => number))
    place = changes.upTo
    if (!place) return { put: put.toSorted(), removed: removed.toSorted() }
    await storeFollowerPosition(owner, follower, place)
  }
}

test('a change is noted in whatever way a record changes, and none while nobody follows', async () => {
  await load('ways', { 1: 'Первов' })
  expect(await noted()).toBe(0)
  await follow(owner, 'index')
  await follow(owner, 'index')
  const none = { put: [], removed: [] }
  expect(await takeChanges('index')).toEqual(none)

  const all = { 2: 'Второв', 3: 'Третьяков', 4: 'Четвертов' }
  await load('ways', all)
  expect(await takeChanges('index')).toEqual({ put: ['2', '3', '4'], removed: [] })
  await load('ways', { ...all, 2: 'Второв' })
  expect(await takeChanges('index')).toEqual(none)

  const batch = await load('ways', { 2: 'Двойнов', 3: 'Третьяков', 5: 'Пятов' })
  expect(await takeChanges('index')).toEqual({ put: ['2', '5'], removed: [] })
  await undoBatch(owner, app.context.book, batch, silent)
  expect(await takeChanges('index')).toEqual({ put: ['2'], removed: [numberOf('ways', '5')] })

  const make = createIndexRecords({ key: 'ways', columns: COLUMNS }, app.context.secrets.suppress)
  const remake = async () => {
    let next: string | null = null
    do {
      const portion = await app.context.book.rekey('ways', next, (rid, values) =>
        make(rid, rid === '3' ? [rid, 'Троев'] : values)
      )
      next = portion.next
    } while (next !== null)
  }
  await remake()
  expect(await takeChanges('index')).toEqual({ put: ['3'], removed: [] })
  await remake()
  expect(await takeChanges('index')).toEqual(none)

  expect(await app.context.book.removeOfSource('ways', 3, bookRemoved)).toBe(3)
  const left = new Set((await storedRecords(app)).map(({ rid }) => rid))
  const gone = ['1', '2', '3', '4'].filter(rid => !left.has(rid)).map(rid => numberOf('ways', rid))
  expect(await takeChanges('index')).toEqual({ put: [], removed: gone.toSorted() })
  expect(await noted()).toBe(0)

  await unfollow(owner, 'index')
  expect(await changesBehind(owner, 'index')).toBeNull()
  await load('ways', { 9: 'Девятов' })
  expect(await noted()).toBe(0)
})

test('two followers have places of their own, and a change stays until the last one has it', async () => {
  await follow(owner, 'fast')
  await follow(owner, 'slow')
  await load('two', { 1: 'Первов', 2: 'Второв' })
  expect((await takeChanges('fast')).put).toEqual(['1', '2'])
  expect([await changesBehind(owner, 'fast'), await changesBehind(owner, 'slow')]).toEqual([0, 2])
  await follow(owner, 'late')
  await load('two', { 3: 'Третьяков' })
  expect((await takeChanges('late')).put).toEqual(['3'])
  expect((await takeChanges('fast')).put).toEqual(['3'])
  expect(await noted()).toBe(3)
  expect((await takeChanges('slow')).put).toEqual(['1', '2', '3'])
  expect(await noted()).toBe(0)
  await load('two', { 4: 'Четвертов' })
  await unfollow(owner, 'slow')
  expect((await takeChanges('fast')).put).toEqual(['4'])
  expect((await takeChanges('late')).put).toEqual(['4'])
  expect(await noted()).toBe(0)
})

test('a place that is noted late moves nothing back', async () => {
  await follow(owner, 'index')
  await load('late', { 1: 'Первов', 2: 'Второв' })
  const first = await readChanges(owner, 'index', null, 1)
  const second = await readChanges(owner, 'index', first.upTo, 1)
  for (const { upTo } of [second, first]) if (upTo) await storeFollowerPosition(owner, 'index', upTo)
  expect(await changesBehind(owner, 'index')).toBe(0)
  expect(await takeChanges('index')).toEqual({ put: [], removed: [] })
})

test('says that nobody knows what has changed where nobody follows', async () => {
  await follow(owner, 'index')
  await load('forgotten', { 1: 'Первов' })
  expect(await unindexedAmong(owner, 'index', ['7'])).toEqual(new Set())
  await unfollow(owner, 'index')
  expect(await unindexedAmong(owner, 'index', ['7'])).toBe(null)
  expect(await sourcesBehind(owner, 'index')).toBe(null)
})

test('tells which records and which sources an index lacks something of', async () => {
  await follow(owner, 'index')
  await load('behind', { 1: 'Первов', 2: 'Второв' })
  await load('handled', { 1: 'Первов' })
  await takeChanges('index')
  const numbers = [numberOf('behind', '1'), numberOf('behind', '2'), numberOf('handled', '1'), '7']
  const among = async () => [...((await unindexedAmong(owner, 'index', numbers)) ?? ['nobody knows'])]
  const sources = async () => {
    const ids = await sourcesBehind(owner, 'index')
    const rows = await owner<{ id: number; key: string }[]>`SELECT id, key FROM source ORDER BY key`
    return rows.filter(({ id }) => ids?.has(id)).map(({ key }) => key)
  }
  expect([
    await among(),
    await sources(),
    [...((await unindexedAmong(owner, 'index', [])) ?? ['nobody knows'])]
  ]).toEqual([[], [], []])
  await load('behind', { 2: 'Двойнов' })
  expect([await among(), await sources()]).toEqual([[numberOf('behind', '2')], ['behind']])
  await owner`DELETE FROM rec WHERE id = ${numberOf('handled', '1')}::int8`
  expect([(await among()).length, await sources()]).toEqual([2, ['behind', 'handled']])
  await takeChanges('index')
  expect([await among(), await sources()]).toEqual([[], []])
})

test('the version of a record grows with each of its changes, and is never that of another', async () => {
  await follow(owner, 'index')
  const versions: bigint[] = []
  for (const surname of ['Первов', 'Второв', 'Первов']) {
    await load('grows', { 1: surname, 2: 'Иной' })
    const { records, upTo } = await readChanges(owner, 'index', null, 100)
    if (upTo) await storeFollowerPosition(owner, 'index', upTo)
    versions.push(
      ...records
        .filter(({ number }) => number === numberOf('grows', '1'))
        .map(({ version }) => BigInt(version))
    )
  }
  await owner`DELETE FROM rec WHERE rid = '1'`
  const [gone] = (await readChanges(owner, 'index', null, 100)).removed
  versions.push(BigInt(gone?.version ?? 0))
  expect(versions).toHaveLength(4)
  expect(versions).toEqual(versions.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(new Set(versions).size).toBe(4)
})

/** What one transaction does: to records by their numbers, how long it lasts before and after, and how it ends. */
interface Act {
  changes: { id: number; removes: boolean }[]
  beforeMs: number
  afterMs: number
  commits: boolean
}

const IDS = 8
const KEYS_A_WRITER = 1_000
const act: fc.Arbitrary<Act> = fc.record({
  changes: fc.uniqueArray(fc.record({ id: fc.nat(IDS - 1), removes: fc.boolean() }), {
    selector: ({ id }) => id,
    minLength: 1,
    maxLength: 3
  }),
  beforeMs: fc.nat(6),
  afterMs: fc.nat(12),
  commits: fc.nat(9).map(n => n > 0)
})
const acts = fc.array(fc.array(act, { minLength: 4, maxLength: 10 }), { minLength: 3, maxLength: 4 })
/** How many changes each read of the follower takes, and whether it is killed before its place is noted. */
const reads = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 5 }), isKilled: fc.boolean() }), {
  minLength: 3,
  maxLength: 9
})

class Undone extends Error {}

/** Changes records as several writers do at once: in the order of their numbers. */
async function write(sql: SQL, list: readonly Act[], writer: number): Promise<void> {
  for (const [at, { changes, beforeMs, afterMs, commits }] of list.entries()) {
    const work = sql.begin(async tx => {
      // Its number is that of its beginning, whenever it changes something.
      await tx`SELECT pg_current_xact_id()`
      await Bun.sleep(beforeMs)
      for (const { id, removes } of changes.toSorted((a, b) => a.id - b.id)) {
        if (removes) await tx`DELETE FROM rec WHERE id = ${id}`
        else
          await tx`INSERT INTO rec (id, src, batch, rid, doc, k, subj)
            VALUES (${id}, 1, 1, ${String(id)}, '[]', ${`{${writer * KEYS_A_WRITER + at}}`}::int8[], '{}')
            ON CONFLICT (id) DO UPDATE SET k = excluded.k`
      }
      await Bun.sleep(afterMs)
      if (!commits) throw new Undone()
    })
    await work.catch(error => {
      if (!(error instanceof Undone)) throw error
    })
  }
}

test('a follower misses nothing of transactions that end in another order than they began, also when it is killed', async () => {
  const writers = Array.from({ length: 4 }, () => app.database.openConnection({}))
  const numbers = Array.from({ length: IDS }, (_, id) => String(id))
  await load('any', {})
  await follow(owner, 'index')
  const run = async (lists: Act[][], steps: { limit: number; isKilled: boolean }[]) => {
    await owner`DELETE FROM rec`
    /** As a cluster keeps it: what has a greater version stays, also when it is gone. */
    const index = new Map<string, { version: bigint; keys: string | null }>()
    const place = (number: string, version: bigint, keys: string | null) => {
      if ((index.get(number)?.version ?? -1n) < version) index.set(number, { version, keys })
    }
    const inBook = async (tx: SQL) =>
      new Map(
        (await tx<{ id: string; keys: string }[]>`SELECT id::text AS id, k::text AS keys FROM rec`).map(
          row => [row.id, row.keys]
        )
      )
    let writing = lists.length
    const all = Promise.all(
      lists.map((list, writer) => write(writers[writer] ?? owner, list, writer).finally(() => (writing -= 1)))
    )
    for (let at = 0; ; at += 1) {
      const isLast = writing === 0
      const { limit, isKilled } = steps[at % steps.length] ?? { limit: 1, isKilled: false }
      const { records, removed, upTo } = await readChanges(owner, 'index', null, limit)
      for (const { number, version, keys } of records) place(number, BigInt(version), keys)
      for (const { number, version } of removed) place(number, BigInt(version), null)
      if (upTo && (!isKilled || isLast)) await storeFollowerPosition(owner, 'index', upTo)
      if (!upTo && isLast && (await changesBehind(owner, 'index')) === 0) break
      await owner.begin('ISOLATION LEVEL REPEATABLE READ', async tx => {
        const book = await inBook(tx)
        const lacking = await unindexedAmong(tx, 'index', numbers)
        const different = numbers.filter(
          number => (index.get(number)?.keys ?? null) !== (book.get(number) ?? null)
        )
        expect(different.filter(number => !lacking?.has(number))).toEqual([])
      })
    }
    await all
    const held = [...index].flatMap(([number, { keys }]) => (keys === null ? [] : [[number, keys] as const]))
    expect(new Map(held.toSorted())).toEqual(new Map([...(await inBook(owner))].toSorted()))
  }
  await fc.assert(fc.asyncProperty(acts, reads, run), { numRuns: 25, seed: 35 })
  for (const connection of writers) await connection.close()
})
