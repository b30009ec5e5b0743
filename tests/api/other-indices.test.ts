import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { SearchEngine } from '#api/engines/contract.ts'
import { indexSettings } from '#api/engines/elastic/documents.ts'
import type { StoredPage } from '#api/engines/stored-record.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { openAnother } from '#tests/kit/elastic/every-engine.ts'
import { indicesOf, loadSurnames, startOnElastic, surnamePolicy } from '#tests/kit/elastic/surname-source.ts'
import { planOf } from '#tests/kit/search-in.ts'
import type { TestApp } from '#tests/kit/start-app.ts'

const SIZE = 80
const NEW = 'Новиков'

describeElastic('an index that is not that of a source', server => {
  let app: TestApp
  let another: SearchEngine
  let namespace: string
  let key: string
  let sources = 0

  beforeAll(async () => {
    ;({ app, namespace } = await startOnElastic(server))
    const engine = openAnother('elasticsearch', app.database)
    if (!engine) throw new Error('no engine')
    another = engine
  })
  beforeEach(async () => {
    key = `beside-${sources++}`
    await load()
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
