import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { SearchPolicy } from '#api/book/policy.ts'
import type { ExternalEngine, IndexDocument } from '#api/engines/external-contract.ts'
import { openExternal } from '#api/engines/index.ts'
import { DOCUMENT_ID } from '#api/features/imports/files/index-table.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { callServer } from '#tests/kit/elastic/call-server.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'
import { freePort } from '#tests/kit/start-app.ts'

const run = Bun.randomUUIDv7().slice(-12)
const INDEX = `external-${run}`
const ALIAS = `external-alias-${run}`
/** As an index of another database's book. */
const OWN = `sverka-${run}-0a1b2c3d`
const OWN_ALIAS = `external-own-${run}`
const SIZE = 2_500
const IN_TIME_MS = 10_000
const NEVER = new AbortController().signal
const READINGS = parseQuery('Внешнев Карл')
const PAGE = { from: 0, size: 10 }

const policyOf = (...keys: string[]): SearchPolicy => ({
  sources: new Map(keys.map(key => [key, { labels: ['ФИО'], columns: { ФИО: 'full_name' }, adopted: true }])),
  suppressedKeys: null,
  subjectKey: ({ kind, value }) => `${kind}:${value}`,
  version: ''
})

describeElastic('indices of others', server => {
  const external = openExternal({ elasticsearchUrl: [server] })

  beforeAll(async () => {
    await callServer(server, 'PUT', `/${INDEX}`, { settings: { number_of_shards: 3 } })
    const lines = Array.from({ length: SIZE }, (_, id) => [
      { index: { _id: String(id) } },
      { ФИО: `Внешнев Карл ${id}`, адреса: [{ город: 'Тверь' }, { город: 'Ржев' }], теги: ['а', 'б'] }
    ])
    await callServer(server, 'POST', `/${INDEX}/_bulk?refresh=true`, lines.flat())
    await callServer(server, 'PUT', `/${INDEX}/_alias/${ALIAS}`)
    await callServer(server, 'PUT', `/${OWN}/_doc/1?refresh=true`, { ФИО: 'Внешнев Карл' })
    await callServer(server, 'PUT', `/${OWN}/_alias/${OWN_ALIAS}`)
  })
  afterAll(async () => {
    for (const index of [INDEX, OWN]) await callServer(server, 'DELETE', `/${index}`)
    await external.close()
  })

  async function documentsOf(name: string) {
    const { version, count, pages } = await external.openDocuments(name)
    const documents: IndexDocument[] = []
    for await (const page of pages()) documents.push(...page)
    return { version, count, documents }
  }

  test('are described by their own name or an alias; those of the product by none', async () => {
    for (const name of [INDEX, ALIAS])
      expect(await external.describe(name)).toMatchObject({ records: SIZE, samples: expect.any(Map) })
    for (const name of [OWN, OWN_ALIAS, `nothing-${run}`]) {
      expect([name, await external.describe(name)]).toEqual([name, 'none'])
      await expect(external.openDocuments(name)).rejects.toThrow('нет чужого индекса')
    }
    for (const name of ['*', `${INDEX},${OWN}`, 'external-*', '_all', `../${INDEX}`, `-${INDEX}`, ''])
      await expect(external.openDocuments(name)).rejects.toThrow('нет чужого индекса')
  })

  test('that have gone are told from those that are there', async () => {
    const names = [INDEX, ALIAS, `gone-${run}`]
    const many = Array.from({ length: 50 }, (_, at) => `gone-${at}-${run}`)
    expect(await external.lost([...many, ...names])).toEqual(new Set([...many, `gone-${run}`]))
    await callServer(server, 'POST', `/${INDEX}/_close`)
    expect(await external.lost(names)).toEqual(new Set([`gone-${run}`]))
    await callServer(server, 'POST', `/${INDEX}/_open?wait_for_active_shards=1`)
  })

  test('that do not answer fail alone', async () => {
    const { answers, failed } = await external.look(
      READINGS,
      PAGE,
      policyOf(INDEX, `gone-${run}`),
      IN_TIME_MS,
      NEVER
    )
    expect([...failed]).toEqual([`gone-${run}`])
    expect(answers.flatMap(({ candidates }) => candidates)).toHaveLength(PAGE.size)
    expect(await external.sample(INDEX, 5, policyOf(INDEX), IN_TIME_MS, NEVER)).toHaveLength(5)
  })

  test('are read to be copied: each document once, all fields, in the same order until one changes', async () => {
    const first = await documentsOf(INDEX)
    expect([first.count, new Set(first.documents.map(({ id }) => id)).size]).toEqual([SIZE, SIZE])
    expect(first.documents.find(({ id }) => id === '7')?.fields).toEqual({
      ФИО: 'Внешнев Карл 7',
      'адреса.город': 'Тверь; Ржев',
      теги: 'а; б'
    })
    await callServer(server, 'POST', `/${INDEX}/_forcemerge?max_num_segments=1`)
    expect(await documentsOf(INDEX)).toEqual(first)
    await callServer(server, 'PUT', `/${INDEX}/_doc/7?refresh=true`, { ФИО: 'Внешнев Карл седьмой' })
    const changed = await documentsOf(INDEX)
    expect([changed.count, changed.version === first.version]).toEqual([SIZE, false])
  })

  test('are copied into a source, and stay as they are', async () => {
    const desk = await openFileImports()
    const copy = async () =>
      await desk.load('copied', `${desk.folder}/${INDEX}`, {
        documents: await external.openDocuments(INDEX),
        passport: KIT_PASSPORT,
        id: DOCUMENT_ID
      })
    try {
      expect(await copy()).toMatchObject({ added: SIZE, rejected: 0, idColumn: { id: DOCUMENT_ID } })
      expect(await copy()).toMatchObject({ added: 0, changed: 0 })
      const [row] = await desk.database.owner`SELECT doc::json AS values FROM rec WHERE rid = '8'`
      expect(row.values).toEqual(['8', 'Внешнев Карл 8', 'Тверь; Ржев', 'а; б'])
      expect((await callServer(server, 'GET', `/${INDEX}/_count`)).body.count).toBe(SIZE)
    } finally {
      await desk.database.close()
    }
  })

  test('are asked under a policy, and until whoever asks leaves', async () => {
    const withoutPolicy = {} as SearchPolicy
    await expect(external.look(READINGS, PAGE, withoutPolicy, IN_TIME_MS, NEVER)).rejects.toThrow('policy')
    const left = AbortSignal.abort(new Error('left'))
    await expect(external.look(READINGS, PAGE, policyOf(INDEX), IN_TIME_MS, left)).rejects.toThrow('left')
  })
})

describe.each<[string, () => ExternalEngine]>([
  ['without a cluster', () => openExternal({ elasticsearchUrl: null })],
  [
    'of a cluster that does not answer',
    () => openExternal({ elasticsearchUrl: [`http://127.0.0.1:${freePort()}`] })
  ]
])('indices of others %s', (where, open) => {
  const external = open()
  const isWithout = where === 'without a cluster'

  test('fail, and nothing is said to be there', async () => {
    const { failed, answers, next } = await external.look(READINGS, PAGE, policyOf('a', 'b'), 500, NEVER)
    expect([[...failed], answers.flatMap(({ candidates }) => candidates), next.size]).toEqual([
      ['a', 'b'],
      [],
      0
    ])
    expect((await external.sample('a', 5, policyOf('a'), 500, NEVER)) ?? []).toEqual([])
    expect(await external.describe('a')).toBe(isWithout ? 'none' : 'unknown')
    expect(await external.lost(['a'])).toEqual(isWithout ? new Set(['a']) : null)
    const sentence = isWithout ? 'ELASTICSEARCH_URL' : 'не отвечает'
    await expect(external.openDocuments('a')).rejects.toThrow(sentence)
  })
})
