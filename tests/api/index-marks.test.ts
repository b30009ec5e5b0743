import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import type { RecordWriter, SearchEngine } from '#api/engines/contract.ts'
import { indexSettings } from '#api/engines/elastic/documents.ts'
import { createEncoder } from '#api/engines/index.ts'
import { createIndexRecords } from '#api/engines/index-record.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { declareSource } from '#api/features/sources/service.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openAnother } from '#tests/kit/elastic/every-engine.ts'
import {
  indicesOf,
  loadSurnames,
  SURNAME_COLUMNS,
  startOnElastic,
  surnamePolicy
} from '#tests/kit/elastic/surname-source.ts'
import { type FaultProxy, startFaultProxy } from '#tests/kit/fault-proxy.ts'
import { KIT_PASSPORT } from '#tests/kit/file-imports.ts'
import { startRemoving } from '#tests/kit/removing-process.ts'
import { planOf } from '#tests/kit/search-in.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const SIZE = 40
const OLD = 'Прежнев'
const NEW = 'Новиков'
const NEVER = new AbortController().signal

describeElastic('an index that is used once', server => {
  let proxy: FaultProxy
  let app: TestApp
  /** Of another process, which reaches the cluster by a way of its own. */
  let another: SearchEngine
  let namespace: string
  let key: string
  let sources = 0

  beforeAll(async () => {
    proxy = await startFaultProxy(server)
    ;({ app, namespace } = await startOnElastic(proxy.url))
    const engine = openAnother('elasticsearch', app.database)
    if (!engine) throw new Error('no engine')
    another = engine
    await another.open()
  })
  afterEach(() => proxy.end())
  afterAll(async () => {
    await another.close()
    await app.stop()
    await proxy.stop()
  })

  const newKey = () => {
    key = `used-${sources++}`
  }
  const load = (surname: string, { from = 0, engine = app.context.engine } = {}) =>
    loadSurnames(
      { database: app.database, context: { engine, secrets: app.context.secrets } },
      key,
      surname,
      { from, size: SIZE }
    )

  /** An index as it was made before there were marks. */
  async function makeOld(): Promise<void> {
    await declareSource(app.database.owner, key, KIT_PASSPORT)
    await app.database.owner`UPDATE source SET index_mark = '' WHERE key = ${key}`
    expect((await callServer(server, 'PUT', `/${namespace}-${key}`, indexSettings(1))).status).toBe(200)
  }

  async function countOf(surname: string): Promise<number | undefined> {
    const steps = planOf(surname).steps.filter(step => step.surname !== undefined)
    return (await another.count(steps, surnamePolicy(key), 1_000, 5_000, NEVER))?.get(key)
  }
  /** What is found of each surname, stored of the source, and counted. */
  async function state() {
    const [row] = await app.database.owner`SELECT records::int AS records FROM source WHERE key = ${key}`
    const stored = (await another.countStored()).get(key) ?? 0
    return { old: await countOf(OLD), new: await countOf(NEW), stored, counted: row?.records }
  }
  const ONLY_NEW = { old: 0, new: SIZE, stored: SIZE, counted: SIZE }

  const indices = () => indicesOf(server, namespace, key)
  const remove = (engine = another) => engine.removeOfSource(key, SIZE, bookRemoved)

  const OF_INDICES = /^\/sverka-[^_*]*$|^\/sverka-[^_*]*\?/

  /** Holds back calls on the proxy's way until they are to be let through: those that make or drop an index by default. */
  async function hold(calls = OF_INDICES) {
    const held = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<number>()
    await proxy.begin(
      { kind: 'held', onArrival: arrived.resolve, until: held.promise, onAnswer: answered.resolve },
      calls
    )
    return {
      arrived: arrived.promise,
      async carryOut(): Promise<number> {
        held.resolve()
        return await answered.promise
      }
    }
  }

  /** Removes the source by another process, which is killed while its drop is on its way: that is still to come. */
  async function beginDrop() {
    const drop = await hold()
    const child = startRemoving(app.database, { server: proxy.url, source: key, most: SIZE })
    await drop.arrived
    child.kill('SIGKILL')
    await child.exited
    return drop
  }

  test.each(['with a mark', 'from before there were marks'])(
    '%s loses nothing of what was loaded since to a drop that comes late',
    async kind => {
      newKey()
      if (kind !== 'with a mark') await makeOld()
      await load(OLD)
      const drop = await beginDrop()
      await another.finishRemoval(key)
      await load(NEW, { engine: another })
      expect(await state()).toEqual(ONLY_NEW)
      // Nothing of that name, or nothing but the alias of another.
      expect(await drop.carryOut()).toBe(200)
      expect(await state()).toEqual(ONLY_NEW)
    }
  )

  test('loses nothing to a late drop of a source that was deleted with its key and added again', async () => {
    newKey()
    await load(OLD)
    const drop = await beginDrop()
    await another.finishRemoval(key)
    await app.database.owner`DELETE FROM source WHERE key = ${key}`
    await load(NEW, { engine: another })
    expect(await drop.carryOut()).toBe(200)
    expect(await state()).toEqual(ONLY_NEW)
  })

  test('loses nothing to a late drop of all indices, which goes before a move', async () => {
    newKey()
    await load(OLD)
    const drop = await hold()
    const clearing = app.context.engine.clear()
    await drop.arrived
    await another.clear()
    await app.database.owner`UPDATE source SET records = 0`
    await load(NEW, { engine: another })
    expect(await drop.carryOut()).toBe(200)
    await clearing
    expect(await state()).toEqual(ONLY_NEW)
  })

  test('is one, however many make it at once', async () => {
    newKey()
    const engines = [app.context.engine, another, app.context.engine, another]
    await Promise.all(engines.map((engine, at) => load(NEW, { from: at * SIZE, engine })))
    const all = 4 * SIZE
    expect(await state()).toEqual({ old: 0, new: all, stored: all, counted: all })
    expect(await indices()).toHaveLength(1)
  })

  test('is not made beside one of another mark, which was made meanwhile', async () => {
    newKey()
    const making = await hold()
    const loading = load(NEW)
    await making.arrived
    await app.database.owner`UPDATE source SET index_mark = DEFAULT WHERE key = ${key}`
    await load(NEW, { from: SIZE, engine: another })
    expect(await making.carryOut()).toBe(500)
    await loading
    expect(await state()).toEqual({ old: 0, new: 2 * SIZE, stored: 2 * SIZE, counted: 2 * SIZE })
    expect(await indices()).toHaveLength(1)
  })

  test('that is made after its source was emptied gives way to another', async () => {
    newKey()
    const making = await hold()
    const loading = load(OLD)
    await making.arrived
    await proxy.end()
    await load(NEW, { from: SIZE, engine: another })
    await remove()
    expect(await making.carryOut()).toBe(200)
    await loading
    expect(await state()).toEqual({ old: SIZE, new: 0, stored: SIZE, counted: SIZE })
    expect(await indices()).toHaveLength(1)
  })

  test('goes with its source also when it was made late', async () => {
    newKey()
    await load(OLD)
    const late = { ...indexSettings(1), aliases: { [`${namespace}-${key}`]: {} } }
    expect((await callServer(server, 'PUT', `/${namespace}-${key}.00000000`, late)).status).toBe(200)
    expect(await indices()).toHaveLength(2)
    await remove()
    expect(await indices()).toEqual([])
  })

  test('takes the place of others of its source, which a process that ended has left', async () => {
    newKey()
    await load(OLD)
    await app.database.owner`UPDATE source SET index_mark = DEFAULT, records = 0 WHERE key = ${key}`
    await load(NEW)
    expect(await state()).toEqual(ONLY_NEW)
    expect(await indices()).toHaveLength(1)
  })

  test('from before there were marks is read, written and taken back as ever, and followed by one with a mark', async () => {
    newKey()
    await makeOld()
    const first = await load(OLD)
    await load(NEW, { from: SIZE })
    expect(await state()).toEqual({ old: SIZE, new: SIZE, stored: 2 * SIZE, counted: 2 * SIZE })
    expect(await indices()).toEqual([`${namespace}-${key}`])
    await another.removeBatch(first, bookRemoved, () => {})
    expect(await state()).toEqual(ONLY_NEW)
    expect(await remove()).toBe(SIZE)
    expect(await indices()).toEqual([])
    await load(NEW)
    expect(await state()).toEqual(ONLY_NEW)
    expect((await indices())[0]).toStartWith(`${namespace}-${key}.`)
  })

  test.each(['with a mark', 'from before there were marks'])(
    '%s leaves nothing of a write that comes late to the one after it',
    async kind => {
      newKey()
      if (kind !== 'with a mark') await makeOld()
      await load(OLD)
      const writing = await hold(/^\/_bulk/)
      const loading = load(OLD, { from: SIZE })
      await writing.arrived
      await remove()
      await load(NEW, { engine: another })
      expect(await writing.carryOut()).toBe(200)
      await expect(loading).rejects.toThrow('Индекс источника убрали')
      expect(await state()).toEqual(ONLY_NEW)
    }
  )

  /** Opens a load of one record of the old name, to be written when it is told to. */
  async function openOld() {
    const { owner } = app.database
    const load = { sources: [key], expectedRecords: 1, isResumed: false, isProbablyNew: true }
    const writer: RecordWriter = await another.openWriter(load, () => {})
    const [batch] = await owner`INSERT INTO import_batch (source_id, file_name)
      SELECT id, 'late' FROM source WHERE key = ${key} RETURNING id`
    const encoder = await createEncoder(writer.encoding)
    encoder.add(
      createIndexRecords({ key, columns: SURNAME_COLUMNS }, app.context.secrets.suppress)('9999', [
        '9999',
        OLD
      ]),
      batch.id
    )
    return () => writer.write(encoder.take(), async () => {})
  }

  test('is not made by what is written to it after it was dropped', async () => {
    newKey()
    await load(OLD)
    const write = await openOld()
    const [index] = await indices()
    expect((await callServer(server, 'DELETE', `/${index}`)).status).toBe(200)
    await expect(write()).rejects.toThrow('Индекс источника убрали')
    expect(await indices()).toEqual([])
  })

  test('takes nothing of what was written for the one before it', async () => {
    newKey()
    await load(OLD)
    const write = await openOld()
    await remove()
    await load(NEW)
    await expect(write()).rejects.toThrow('Индекс источника убрали')
    expect(await state()).toEqual(ONLY_NEW)
  })

  test('counts nothing of what was written under a mark that is not its source’s', async () => {
    newKey()
    await load(NEW)
    const write = await openOld()
    await app.database.owner`UPDATE source SET index_mark = DEFAULT WHERE key = ${key}`
    await expect(write()).rejects.toThrow('Индекс источника убрали')
  })
})
