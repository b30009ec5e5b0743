import { expect, test } from 'bun:test'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { countStored } from '#tests/kit/stored-records.ts'
import type { Bench } from './bench.ts'
import { openEmptyStage } from './empty-stage.ts'
import { timeReadyLoad } from './ready-load.ts'
import { judgeReady } from './sections/both-engines.ts'

const PEOPLE = 300

test('judges the rate of records made before from 300,000 on', () => {
  const judged = (elastic: number, records: number) => {
    const rows: unknown[] = []
    const row: Bench['row'] = (_id, _goal, measured, holds) => rows.push([measured, holds])
    judgeReady({ row }, { elastic, postgres: 38_000 }, records)
    return rows
  }
  expect(judged(25_000, 300_000)).toEqual([['Elasticsearch 25.0 k/s, Postgres 38.0 k/s', true]])
  expect(judged(24_999, 300_000)).toEqual([['Elasticsearch 25.0 k/s, Postgres 38.0 k/s', false]])
  expect(judged(1, 299_999)).toEqual([['Elasticsearch 0.0 k/s, Postgres 38.0 k/s', null]])
})

async function expectWholeLoad(address: string | null): Promise<void> {
  const stage = await openEmptyStage(address)
  try {
    const { records, seconds } = await timeReadyLoad(stage, PEOPLE)
    expect(seconds).toBeGreaterThan(0)
    expect(records).toBeGreaterThan(2 * PEOPLE)
    const stored = [...(await countStored(stage)).values()]
    expect(stored.reduce((sum, count) => sum + count, 0)).toBe(records)
  } finally {
    await stage.close()
  }
}

const WHOLE = 'has stored all records made before when their load ends'

test(`${WHOLE}, in Postgres`, () => expectWholeLoad(null))

describeElastic('Elasticsearch', server => {
  test(WHOLE, () => expectWholeLoad(server))
})
