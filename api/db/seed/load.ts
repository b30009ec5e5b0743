import type { SQL } from 'bun'
import { addColumns, bookRows, closeBatch, declareSource, suppressedKeys } from '#api/engines/batches.ts'
import type { RecordSource } from '#api/engines/index-record.ts'
import { createStore } from '#api/engines/postgres/load.ts'
import { storeWords } from '#api/engines/postgres/spellings.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { inOrder, openDesk, WORKERS } from '#api/lib/worker-pool.ts'
import { openSegments, type Segment, UNIT_PEOPLE } from './segments.ts'
import { SEED_SOURCES, type SeedSource } from './sources-table.ts'
import { createUnitMaker, type Unit, type UnitSetup, type UnitTask } from './unit.ts'

export interface SeedLoad {
  people: number
  seed: number
  secrets: Pick<Secrets, 'suppress'>
  /** Runs one transaction, or a part of the one that surrounds the whole load. */
  transaction<T>(work: (tx: SQL) => Promise<T>): Promise<T>
  /** True when nothing is stored yet, so that hardly a row can be known already. */
  intoEmpty: boolean
  /** Threads that prepare records; the result is the same with any number. */
  workers?: number
  /** Called with the people and the records that are stored: first with those of an earlier run. */
  onProgress?(people: number, records: number): void
}

export interface SeedLoaded {
  /** Records that the people leave in the sources, those that must not be stored included. */
  records: number
  sources: number
}

/** What a load has found out before its first row. */
export interface SeedPlan {
  sources: RecordSource[]
  segments: Segment[]
  suppressed: bigint[]
  people: number
  /** What an earlier run of the same load has stored. */
  before: { people: number; records: number }
}

/** Units that a thread has done or is doing while the one before is being stored. */
const AHEAD = 2
const THREAD = new URL('./unit-thread.ts', import.meta.url)
const YEAR_DAYS = 365

const isoDay = (moment: Date) => moment.toISOString().slice(0, 10)
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

/** The passport that every synthetic source carries; its review is a year after the load. */
function passportOf({ title, kind, obtainedAt }: SeedSource) {
  return {
    title,
    kind,
    origin: 'synthetic' as const,
    basis: 'synthetic' as const,
    controller: 'Сверка, генератор вымышленных людей',
    evidence_url: 'https://example.com/synthetic-data',
    retention_days: YEAR_DAYS,
    obtained_at: obtainedAt,
    review_due: isoDay(new Date(Date.now() + YEAR_DAYS * 86_400_000))
  }
}

/** Declares the sources and finds out what is left to do. */
export async function planSeed(load: Pick<SeedLoad, 'people' | 'seed' | 'transaction'>): Promise<SeedPlan> {
  return await load.transaction(async tx => {
    const sources: RecordSource[] = []
    for (const source of SEED_SOURCES) {
      const id = await declareSource(tx, source.key, passportOf(source))
      sources.push({ id, key: source.key, columns: await addColumns(tx, id, source.columns) })
    }
    const ids = sources.map(source => source.id)
    const segments = await openSegments(tx, load, ids)
    const before = {
      people: sum(segments.map(segment => segment.next - segment.from)),
      records: sum(segments.flatMap(segment => segment.done))
    }
    return { sources, segments, suppressed: [...(await suppressedKeys(tx))], people: load.people, before }
  })
}

function* unitsOf(segments: readonly Segment[]): Generator<UnitTask & { segment: Segment }> {
  for (const segment of segments) {
    for (let from = segment.next; from < segment.to; from += UNIT_PEOPLE) {
      const to = Math.min(segment.to, from + UNIT_PEOPLE)
      yield { from, to, batches: segment.batches, segment }
    }
  }
}

/**
 * Loads synthetic people, a unit in each transaction. Repeating it changes nothing; an interrupted load of the same
 * people goes on where it stopped.
 */
export async function loadSeed(load: SeedLoad, plan?: SeedPlan): Promise<SeedLoaded> {
  const { sources, segments, suppressed, before } = plan ?? (await planSeed(load))
  const store = createStore(load.intoEmpty)
  let { people, records } = before
  load.onProgress?.(people, records)

  const unitsLeft = Math.ceil((load.people - before.people) / UNIT_PEOPLE)
  // One unit is done sooner than a thread has started.
  const workers = unitsLeft > 1 ? Math.min(load.workers ?? WORKERS, unitsLeft) : 0
  const setup = { seed: load.seed, suppressKey: load.secrets.suppress, suppressed, sources }
  const desk = openDesk<UnitSetup, UnitTask, Unit>(THREAD, createUnitMaker, setup, workers)
  const run = ({ segment: _, ...task }: UnitTask & { segment: Segment }) => desk.run(task)
  try {
    for await (const { task, result } of inOrder(unitsOf(segments), Math.max(1, workers) * AHEAD, run)) {
      await load.transaction(tx => storeUnit(tx, store, task.segment, task, result, sources))
      people += task.to - task.from
      records += sum(result.stored) + sum(result.suppressed)
      load.onProgress?.(people, records)
    }
  } finally {
    desk.close()
  }
  return { records, sources: sources.length }
}

async function storeUnit(
  tx: SQL,
  store: ReturnType<typeof createStore>,
  segment: Segment,
  task: UnitTask,
  unit: Unit,
  sources: readonly RecordSource[]
): Promise<void> {
  const fresh = await store(tx, [unit.bytes])
  await storeWords(tx, unit.words)
  const done: number[] = []
  for (const [at, source] of sources.entries()) {
    const counts = { stored: unit.stored[at] ?? 0, suppressed: unit.suppressed[at] ?? 0, rejected: 0 }
    const isNew = fresh === 'all' ? counts.stored : (fresh.get(source.id) ?? 0)
    const batch = { id: segment.batches[at] ?? 0, sourceId: source.id }
    const before = segment.done[at] ?? 0
    if (!(await bookRows(tx, batch, before, { ...counts, fresh: isNew }))) {
      throw new Error('Этих же людей сейчас загружает другой процесс')
    }
    done.push(before + counts.stored + counts.suppressed)
  }
  if (task.to >= segment.to) for (const batch of segment.batches) await closeBatch(tx, batch)
  // Behind everything that can fail: a transaction that is taken back leaves them as they were.
  segment.done = done
}
