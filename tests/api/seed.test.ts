import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Database } from '#api/db/connect.ts'
import { DEFAULT_SEED } from '#api/db/seed/amounts.ts'
import { seedDemo, seedPeople } from '#api/db/seed/demo.ts'
import { EXAMPLES } from '#api/db/seed/examples.ts'
import { countRange } from '#api/db/seed/portion.ts'
import { PORTION_PEOPLE } from '#api/db/seed/segments.ts'
import { createEngine } from '#api/engines/index.ts'
import { search } from '#api/engines/search.ts'
import { subjectToken } from '#api/engines/subject-keys.ts'
import { createSources } from '#api/features/sources/service.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { createKeyedHash } from '#api/lib/hmac.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { parseQuery } from '#shared/identity/query/parse.ts'
import { freshDatabase } from '#tests/kit/cluster.ts'

const SECRETS = { session: '', audit: '', suppress: 'the-key-of-the-seed-tests-0123456789' }
const silent = () => {}

/** What a load into a database needs. */
const into = (database: Database) => ({
  owner: database.owner,
  engine: createEngine({ elasticsearchUrl: null }, database),
  secrets: SECRETS
})

async function total(database: Database): Promise<number> {
  const [row] = await database.owner`SELECT count(*)::int AS count FROM rec`
  return row.count
}

let demo: Database
beforeAll(async () => {
  demo = await freshDatabase()
})
afterAll(() => demo.close())

test('keeps whole units when it is interrupted, and the next start completes it', async () => {
  const standing = async () => {
    const [row] = await demo.owner`SELECT (SELECT count(*) FROM rec)::int AS records,
      (SELECT sum(records) FROM source)::int AS counted, (SELECT sum(stored) FROM import_batch)::int AS booked,
      (SELECT count(*) FROM import_batch WHERE state = 'done')::int AS done, to_regclass('rec_k') IS NOT NULL AS indexed`
    return row
  }
  const keyless = seedDemo({ ...into(demo), secrets: { suppress: '' } }, silent)
  await expect(keyless).rejects.toThrow()
  expect(await standing()).toEqual({ records: 0, counted: 0, booked: 0, done: 0, indexed: true })

  const killed = seedDemo(into(demo), () => {
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  const { records, ...others } = await standing()
  expect(records).toBe(
    countRange({ from: 0, to: PORTION_PEOPLE, seed: DEFAULT_SEED }).reduce((sum, count) => sum + count)
  )
  expect(others).toEqual({ counted: records, booked: records, done: 0, indexed: true })

  const loaded = await seedDemo(into(demo), silent)
  expect(loaded.people).toBe(20_000)
  expect(loaded.sources).toBeGreaterThanOrEqual(12)
  expect(await total(demo)).toBe(loaded.records)
}, 180_000)

test('seeds only where there is no source yet', async () => {
  const before = await total(demo)
  expect(await seedDemo(into(demo), silent)).toEqual({ people: 0, records: 0, sources: 0 })
  expect(await total(demo)).toBe(before)
})

test('gives every source a passport with which it answers, and right counts', async () => {
  const sources = [
    ...(await createSources(demo.app, createKeyedHash(SECRETS.suppress)).current()).sources.values()
  ]
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
  const { policy } = await createSources(demo.app, createKeyedHash(SECRETS.suppress)).current()
  const { engine } = into(demo)
  for (const { label, query } of EXAMPLES) {
    const found = await search(
      engine,
      planSearch(query, parseQuery(query)),
      policy,
      AbortSignal.timeout(5_000)
    )
    const heroes = found.candidates.filter(candidate => candidate.record_id.includes(':primer-'))
    expect([label, heroes.length > 0]).toEqual([label, true])
  }
})

test('loads people beside others, twice without a change, and keeps the suppressed out', async () => {
  const database = await freshDatabase()
  const { owner } = database
  try {
    const load = { ...into(database), people: 400, seed: 5 }
    const token = subjectToken(createKeyedHash(SECRETS.suppress), { kind: 'phone', value: '9732041740' })
    await owner`INSERT INTO suppression (token, prefix, kind, class)
      VALUES (${token}, ${String(token.readBigInt64BE(0))}::int8, 'phone', 'objection')`
    const first = await seedPeople(load)
    const stored = await total(database)
    const [key] =
      await owner`SELECT count(*)::int AS count FROM rec WHERE k @> ${`{${hash64('phone:79732041740')}}`}::int8[]`
    expect(key.count).toBe(0)
    expect(stored).toBeLessThan(first.records)
    expect(await seedPeople(load)).toEqual(first)
    expect(await total(database)).toBe(stored)
    await seedPeople({ ...load, people: 800 })
    const more = await total(database)
    expect(more).toBeGreaterThan(stored)
    const [sum] = await owner`SELECT sum(records)::int AS records FROM source`
    expect(sum.records).toBe(more)
  } finally {
    await database.close()
  }
}, 30_000)
