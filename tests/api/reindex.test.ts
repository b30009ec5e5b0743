import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { RecordsMovingError } from '#api/db/load-failure.ts'
import type { BookRemoved, EngineDatabase, SearchEngine } from '#api/engines/contract.ts'
import { createCurrentEngine } from '#api/engines/current-engine.ts'
import { openEngines } from '#api/engines/index.ts'
import type { StoredPage, StoredRecord } from '#api/engines/stored-record.ts'
import { bookRemoved } from '#api/features/imports/undo-store.ts'
import { type Move, moveRecords } from '#api/features/reindex/service.ts'
import { describeElastic } from '#tests/kit/elastic/describe-elastic.ts'
import { createMemoryEngine } from '#tests/kit/memory-engine.ts'
import { searchIn } from '#tests/kit/search-in.ts'
import { loadPeople, loadSource } from '#tests/kit/sources.ts'
import { startApp, type TestApp } from '#tests/kit/start-app.ts'

const COLUMNS = [
  { label: 'Номер записи', kind: 'record_number' as const },
  { label: 'Фамилия', kind: 'last_name' as const },
  { label: 'Телефон', kind: 'phone' as const }
]
const ROWS = 60
const LINES = ['Иванов', '+7 973 204-17-40', 'Переездова', 'Небывальцев', 'Переездов +7 973 100-00-07']
const rowsOf = (phone: string, from = 0, to = ROWS) =>
  Array.from({ length: to - from }, (_, at) => [`${from + at}`, 'Переездов', `+7 973 ${phone}-${10 + at}`])

let app: TestApp
let postgres: SearchEngine
let memory: SearchEngine
let batches: number[]

beforeAll(async () => {
  app = await startApp({}, database => {
    const [first] = openEngines({ elasticsearchUrl: null }, database)
    if (!first) throw new Error('no engine')
    postgres = inPages(first)
    memory = createMemoryEngine(database)
    return createCurrentEngine([postgres, memory], database)
  })
  await app.context.engine.open()
  await loadPeople(app)
  const load = (rows: string[][]) =>
    loadSource(app, 'moving', { title: 'Переезд', kind: 'ordinary', columns: COLUMNS, rows })
  // The second batch repeats some of the first, and the third changes others.
  batches = [await load(rowsOf('100-00')), await load(rowsOf('100-00', 0, 20))]
  batches.push(await load(rowsOf('200-00', 0, 30)))
})
afterAll(() => app.stop())
beforeEach(async () => {
  const { owner } = app.database
  const [row] = await owner`SELECT engine FROM record_holder`
  expect(row.engine).toBe('postgres')
})

function openRawElastic(address: string, database: EngineDatabase): SearchEngine {
  const [first] = openEngines({ elasticsearchUrl: [address] }, database)
  if (first?.name !== 'elasticsearch') throw new Error('no engine')
  return first
}

/** The same engine, whose stored records come in small pages: a move of few of them can be killed in the middle. */
function inPages(engine: SearchEngine): SearchEngine {
  const SIZE = 25
  return {
    ...engine,
    async readStored(from): Promise<StoredPage> {
      // Only pages as a whole have an order: within one it changes with the plan of a statement.
      const idOf = ({ source, rid }: StoredRecord) => `${source}:${rid}`
      const whole = await engine.readStored(null)
      const records = whole.records.toSorted((one, other) => idOf(one).localeCompare(idOf(other)))
      const at = Number(from ?? 0)
      return {
        records: records.slice(at, at + SIZE),
        next: at + SIZE < records.length ? String(at + SIZE) : null
      }
    }
  }
}

const move = (to: string, change: Partial<Move> = {}) =>
  moveRecords({
    owner: app.database.owner,
    engines: [postgres, memory],
    to,
    suppressKey: app.context.secrets.suppress,
    accepted: new Set(),
    onProgress() {},
    report() {},
    followedMs: 0,
    ...change
  })
const moveBack = () => move('postgres')

/** What is found, and what undoing each batch would do. */
async function held(engine: SearchEngine) {
  const answers = await Promise.all(LINES.map(line => searchIn(app, line, { engine })))
  return {
    found: answers.map(({ candidates }) => candidates.map(({ record_id }) => record_id).toSorted()),
    counts: [...(await engine.countStored())].toSorted(),
    removals: await Promise.all(batches.map(batch => engine.planRemoval(batch)))
  }
}

test('finds the same in either engine, and undoes the same, there and back', async () => {
  const before = await held(postgres)
  expect(before.found[0]?.length).toBeGreaterThan(0)
  expect(before.removals).toEqual([
    { removed: 30, restored: 0, kept: 0 },
    { removed: 0, restored: 0, kept: 0 },
    { removed: 0, restored: 30, kept: 0 }
  ])
  expect((await move('memory')).isNew).toBe(true)
  const there = await held(memory)
  expect({ ...there, removals: [] }).toEqual({ ...before, removals: [] })
  expect([...(await postgres.countStored())]).toEqual([])
  expect((await move('memory')).isNew).toBe(false)
  await moveBack()
  expect(await held(postgres)).toEqual(before)
})

test('goes on where it was killed, and answers from the old engine until the end', async () => {
  const before = await held(postgres)
  const total = before.counts.reduce((sum, [, count]) => sum + count, 0)
  const seen: number[] = []
  const dying = move('memory', {
    onProgress(moved) {
      if (moved >= total / 2) throw new Error('killed')
    }
  })
  await expect(dying).rejects.toThrow('killed')
  expect(app.context.engine.name).toBe('postgres')
  expect(await held(app.context.engine)).toEqual(before)
  await move('memory', { onProgress: moved => seen.push(moved) })
  expect(seen[0]).toBeGreaterThanOrEqual(total / 2)
  expect((await held(memory)).counts).toEqual(before.counts)
  await moveBack()
})

test('begins anew where records were written since it was killed', async () => {
  const total = [...(await postgres.countStored()).values()].reduce((sum, count) => sum + count, 0)
  const onProgress = (moved: number) => {
    if (moved >= total / 2) throw new Error('killed')
  }
  await expect(move('memory', { onProgress })).rejects.toThrow('killed')
  await app.context.engine.removeOfSource('nothing_of_it', 1, async () => {})
  const seen: number[] = []
  await move('memory', { onProgress: moved => seen.push(moved) })
  expect(seen[0]).toBe(0)
  await moveBack()
})

test('names what is not the same and switches nothing', async () => {
  const lossy = {
    ...memory,
    name: 'memory',
    async countStored() {
      const counts = new Map(await memory.countStored())
      counts.set('moving', ROWS - 1)
      return counts
    }
  }
  await expect(move('memory', { engines: [postgres, lossy] })).rejects.toThrow('moving: 60 и 59')
  expect((await postgres.countStored()).get('moving')).toBe(ROWS)
  // A copy that was not the same is made anew.
  await move('memory')
  await moveBack()
})

test('lets nobody write meanwhile, and answers searches', async () => {
  const { engine } = app.context
  const load = { sources: ['moving'], expectedRecords: 1, isResumed: false, isProbablyNew: false }
  let tries: Promise<PromiseSettledResult<unknown>[]> | undefined
  await move('memory', {
    onProgress() {
      tries ??= Promise.allSettled([
        engine.openWriter(load, () => {}),
        engine.removeOfSource('moving', 10, async () => {}),
        searchIn(app, 'Переездов').then(({ candidates }) => candidates.length)
      ])
    },
    followedMs: 200
  })
  const [writer, removed, searched] = (await tries) ?? []
  expect(writer?.status === 'rejected' && writer.reason).toBeInstanceOf(RecordsMovingError)
  expect(removed?.status === 'rejected' && removed.reason).toBeInstanceOf(RecordsMovingError)
  expect(searched?.status === 'fulfilled' && Number(searched.value)).toBeGreaterThan(0)
  await moveBack()
})

test('is followed by whoever had the old engine', async () => {
  // That of the move before may still ask the one that the records have left.
  await Bun.sleep(1_100)
  const [before] = (await searchIn(app, 'Переездов')).candidates
  await move('memory')
  await Bun.sleep(1_100)
  const [after] = (await searchIn(app, 'Переездов')).candidates
  expect(app.context.engine.name).toBe('memory')
  expect(after?.source).toBe(before?.source ?? '')
  await moveBack()
  await Bun.sleep(1_100)
})

describeElastic('a real cluster', server => {
  test('takes all records and gives them back', async () => {
    const elastic = openRawElastic(server, app.database)
    const before = await held(postgres)
    await move('elasticsearch', { engines: [postgres, elastic] })
    expect(await held(elastic)).toEqual(before)
    await move('postgres', { engines: [postgres, elastic] })
    expect(await held(postgres)).toEqual(before)
    expect([...(await elastic.countStored())]).toEqual([])
    // Records that were counted before the move are counted when they go.
    await move('elasticsearch', { engines: [postgres, elastic] })
    let booked = 0
    const book: BookRemoved = async (tx, counts) => {
      booked += counts.get('moving') ?? 0
      await bookRemoved(tx, counts)
    }
    await elastic.removeBatch(batches[0] ?? 0, book, () => {})
    expect(booked).toBe(30)
    // What is still there of a source that has lost all does not come back.
    const { owner } = app.database
    await owner`INSERT INTO leaving_index SELECT id FROM source WHERE key = 'moving'`
    await owner`UPDATE source SET records = 0 WHERE key = 'moving'`
    await move('postgres', { engines: [postgres, elastic] })
    const left = new Map(before.counts)
    left.delete('moving')
    expect([...(await postgres.countStored())].toSorted()).toEqual([...left])
    await elastic.close()
  })
})
