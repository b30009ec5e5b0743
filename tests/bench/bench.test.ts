import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'
import { spendInParallel } from './charging.ts'
import { BUFFERS_PER_LOOKUP, type KindOfLookup, measureLookups, TENTH_TO_SECOND } from './lookups.ts'
import { exactQueries, loadBenchPeople } from './people.ts'

const PEOPLE = 2_000
const LOAD_MS = 60_000

let app: TestApp
let kinds: KindOfLookup[]

beforeAll(async () => {
  app = await startApp()
  await loadBenchPeople(app, PEOPLE)
  kinds = await measureLookups(app, exactQueries(PEOPLE, 20), 2)
}, LOAD_MS)
afterAll(() => app.stop())

describe('an exact look-up', () => {
  test('touches no more than ten pages, whatever it asks for', () => {
    expect(kinds.map(each => each.kind).sort()).toEqual([
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
