import type { SQL } from 'bun'
import type { Book, RecordWriter, Report } from '#api/book/contract.ts'
import type { RecordSource } from '#api/book/index-record.ts'
import { type BatchCounts, bookRows, closeBatch, NO_ROWS, rowsOf } from '#api/features/imports/store.ts'
import { addColumns, declareSource } from '#api/features/sources/store.ts'
import { suppressionList } from '#api/features/sources/suppression-store.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { orderedResults } from '#api/processes/ordered-results.ts'
import { openWorkerPool, runInline, WORKERS, type WorkerPool } from '#api/processes/worker-pool.ts'
import { RETENTION_MAX_DAYS } from '#shared/rules/passport.ts'
import { RECORDS_PER_PERSON } from './amounts.ts'
import { createPortionMaker, type Portion, type PortionSetup, type PortionTask } from './portion.ts'
import { openSegments, PORTION_PEOPLE, type Segment } from './segments.ts'
import { SEED_SOURCES, type SeedSource } from './sources-table.ts'

export interface SeedLoad {
  people: number
  seed: number
  owner: SQL
  book: Book
  secrets: Pick<Secrets, 'suppress'>
  /** Threads do not change the records, only counts of words. */
  workers?: number
  /** Totals, including an earlier run. */
  onProgress?(people: number, records: number): void
  report?: Report
}

export interface SeedResult {
  records: number
  sources: number
}

interface SeededSource extends RecordSource {
  id: number
}

interface SeedPlan {
  sources: SeededSource[]
  segments: Segment[]
  people: number
  before: { people: number; records: number }
  /** The table is empty otherwise, so all records are new. */
  isAlone: boolean
}

const PORTIONS_AHEAD = 2
const THREAD = new URL('./portion-thread.ts', import.meta.url)
const PORTION_DEADLINE_MS = 10 * 60_000
const YEAR_DAYS = 365

const isoDay = (moment: Date) => moment.toISOString().slice(0, 10)
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

function passportOf({ title, kind, obtainedAt }: SeedSource) {
  return {
    title,
    kind,
    origin: 'synthetic' as const,
    basis: 'synthetic' as const,
    controller: 'Сверка, генератор вымышленных людей',
    evidence_url: 'https://example.com/synthetic-data',
    retention_days: RETENTION_MAX_DAYS,
    obtained_at: obtainedAt,
    review_due: isoDay(new Date(Date.now() + YEAR_DAYS * 86_400_000))
  }
}

async function planSeed({ people, seed, owner }: SeedLoad): Promise<SeedPlan> {
  return await owner.begin(async tx => {
    const sources: SeededSource[] = []
    for (const source of SEED_SOURCES) {
      const id = await declareSource(tx, source.key, passportOf(source))
      sources.push({ id, key: source.key, columns: await addColumns(tx, id, source.columns) })
    }
    const segments = await openSegments(
      tx,
      { people, seed },
      sources.map(source => source.id)
    )
    const before = {
      people: sum(segments.map(segment => segment.next - segment.from)),
      records: sum(segments.flatMap(segment => segment.bookedRows))
    }
    return { sources, segments, people, before, isAlone: await holdsOnly(tx, segments) }
  })
}

async function holdsOnly(tx: SQL, segments: readonly Segment[]): Promise<boolean> {
  const batches = `{${segments.flatMap(segment => segment.batches).join(',')}}`
  const [row]: { only: boolean }[] = await tx`SELECT
    (SELECT coalesce(sum(records), 0) FROM source) =
    (SELECT coalesce(sum(stored), 0) FROM import_batch WHERE id = ANY(${batches}::int4[])) AS only`
  return row?.only ?? false
}

function* portionsOf(segments: readonly Segment[]): Generator<PortionTask & { segment: Segment }> {
  for (const segment of segments) {
    for (let from = segment.next; from < segment.to; from += PORTION_PEOPLE) {
      const to = Math.min(segment.to, from + PORTION_PEOPLE)
      yield { from, to, batches: segment.batches, segment }
    }
  }
}

/** Loads synthetic people in transactions. Repeatable and resumable. */
export async function loadSeed(load: SeedLoad): Promise<SeedResult> {
  const { report = () => {} } = load
  const plan = await planSeed(load)
  const { sources, segments, before } = plan
  reportStart(plan, report)
  const writer = await load.book.openWriter(
    {
      sources: sources.map(source => source.key),
      expectedRecords: Math.round((load.people - before.people) * RECORDS_PER_PERSON),
      isResumed: before.people > 0,
      isProbablyNew: plan.isAlone
    },
    report
  )
  const { prefixes: suppressed } = await suppressionList(load.owner)
  let { people, records } = before
  load.onProgress?.(people, records)

  const portionsLeft = Math.ceil((load.people - before.people) / PORTION_PEOPLE)
  // One portion is done before a thread starts.
  const workers = portionsLeft > 1 ? Math.min(load.workers ?? WORKERS, portionsLeft) : 0
  const pool = openPool(
    {
      sourceNumbers: writer.sourceNumbers,
      seed: load.seed,
      suppressKey: load.secrets.suppress,
      suppressed,
      sources
    },
    workers
  )
  const run = ({ segment: _, ...task }: PortionTask & { segment: Segment }) => pool.run(task)
  try {
    const portions = orderedResults(portionsOf(segments), Math.max(1, workers) * PORTIONS_AHEAD, run)
    for await (const { task, result } of portions) {
      await storePortion(writer, task.segment, task, result, sources)
      people += task.to - task.from
      records += sum(result.stored) + sum(result.suppressed)
      load.onProgress?.(people, records)
    }
  } finally {
    await pool.close()
    await writer.commit()
  }
  return { records, sources: sources.length }
}

function openPool(setup: PortionSetup, count: number): WorkerPool<PortionTask, Portion> {
  if (count === 0) return runInline(createPortionMaker, setup)
  return openWorkerPool({ script: THREAD, setup, count, deadlineMs: PORTION_DEADLINE_MS })
}

function reportStart({ people, before }: SeedPlan, report: Report): void {
  if (before.people === 0) return
  const number = new Intl.NumberFormat('ru-RU')
  const from = `человек ${number.format(before.people)} из ${number.format(people)}`
  const stored = `записей уже сохранено: ${number.format(before.records)}`
  report(before.people >= people ? `Эти люди уже загружены, ${stored}` : `Продолжаю: ${from}, ${stored}`)
}

async function storePortion(
  writer: RecordWriter,
  segment: Segment,
  task: PortionTask,
  portion: Portion,
  sources: readonly SeededSource[]
): Promise<void> {
  const bookedRows: number[] = []
  await writer.write(portion.encoded, async (tx, written) => {
    for (const [at, source] of sources.entries()) {
      const late = written.get(source.key)?.suppressed ?? 0
      const counts: BatchCounts = {
        ...NO_ROWS,
        ...written.get(source.key),
        stored: (portion.stored[at] ?? 0) - late,
        suppressed: (portion.suppressed[at] ?? 0) + late
      }
      const batch = { id: segment.batches[at] ?? 0, sourceId: source.id }
      const before = segment.bookedRows[at] ?? 0
      if (!(await bookRows(tx, batch, before, counts))) {
        throw new Error('Этих же людей сейчас загружает другой процесс')
      }
      bookedRows[at] = before + rowsOf(counts)
    }
    if (task.to >= segment.to) for (const batch of segment.batches) await closeBatch(tx, batch)
  })
  // After the commit, so that a rollback keeps the counts.
  segment.bookedRows = bookedRows
}
