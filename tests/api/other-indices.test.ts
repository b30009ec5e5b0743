import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { SearchEngine } from '#api/engines/contract.ts'
import { indexSettings } from '#api/engines/elastic/documents.ts'
import { createIndexRecords } from '#api/engines/index-record.ts'
import type { StoredPage } from '#api/engines/stored-record.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { finishDeletions } from '#api/features/indices/service.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
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
import { type Person, signedInAs } from '#tests/kit/people.ts'
import { planOf } from '#tests/kit/search-in.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const SIZE = 80
const NEW = 'Новиков'

describeElastic('an index that is not that of a source', server => {
  let app: TestApp
  let another: SearchEngine
  let admin: Person
  let namespace: string
  let key: string
  let batch: number
  let sources = 0

  beforeAll(async () => {
    ;({ app, namespace } = await startOnElastic(server))
    const engine = openAnother('elasticsearch', app.database)
    if (!engine) throw new Error('no engine')
    another = engine
    admin = await signedInAs(app, ROLE_ADMIN)
  })
  beforeEach(async () => {
    key = `beside-${sources++}`
    batch = await load()
  })
  afterAll(async () => {
    await another.close()
    await app.stop()
  })

  const load = (from = 0) => loadSurnames(app, key, NEW, { from, size: SIZE })

  const indices = () => indicesOf(server, namespace, key)

  /** Records of the source as a move reads them, and as a backup. */
  async function recordsRead(): Promise<number[]> {
    const snapshot = await another.openSnapshot?.()
    const readAll = async (read: SearchEngine['readStored']) => {
      let records = 0
      for (let from: string | null = null; ; ) {
        const page: StoredPage = await read(from)
        records += page.records.filter(({ source }) => source === key).length
        from = page.next
        if (from === null) return records
      }
    }
    const counts = [await readAll(another.readStored), snapshot ? await readAll(snapshot.read) : 0]
    await snapshot?.close()
    return counts
  }
  /** Puts a copy of one of the source's records into an index. */
  async function copyOne(to: string): Promise<void> {
    const index = (await indices()).find(name => name.startsWith(`${namespace}-${key}.`) && name !== to)
    const { body } = await callServer(server, 'GET', `/${index}/_search?size=1`)
    const [{ _id, _source }] = body.hits.hits
    const { status } = await callServer(server, 'PUT', `/${to}/_doc/${_id}?refresh=true`, _source)
    expect(status).toBe(201)
  }

  test('of another mark is neither counted nor read with that of its source', async () => {
    const late = `${namespace}-${key}.00000000`
    expect((await callServer(server, 'PUT', `/${late}`, indexSettings(1))).status).toBe(200)
    await copyOne(late)
    expect((await another.countStored()).get(key)).toBe(SIZE)
    expect(await recordsRead()).toEqual([SIZE, SIZE])
  })

  test.each(['behind its alias', 'by its name'])(
    'of somebody else %s is never read as its source’s, and is named',
    async where => {
      const [index = ''] = await indices()
      const name = where === 'by its name' ? `${namespace}-${key}` : `others-${key}-${namespace}`
      if (where === 'by its name')
        expect((await callServer(server, 'DELETE', `/${index}/_alias/${name}`)).status).toBe(200)
      const aliases = where === 'by its name' ? {} : { [`${namespace}-${key}`]: {} }
      const { _meta, ...mappings } = indexSettings(1).mappings
      expect((await callServer(server, 'PUT', `/${name}`, { aliases, mappings })).status).toBe(200)
      await copyOne(name)
      if (where === 'behind its alias') {
        const steps = planOf(NEW).steps.filter(step => step.surname !== undefined)
        const lookup = { steps, limits: { perSource: 100, total: 100 } }
        const { failed, answers } = await another.look(
          [lookup],
          surnamePolicy(key),
          5_000,
          new AbortController().signal
        )
        expect([[...failed], answers[0]?.candidates]).toEqual([[key], []])
      }
      const named = new RegExp(`стоят чужие: ${name}`)
      await expect(another.countStored()).rejects.toThrow(named)
      await expect(another.readStored(null)).rejects.toThrow(named)
      await expect(another.openSnapshot?.()).rejects.toThrow(named)
      await expect(load(SIZE)).rejects.toThrow(named)
      expect((await callServer(server, 'GET', `/${name}/_count`)).body.count).toBe(1)
      expect((await callServer(server, 'DELETE', `/${name}`)).status).toBe(200)
      await load(SIZE)
      expect(await recordsRead()).toEqual([2 * SIZE, 2 * SIZE])
    }
  )

  /** What the product counts of the source. */
  const counted = async () => {
    const [row] = await app.database.owner`SELECT records::int AS records FROM source WHERE key = ${key}`
    return row.records
  }
  const remake = () =>
    another.remake(
      key,
      null,
      createIndexRecords({ key, columns: SURNAME_COLUMNS }, app.context.secrets.suppress)
    )

  test.each([
    'empty behind its alias for writing',
    'with a record behind its alias for writing',
    'by the name of that alias'
  ])('of somebody else %s stops what changes records, and nothing is counted or lost', async where => {
    const [index = ''] = await indices()
    const alias = `${index}.w`
    const isBehind = where !== 'by the name of that alias'
    const name = isBehind ? `others-${key}-${namespace}` : alias
    if (!isBehind) await callServer(server, 'DELETE', `/${index}/_alias/${alias}`)
    const aliases = isBehind ? { [alias]: {} } : {}
    expect((await callServer(server, 'PUT', `/${name}`, { aliases })).status).toBe(200)
    if (where.startsWith('with')) await copyOne(name)
    const named = new RegExp(`стоят чужие: ${name}`)
    await expect(another.planRemoval(batch)).rejects.toThrow(named)
    await expect(another.removeBatch(batch, bookRemoved, () => {})).rejects.toThrow(named)
    await expect(remake()).rejects.toThrow(named)
    const path = `/api/auth/admin/es_indices/${key}/batches/${batch}/undo`
    for (const refusal of [await admin.get(path), await admin.post(path)])
      expect([refusal.status, refusal.body]).toMatchObject([409, { error: expect.stringMatching(named) }])
    expect(await counted()).toBe(SIZE)
    expect((await callServer(server, 'DELETE', `/${name}`)).status).toBe(200)
    expect(await recordsRead()).toEqual([SIZE, SIZE])
    expect((await another.removeBatch(batch, bookRemoved, () => {})).removed).toBe(SIZE)
    expect([await counted(), await recordsRead()]).toEqual([0, [0, 0]])
  })

  test('of somebody else that comes in the midst of an undo ends it, and the next one counts the rest', async () => {
    const name = `others-${key}-${namespace}`
    const [index = ''] = await indices()
    const intrude: typeof bookRemoved = async (tx, removed) => {
      await bookRemoved(tx, removed)
      await callServer(server, 'PUT', `/${name}`, { aliases: { [`${index}.w`]: {} } })
    }
    await expect(another.removeBatch(batch, intrude, () => {})).rejects.toThrow()
    expect((await callServer(server, 'DELETE', `/${name}`)).status).toBe(200)
    expect((await another.countStored()).get(key)).toBe(SIZE)
    expect((await another.removeBatch(batch, bookRemoved, () => {})).removed).toBe(SIZE)
    expect([await counted(), await recordsRead()]).toEqual([0, [0, 0]])
  })

  test.each(['with a mark', 'from before there were marks'])(
    'of somebody else by the name of its own, %s, is not dropped with the source, which waits and keeps no other waiting',
    async kind => {
      const [own = ''] = await indices()
      expect((await callServer(server, 'DELETE', `/${own}`)).status).toBe(200)
      const name = kind === 'with a mark' ? own : `${namespace}-${key}`
      if (name !== own) await app.database.owner`UPDATE source SET index_mark = '' WHERE key = ${key}`
      expect((await callServer(server, 'PUT', `/${name}`, {})).status).toBe(200)
      expect((await callServer(server, 'PUT', `/${name}/_doc/1?refresh=true`, { a: 1 })).status).toBe(201)
      const named = new RegExp(`стоят чужие: ${name}`)
      await expect(another.removeOfSource(key, SIZE, bookRemoved)).rejects.toThrow(named)
      expect([await counted(), [...(await another.interruptedRemovals())]]).toEqual([SIZE, []])
      const following = `${key}-after`
      await loadSurnames(app, following, NEW, { size: 1 })
      await app.database.owner`UPDATE source SET status = 'deleting' WHERE key IN (${key}, ${following})`
      await expect(finishDeletions(app.context, 500)).rejects.toThrow(named)
      const left = await app.database.owner`SELECT key FROM source WHERE key IN (${key}, ${following})`
      expect(left.map((row: { key: string }) => row.key)).toEqual([key])
      expect((await callServer(server, 'GET', `/${name}/_count`)).body.count).toBe(1)
      expect((await callServer(server, 'DELETE', `/${name}`)).status).toBe(200)
      await finishDeletions(app.context, 500)
      expect(await app.database.owner`SELECT key FROM source WHERE key = ${key}`).toHaveLength(0)
    }
  )

  test('that is closed stops what reads all records, by its name', async () => {
    const [index] = await indices()
    expect((await callServer(server, 'POST', `/${index}/_close`)).status).toBe(200)
    await expect(another.countStored()).rejects.toThrow(`закрыты: ${index}`)
    await expect(another.readStored(null)).rejects.toThrow(`закрыты: ${index}`)
    expect((await callServer(server, 'POST', `/${index}/_open`)).status).toBe(200)
  })

  test('of somebody else stays when all of ours go, also behind an alias like ours', async () => {
    const other = `others-${namespace}`
    const aliases = { [`${namespace}-extra`]: {} }
    expect((await callServer(server, 'PUT', `/${other}`, { aliases })).status).toBe(200)
    await another.clear()
    expect(await indices()).toEqual([])
    expect((await callServer(server, 'DELETE', `/${other}`)).status).toBe(200)
  })
})
