import { expect, test } from 'bun:test'
import { sampleRows } from '#api/book/reading.ts'
import { scopeOf } from '#api/book/rows.ts'
import { startOnPostgres } from '#tests/kit/postgres-app.ts'
import { loadSource } from '#tests/kit/sources.ts'
import { startedApp } from '#tests/kit/started-app.ts'

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const }
]
/** Of many more blocks so few count as the end of the table. */
const LATEST_BLOCKS = 4
const SIZE = 2_000
const LIMIT = 5

let batches: number[]

const load = (key: string, size: number, from = 0) =>
  loadSource(app, key, {
    title: 'Место',
    kind: 'ordinary',
    columns: COLUMNS,
    rows: Array.from({ length: size }, (_, at) => [`${from + at}`, 'Местов'])
  })

const app = startedApp(async () => {
  batches = [await load('early', SIZE), await load('late', SIZE), await load('late', 1, SIZE)]
}, startOnPostgres)

/** Record ids of a sample of a source, and how many blocks were read for it. */
async function sampleOf(key: string, batch?: number, limit = LIMIT) {
  const { policy } = await app.context.sources.current()
  const { owner } = app.database
  const [source] = await owner`SELECT id FROM source WHERE key = ${key}`
  const scope = scopeOf(policy, `{${source?.id}}`, 'visible')
  return await owner.begin(async tx => {
    const scans = async () => {
      const [row] = await tx`SELECT pg_stat_get_xact_tuples_returned('rec'::regclass)::int AS met`
      return row?.met
    }
    await tx`SET LOCAL enable_seqscan = off`
    const before = await scans()
    const rows = await sampleRows(tx, limit, scope, batch, LATEST_BLOCKS)
    return {
      rids: rows.map(({ rid }) => rid),
      src: source?.id,
      of: rows.map(({ src }) => src),
      met: (await scans()) - before
    }
  })
}

test('a sample of what was stored last does not read what came before', async () => {
  for (const batch of [undefined, batches[2]]) {
    const { of, src, met } = await sampleOf('late', batch)
    expect(of).toEqual(Array(batch === undefined ? LIMIT : 1).fill(src))
    expect(met).toBeLessThan(SIZE / 4)
  }
})

test('a sample of what was stored first is found too', async () => {
  const { of, src } = await sampleOf('early')
  expect(of).toEqual(Array(LIMIT).fill(src))
  expect((await sampleOf('early', batches[0])).of).toEqual(Array(LIMIT).fill(src))
})

test('a sample of a source that begins before the end of the table has as many as are wanted', async () => {
  const { rids } = await sampleOf('late', undefined, SIZE)
  expect(new Set(rids).size).toBe(SIZE)
})
