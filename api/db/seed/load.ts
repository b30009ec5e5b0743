import type { SQL } from 'bun'
import {
  addColumns,
  type Batch,
  type BatchCounts,
  bookRows,
  closeBatch,
  declareSource,
  openBatch,
  suppressedKeys
} from '#api/engines/batches.ts'
import { recordNumber } from '#api/engines/hash.ts'
import { createRecordMaker } from '#api/engines/make-record.ts'
import { CHUNK_ROWS, copyLine, insertLines, upsertLines } from '#api/engines/postgres-load.ts'
import type { Secrets } from '#api/lib/secrets.ts'
import { generatePeople } from './generate.ts'
import { SEED_SOURCES, type SeedSource, type SeedSourceKey } from './sources-table.ts'

export interface SeedLoad {
  people: number
  seed: number
  secrets: Pick<Secrets, 'suppress'>
  /** Runs one transaction, or a part of the one that surrounds the whole load. */
  transaction<T>(work: (tx: SQL) => Promise<T>): Promise<T>
  /** True when nothing is stored yet, so that no row can be known already. */
  intoEmpty: boolean
  /** Called now and then with the records read so far. */
  onProgress?(done: number): void
}

/** One source with what is being loaded into it. */
interface Target {
  sourceId: number
  batch: Batch
  make: ReturnType<typeof createRecordMaker>
  pending: BatchCounts
  done: number
}

/** Records between two looks at the event loop, which carries the COPY of the chunk before. */
const TURN_RECORDS = 250
const YEAR_DAYS = 365

const isoDay = (moment: Date) => moment.toISOString().slice(0, 10)

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

async function openTargets(load: SeedLoad): Promise<Map<SeedSourceKey, Target>> {
  const name = `seed ${load.seed}, ${load.people}`
  const fingerprint = Bun.SHA256.hash(name) as Uint8Array
  return await load.transaction(async tx => {
    const targets = new Map<SeedSourceKey, Target>()
    for (const source of SEED_SOURCES) {
      const sourceId = await declareSource(tx, source.key, passportOf(source))
      const columns = await addColumns(tx, sourceId, source.columns)
      const batch = await openBatch(tx, sourceId, name, fingerprint)
      const { stored, suppressed } = batch.before
      targets.set(source.key, {
        sourceId,
        batch,
        make: createRecordMaker({ id: sourceId, key: source.key, columns }, load.secrets.suppress),
        pending: { stored: 0, rejected: 0, suppressed: 0 },
        done: stored + suppressed
      })
    }
    return targets
  })
}

async function book(tx: SQL, target: Target, counts: BatchCounts, fresh: number): Promise<void> {
  const rows = counts.stored + counts.suppressed
  if (rows === 0) return
  const { sourceId, batch, done } = target
  if (!(await bookRows(tx, { id: batch.id, sourceId }, done, { ...counts, fresh }))) {
    throw new Error('Этих же людей сейчас загружает другой процесс')
  }
  target.done += rows
}

/**
 * Loads synthetic people in transactions of `CHUNK_ROWS` rows. Repeating it changes nothing; an interrupted load of the
 * same people goes on where it stopped. Answers how many records stand in the sources afterwards because of it.
 */
export async function loadSeed(load: SeedLoad): Promise<{ records: number; sources: number }> {
  const targets = await openTargets(load)
  const hidden = await load.transaction(tx => suppressedKeys(tx))
  const skip = new Map([...targets].map(([key, target]) => [key, target.done]))
  let lines = new Map<bigint, string>()
  let storing: Promise<void> = Promise.resolve()
  let seen = 0
  load.onProgress?.([...targets.values()].reduce((sum, target) => sum + target.done, 0))

  async function store(chunk: Map<bigint, string>): Promise<void> {
    const booked = [...targets.values()].map(target => ({ target, counts: target.pending }))
    for (const { target } of booked) target.pending = { stored: 0, rejected: 0, suppressed: 0 }
    await storing
    storing = load.transaction(async tx => {
      const fresh = load.intoEmpty ? null : await upsertLines(tx, chunk.values())
      if (load.intoEmpty) await insertLines(tx, chunk.values())
      for (const { target, counts } of booked) {
        await book(tx, target, counts, fresh ? (fresh.get(target.sourceId) ?? 0) : counts.stored)
      }
    })
    storing.catch(() => {})
  }

  for (const record of generatePeople(load)) {
    const target = targets.get(record.source)
    if (!target) continue
    seen += 1
    const left = skip.get(record.source) ?? 0
    if (left > 0) {
      skip.set(record.source, left - 1)
      continue
    }
    const stored = target.make(record.rid, record.values)
    if (hidden.size > 0 && stored.subjectKeys.some(key => hidden.has(key))) {
      target.pending.suppressed += 1
      continue
    }
    const id = recordNumber(stored.record_id)
    target.pending.stored += 1
    lines.set(id, copyLine(stored, { id, sourceId: target.sourceId, batchId: target.batch.id, ...record }))
    if (seen % TURN_RECORDS === 0) {
      load.onProgress?.(seen)
      await Bun.sleep(0)
    }
    if (lines.size < CHUNK_ROWS) continue
    await store(lines)
    lines = new Map()
  }
  await store(lines)
  await storing
  await load.transaction(async tx => {
    for (const target of targets.values()) await closeBatch(tx, target.batch.id)
  })
  return { records: seen, sources: targets.size }
}
