import type { SQL } from 'bun'
import { batchesOf, closeBatch, openBatch } from '#api/features/imports/store.ts'
import { countRange } from './portion.ts'
import { SEED_SOURCES } from './sources-table.ts'

/** About 20,000 records. A multiple of `BLOCK_PEOPLE`. */
export const PORTION_PEOPLE = 7_500
/** Two million records a batch, so that a resumed load finds its place in seconds. */
const SEGMENT_PEOPLE = 750_000

export interface Segment {
  from: number
  to: number
  /** First person not stored; `to` at the end. */
  next: number
  /** In the order of `SEED_SOURCES`. */
  batches: number[]
  bookedRows: number[]
}

/** Finds the progress and opens missing batches, in a transaction. */
export async function openSegments(
  tx: SQL,
  { people, seed }: { people: number; seed: number },
  sourceIds: readonly number[]
): Promise<Segment[]> {
  const segments: Segment[] = []
  for (let from = 0; from < people; from += SEGMENT_PEOPLE) {
    const to = Math.min(people, from + SEGMENT_PEOPLE)
    segments.push(await openSegment(tx, { from, to, seed }, sourceIds))
  }
  return segments
}

async function openSegment(
  tx: SQL,
  range: { from: number; to: number; seed: number },
  sourceIds: readonly number[]
): Promise<Segment> {
  const { from, to, seed } = range
  const name = `seed ${seed}: ${from}–${to}`
  const fingerprint = Bun.SHA256.hash(name) as Uint8Array
  const storedBatches = await batchesOf(tx, fingerprint)
  const of = (state: string) =>
    sourceIds.map(id => storedBatches.find(row => row.sourceId === id && row.state === state))
  const rowsOf = (batch: { stored: number; suppressed: number } | undefined) =>
    batch ? batch.stored + batch.suppressed : 0

  const finished = of('done')
  if (finished.every(Boolean)) {
    return {
      from,
      to,
      next: to,
      batches: finished.map(batch => batch?.id ?? 0),
      bookedRows: finished.map(rowsOf)
    }
  }
  const running = of('running')
  const next = running.every(Boolean) ? nextPerson(range, running.map(rowsOf)) : null
  if (next !== null) {
    return { from, to, next, batches: running.map(batch => batch?.id ?? 0), bookedRows: running.map(rowsOf) }
  }
  // After a removed batch the others keep their records, and people are loaded again.
  for (const batch of running) if (batch) await closeBatch(tx, batch.id)
  const batches: number[] = []
  for (const sourceId of sourceIds) batches.push((await openBatch(tx, sourceId, name, fingerprint)).id)
  return { from, to, next: from, batches, bookedRows: SEED_SOURCES.map(() => 0) }
}

/** Null when the rows end inside a portion. */
function nextPerson(range: { from: number; to: number; seed: number }, booked: number[]): number | null {
  const counted = SEED_SOURCES.map(() => 0)
  for (let from = range.from; ; from += PORTION_PEOPLE) {
    if (counted.every((count, at) => count === booked[at])) return Math.min(from, range.to)
    if (from >= range.to || counted.some((count, at) => count > (booked[at] ?? 0))) return null
    const to = Math.min(range.to, from + PORTION_PEOPLE)
    for (const [at, count] of countRange({ ...range, from, to }).entries())
      counted[at] = (counted[at] ?? 0) + count
  }
}
