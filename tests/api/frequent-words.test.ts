import { describe, expect, test } from 'bun:test'
import type { SQL } from 'bun'
import type { Connect } from '#api/db/search-connections.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { openRecords } from '#api/engines/index.ts'
import type { Findings } from '#api/engines/search.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { planOfSteps, searchIn } from '#tests/kit/search-in.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const RECORDS = 1_600
const RECORDS_MAX = 100
const WORDS = 'окно дверь стена крыша порог чердак подвал лестница балкон веранда терраса мансарда'.split(' ')

let engine: SearchEngine
/** The connections of the searches. */
const lanes: SQL[] = []

/** Three sources in which «сад» stands in every record and «роза» in one of a hundred. */
const app = startedApp(async app => {
  const lane: Connect = settings => {
    const connection = app.database.openConnection(settings)
    lanes.push(connection)
    return connection
  }
  ;({ engine } = openRecords({ elasticsearchUrl: null }, { ...app.database, openConnection: lane }))
  for (const key of ['one', 'two', 'three']) {
    const rows = Array.from({ length: RECORDS }, (_, n) => {
      const without = WORDS.filter((_word, at) => at !== n % WORDS.length)
      return [`${n}`, `сад ${n % 100 === 0 ? 'роза' : ''} ${(n === 700 ? WORDS : without).join(' ')}`]
    })
    const columns = [
      { label: 'Номер записи', kind: 'record_number' as const },
      { label: 'Заметка', kind: 'other' as const }
    ]
    await loadSource(app, key, { title: key, kind: 'ordinary', columns, rows })
  }
  await app.database.owner`ANALYZE rec`
}, startOnPostgres)

const withAll = (...words: string[]): PlanStep => ({
  reading: 0,
  form: 'text',
  tier: 0,
  keys: words.map(word => `w:${word}`)
})

const take = (...steps: PlanStep[]): Promise<Findings> =>
  searchIn(app, planOfSteps(...steps), { engine, limits: { total: RECORDS_MAX } })

/** Records with all the words, as the engine finds them. */
const find = (...words: string[]): Promise<Findings> => take(withAll(...words))

/** How many places in the table each key index names while this is done. */
async function placesRead(work: () => Promise<unknown>): Promise<{ all: number; sample: number }> {
  const count = async () => {
    for (const lane of lanes) await lane`SELECT pg_stat_force_next_flush()`
    const [row] = await app.database.owner`SELECT
        sum(idx_tup_read) FILTER (WHERE indexrelname = 'rec_k')::int AS all,
        sum(idx_tup_read) FILTER (WHERE indexrelname = 'rec_k_sample')::int AS sample
      FROM pg_stat_user_indexes WHERE relname = 'rec'`
    return row
  }
  const before = await count()
  await work()
  const after = await count()
  return { all: after.all - before.all, sample: after.sample - before.sample }
}

describe('a word that stands everywhere', () => {
  test('is answered from all sources alike, saying that there are more', async () => {
    const { candidates, more } = await find('сад')
    expect(candidates.length).toBeGreaterThanOrEqual(RECORDS_MAX / 4)
    expect(candidates.length).toBeLessThanOrEqual(RECORDS_MAX)
    expect(new Set(candidates.map(candidate => candidate.source)).size).toBe(3)
    expect([...more].sort()).toEqual(['one', 'three', 'two'])
  })

  test('gives the same records every time', async () => {
    const ids = async () => (await find('сад')).candidates.map(candidate => candidate.record_id)
    expect(await ids()).toEqual(await ids())
  })

  test('is not read to its end', async () => {
    const read = await placesRead(() => find('сад'))
    expect(read.all).toBe(0)
    expect(read.sample).toBeGreaterThan(RECORDS_MAX / 4)
    expect(read.sample).toBeLessThan((RECORDS * 3) / 16)
  })

  test('is in the sample as soon as it is stored', async () => {
    const [list] = await app.database.owner`SELECT gin_clean_pending_list('rec_k_sample')::int AS pages`
    expect(list.pages).toBe(0)
  })

  test('beside another is not read to its end either', async () => {
    const read = await placesRead(() => find('сад', 'окно'))
    expect(read.all).toBe(0)
    expect(read.sample).toBeLessThan((RECORDS * 3) / 16)
  })

  test('beside another is not read to its end where both may be a name too', async () => {
    const name: PlanStep = { reading: 1, form: 'exact', tier: 0, keys: ['2:okno sad'] }
    const read = await placesRead(() => take(withAll('сад', 'окно'), name))
    expect(read.all).toBe(0)
  })
})

describe('words that few records have together', () => {
  test('find every one of them', async () => {
    const { candidates, more } = await find('роза')
    expect(candidates).toHaveLength((RECORDS / 100) * 3)
    expect([...more]).toEqual([])
  })

  test.each([2, 3, 4, 5, 12])('find the records that have all %d', async count => {
    const words = WORDS.slice(-count)
    const { candidates } = await find('роза', ...words)
    const expected = Array.from({ length: RECORDS }, (_, n) => n).filter(
      n => n % 100 === 0 && (n === 700 || n % WORDS.length < WORDS.length - count)
    )
    expect(candidates.map(candidate => candidate.record_id).sort()).toEqual(
      ['one', 'two', 'three'].flatMap(key => expected.map(n => `${key}:${n}`)).sort()
    )
  })
})
