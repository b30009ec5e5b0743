import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { reportOf } from '#api/features/imports/report.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

test('goes on where it was interrupted, counts every row once and lists every rejected line', async () => {
  const rows = Array.from({ length: 25_000 }, (_, at) =>
    at % 100 === 7 ? `${at},лишнее,x` : `${at},Тестов Иван`
  )
  const file = desk.write('long.csv', `id,ФИО\n${rows.join('\n')}\n`)
  let left = 22_000
  const killed = desk.load('long', file, {
    passport: KIT_PASSPORT,
    id: 'id',
    through: table => ({
      ...table,
      async *rows() {
        for await (const block of table.rows()) {
          yield block.slice(0, left)
          left -= block.length
          if (left <= 0) throw new Error('killed')
        }
      }
    })
  })
  await expect(killed).rejects.toThrow('killed')
  await killed.catch(() => {})
  const done = await desk.load('long', file, { id: 'id' })
  expect([done.resumedAfter, done.stored, done.rejected]).toEqual([22_000, 24_750, 250])
  const [source] = await desk.database.owner`SELECT records::int AS records,
    (SELECT count(*)::int FROM rec WHERE src = source.id) AS stored FROM source WHERE key = 'long'`
  expect(source).toEqual({ records: 24_750, stored: 24_750 })
  expect(readFileSync(`${file}.rejects.csv`, 'utf8').trim().split('\n')).toHaveLength(251)
})

test('keeps what a broken archive held and says what to do', async () => {
  const rows = Array.from({ length: 30_000 }, (_, at) => `${at},${Bun.hash.xxHash64(`${at}`)}`)
  const packed = Bun.gzipSync(Buffer.from(`id,Метка\n${rows.join('\n')}\n`))
  const file = desk.write('broken.csv.gz', packed.subarray(0, packed.length / 2))
  await expect(desk.load('broken', file, { passport: KIT_PASSPORT, id: 'id' })).rejects.toThrow(
    'повреждён или оборван'
  )
  await desk.load('broken', file, { id: 'id' }).catch(() => {})
  const [row] = await desk.database.owner`SELECT b.stored::int AS stored, state,
    (SELECT count(*)::int FROM rec WHERE src = source.id) AS held
    FROM import_batch b JOIN source ON source.id = source_id WHERE key = 'broken'`
  expect(row.state).toBe('running')
  expect(row.stored).toBeGreaterThan(1_000)
  expect(row.held).toBe(row.stored)
})

/** As a kill before the first chunk leaves a source: declared, with a batch of no rows. */
async function killFirstImport(key: string): Promise<string> {
  const file = desk.write(`${key}.csv`, 'id,ФИО\n1,Тестов Иван\n')
  await desk.load(key, file, { passport: KIT_PASSPORT, id: 'id' })
  await desk.database.owner`DELETE FROM rec USING source WHERE src = source.id AND key = ${key}`
  await desk.database
    .owner`UPDATE import_batch SET state = 'running', finished_at = NULL, stored = 0, added = 0
    FROM source WHERE source.id = source_id AND key = ${key}`
  await desk.database.owner`UPDATE source SET status = 'disabled', records = 0 WHERE key = ${key}`
  return file
}

test('a first import that was killed before it stored a row is a first import when it is repeated', async () => {
  const done = await desk.load('killed', await killFirstImport('killed'), { id: 'id' })
  expect([done.stored, done.source.status]).toEqual([1, 'active'])
  expect(reportOf(done)).toContain('действует: поиск по нему включён')
})

test('a source that is off stays off, and the report says what is so and what to do', async () => {
  const file = await killFirstImport('off')
  await desk.database.owner`INSERT INTO audit_event (actor_kind, via, action, source_keys)
    VALUES ('account', 'web', 'index_disable', '{off}')`
  const done = await desk.load('off', file, { id: 'id' })
  expect([done.stored, done.source.status]).toEqual([1, 'disabled'])
  const last = reportOf(done).split('\n').at(-1)
  expect(last).toContain('выключен')
  expect(last).toContain('Включите его')
  expect(last).not.toContain('администратором')
})
