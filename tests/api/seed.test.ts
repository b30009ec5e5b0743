import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import { seedDemo, seedPeople } from '#api/db/seed/demo.ts'
import { EXAMPLES } from '#api/db/seed/examples.ts'
import { createEngine } from '#api/engines/index.ts'
import { hashKey } from '#api/engines/postgres/hash.ts'
import { answeringSources } from '#api/features/sources/store.ts'
import { subjectToken } from '#api/lib/subject-keys.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

const SECRETS = { session: '', audit: '', suppress: 'the-key-of-the-seed-tests-0123456789' }
const silent = () => {}

async function total(database: Database): Promise<number> {
  const [row] = await database.owner`SELECT count(*)::int AS count FROM rec`
  return row.count
}

let demo: Database
beforeAll(async () => {
  demo = await freshDatabase()
})
afterAll(() => demo.close())

test('leaves nothing when it is interrupted, and the next start completes it', async () => {
  const broken = seedDemo(demo.owner, { ...SECRETS, suppress: '' }, silent)
  await expect(broken).rejects.toThrow()
  await broken.catch(() => {})
  const [row] = await demo.owner`SELECT (SELECT count(*) FROM source)::int AS sources,
    (SELECT count(*) FROM import_batch)::int AS batches, to_regclass('rec_k') IS NOT NULL AS indexed`
  expect(row).toEqual({ sources: 0, batches: 0, indexed: true })

  const loaded = await seedDemo(demo.owner, SECRETS, silent)
  expect(loaded.people).toBe(20_000)
  expect(loaded.sources).toBeGreaterThanOrEqual(12)
  expect(await total(demo)).toBe(loaded.records)
}, 60_000)

test('seeds only where there is no source yet', async () => {
  const before = await total(demo)
  expect(await seedDemo(demo.owner, SECRETS, silent)).toEqual({ people: 0, records: 0, sources: 0 })
  expect(await total(demo)).toBe(before)
})

test('gives every source a passport with which it answers, and right counts', async () => {
  const sources = await answeringSources(demo.app)
  expect(sources.length).toBeGreaterThanOrEqual(12)
  expect(
    sources.filter(source => source.origin !== 'synthetic' || !source.title.startsWith('Демо-'))
  ).toEqual([])
  const wrong = await demo.owner`SELECT key FROM source s
    WHERE records <> (SELECT count(*) FROM rec WHERE src = s.id)
      OR records <> (SELECT stored FROM import_batch b WHERE b.source_id = s.id AND b.state = 'done')`
  expect([...wrong]).toEqual([])
})

test('finds the example person by each example', async () => {
  const sources = await answeringSources(demo.app)
  const policy = {
    sources: new Map(
      sources.map(({ id, key, columns }) => [
        key,
        {
          id,
          labels: columns.map(column => column.label),
          columns: Object.fromEntries(columns.map(column => [column.label, column.kind]))
        }
      ])
    ),
    isSuppressed: () => false,
    perSource: 100,
    inAll: 500
  }
  const engine = createEngine({}, demo)
  for (const { label, query } of EXAMPLES) {
    const found = await engine.find(planSearch(query, parseQuery(query)), policy, AbortSignal.timeout(5_000))
    const heroes = found.candidates.filter(candidate => candidate.record_id.includes(':primer-'))
    expect([label, heroes.length > 0]).toEqual([label, true])
  }
})

test('loads people beside others, twice without a change, and keeps the suppressed out', async () => {
  const database = await freshDatabase()
  const { owner } = database
  try {
    const order = { people: 400, seed: 5, onProgress: silent }
    const token = subjectToken(SECRETS.suppress, { kind: 'phone', value: '9732041740' })
    await owner`INSERT INTO suppression (token, prefix, kind, class)
      VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'objection')`
    const first = await seedPeople(owner, SECRETS, order)
    const stored = await total(database)
    const [key] =
      await owner`SELECT count(*)::int AS count FROM rec WHERE k @> ${`{${hashKey('phone:79732041740')}}`}::int8[]`
    expect(key.count).toBe(0)
    expect(stored).toBeLessThan(first.records)
    expect(await seedPeople(owner, SECRETS, order)).toEqual(first)
    expect(await total(database)).toBe(stored)
    await seedPeople(owner, SECRETS, { ...order, people: 800 })
    const more = await total(database)
    expect(more).toBeGreaterThan(stored)
    const [sum] = await owner`SELECT sum(records)::int AS records FROM source`
    expect(sum.records).toBe(more)
  } finally {
    await database.close()
  }
}, 30_000)
