import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seedPeople } from '#api/db/seed/demo.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { spendInParallel } from './charging.ts'
import { BUFFERS_PER_LOOKUP, type KindOfLookup, measureLookups, TENTH_TO_SECOND } from './lookups.ts'
import { exactQueries } from './queries.ts'
import { peopleFor, SEED } from './stage.ts'

const RECORDS = 100_000
const PEOPLE = peopleFor(RECORDS)
const QUERIES = 20
const REPEATED = 2
const LOAD_MS = 180_000

let app: TestApp
let kinds: KindOfLookup[]

beforeAll(async () => {
  app = await startApp()
  const { engine, secrets } = app.context
  await seedPeople({ people: PEOPLE, seed: SEED, owner: app.database.owner, engine, secrets })
  // Pages are counted for everybody who touches the table, and those of a vacuum only when its connection tells of them.
  await app.database.owner`ALTER TABLE rec SET (autovacuum_enabled = off)`
  const connection = await app.database.owner.reserve()
  await connection`VACUUM (ANALYZE) rec`
  await connection`SELECT pg_stat_force_next_flush()`
  await connection`SELECT 1`
  connection.release()
  kinds = await measureLookups(app, exactQueries(PEOPLE, SEED, QUERIES), REPEATED)
}, LOAD_MS)
afterAll(() => app.stop())

describe('an exact look-up', () => {
  test('touches no more than ten pages of a hundred thousand records, whatever it asks for', async () => {
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

test('parallel paid searches on fewer credits grant exactly the credits', async () => {
  expect(await spendInParallel(app, 40, 7)).toEqual({
    granted: 7,
    refused: 33,
    balance: 0,
    ledger: 0,
    debits: 7
  })
})
