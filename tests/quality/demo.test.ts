import { beforeAll, describe, expect, test } from 'bun:test'
import { DEFAULT_SEED, DEMO_PEOPLE } from '#api/db/seed/amounts.ts'
import { seedDemo } from '#api/db/seed/demo.ts'
import { EXAMPLES } from '#api/db/seed/examples.ts'
import { countRange } from '#api/db/seed/portion.ts'
import { PORTION_PEOPLE } from '#api/db/seed/segments.ts'
import { search } from '#api/engines/search.ts'
import { parseLine } from '#api/features/search/answer/parse-query.ts'
import {
  BUFFERS_PER_LOOKUP,
  type KindOfLookup,
  measureLookups,
  TENTH_TO_SECOND
} from '#tests/bench/lookups.ts'
import { exactQueries } from '#tests/bench/queries.ts'
import { startedApp } from '#tests/kit/started-app.ts'
import { countStored } from '#tests/kit/stored-records.ts'
import { assertFigures } from './assert-figures.ts'

// Twenty thousand people take long to load: everything that is true of them is tried on one database.

const RECORDS = 53_000
const QUERIES = 20
const REPEATED = 2
const silent = () => {}

const app = startedApp()

/** What a load needs. */
const into = () => ({
  owner: app.database.owner,
  book: app.context.book,
  secrets: app.context.secrets
})

async function total(): Promise<number> {
  return (await countStored(app)).values().reduce((sum, records) => sum + records, 0)
}

describe('the demo', () => {
  test('keeps whole units when it is interrupted, and the next start completes it', async () => {
    const standing = async () => {
      const [row] = await app.database.owner`SELECT
        (SELECT sum(records) FROM source)::int AS counted, (SELECT sum(stored) FROM import_batch)::int AS booked,
        (SELECT count(*) FROM import_batch WHERE state = 'done')::int AS done, to_regclass('rec_k') IS NOT NULL AS indexed`
      return { records: await total(), ...row }
    }
    const keyless = seedDemo({ ...into(), secrets: { suppress: '' } }, silent)
    await expect(keyless).rejects.toThrow()
    expect(await standing()).toEqual({ records: 0, counted: 0, booked: 0, done: 0, indexed: true })

    const killed = seedDemo(into(), () => {
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    const { records, ...others } = await standing()
    expect(records).toBe(
      countRange({ from: 0, to: PORTION_PEOPLE, seed: DEFAULT_SEED }).reduce((sum, count) => sum + count)
    )
    expect(others).toEqual({ counted: records, booked: records, done: 0, indexed: true })

    const loaded = await seedDemo(into(), silent)
    expect(loaded.people).toBe(DEMO_PEOPLE)
    expect(loaded.sources).toBeGreaterThanOrEqual(12)
    expect(await total()).toBe(loaded.records)
  }, 180_000)

  test('is loaded only where there is no source yet', async () => {
    const before = await total()
    expect(await seedDemo(into(), silent)).toEqual({ people: 0, records: 0, sources: 0 })
    expect(await total()).toBe(before)
  })

  test('gives every source a passport with which it answers, and right counts', async () => {
    const sources = [...(await app.context.sources.current()).sources.values()]
    expect(sources.length).toBeGreaterThanOrEqual(12)
    expect(
      sources.filter(source => source.origin !== 'synthetic' || !source.title.startsWith('Демо-'))
    ).toEqual([])
    const counted = await app.database.owner<{ key: string; records: number; booked: number }[]>`
      SELECT key, records::int, (SELECT stored FROM import_batch b WHERE b.source_id = s.id AND b.state = 'done')::int AS booked
      FROM source s`
    const stored = await countStored(app)
    expect(
      counted.filter(({ key, records, booked }) => records !== booked || records !== stored.get(key))
    ).toEqual([])
  })

  test('finds the example person by each example', async () => {
    const { policy } = await app.context.sources.current()
    for (const { label, query } of EXAMPLES) {
      const plan = parseLine(query, null)
      const { candidates } = await search(app.context, plan, policy, AbortSignal.timeout(5_000))
      const heroes = candidates.filter(candidate => candidate.record_id.includes(':primer-'))
      expect([label, heroes.length > 0]).toEqual([label, true])
    }
  })
})

describe('an exact look-up', () => {
  let kinds: KindOfLookup[]
  beforeAll(async () => {
    // Pages are counted for everybody who touches the table, and those of a vacuum only when its connection tells of them.
    await app.database.owner`ALTER TABLE rec SET (autovacuum_enabled = off)`
    const connection = await app.database.owner.reserve()
    await connection`VACUUM (ANALYZE) rec`
    await connection`SELECT pg_stat_force_next_flush()`
    await connection`SELECT 1`
    connection.release()
    kinds = await measureLookups(app, exactQueries(DEMO_PEOPLE, DEFAULT_SEED, QUERIES), REPEATED)
  }, 180_000)

  test('touches no more than ten pages of fifty thousand records, whatever it asks for', async () => {
    const { records } = await app.context.engine.health()
    expect(records ?? 0).toBeGreaterThan(RECORDS * 0.97)
    expect(kinds.map(each => each.kind).sort()).toEqual([
      'dated',
      'email',
      'inn',
      'name',
      'passport',
      'phone',
      'snils'
    ])
    for (const { kind, buffers } of kinds) {
      expect(buffers, kind).toBeGreaterThan(0)
      expect(buffers, kind).toBeLessThanOrEqual(BUFFERS_PER_LOOKUP)
    }
  })

  test('touches no more pages the tenth time than twice those of the second', () => {
    for (const { kind, buffersRatio } of kinds)
      expect(buffersRatio, kind).toBeLessThanOrEqual(TENTH_TO_SECOND)
  })
})

// Of full size, as the command measures three. Totals are read to the last record of each line: fewer are as strict.
assertFigures({
  seed: DEFAULT_SEED,
  people: DEMO_PEOPLE,
  sampleSize: 40,
  except: { totals: 5 },
  loadedApp: () => app
})
