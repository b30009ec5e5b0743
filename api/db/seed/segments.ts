import type { SQL } from 'bun'
import { batchesOf, closeBatch, openBatch } from '#api/features/imports/store.ts'
import { countRange } from './portion.ts'
import { SEED_SOURCES } from './sources-table.ts'

/** One transaction: about 20,000 records. A multiple of the blocks in which people are made. */
export const UNIT_PEOPLE = 7_500
/** People under one batch of each source: two million records, so that a resumed load counts its way back in seconds. */
const SEGMENT_PEOPLE = 750_000

/** A part of a load with batches of its own. */
export interface Segment {
  from: number
  to: number
  /** The first of its people who is not stored yet; `to` when all are. */
  next: number
  /** By source, in the order of `SEED_SOURCES`. */
  batches: number[]
  /** Rows that the batches have booked, in the same order. */
  done: number[]
}

/** Finds out how far each part of a load is, and opens the batches of what is left. In a transaction. */
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
  const held = await batchesOf(tx, fingerprint)
  const of = (state: string) =>
    sourceIds.map(id => held.find(row => row.sourceId === id && row.state === state))
  const rowsOf = (batch: { stored: number; suppressed: number } | undefined) =>
    batch ? batch.stored + batch.suppressed : 0

  const finished = of('done')
  if (finished.every(Boolean)) {
    return { from, to, next: to, batches: finished.map(batch => batch?.id ?? 0), done: finished.map(rowsOf) }
  }
  const running = of('running')
  const next = running.every(Boolean) ? placeBehind(range, running.map(rowsOf)) : null
  if (next !== null) {
    return { from, to, next, batches: running.map(batch => batch?.id ?? 0), done: running.map(rowsOf) }
  }
  // Some of its batches were removed: what the others hold stays theirs, and the people are loaded once more.
  for (const batch of running) if (batch) await closeBatch(tx, batch.id)
  const batches: number[] = []
  for (const sourceId of sourceIds) batches.push((await openBatch(tx, sourceId, name, fingerprint)).id)
  return { from, to, next: from, batches, done: SEED_SOURCES.map(() => 0) }
}

/** The person behind the rows that are booked, or null when they end inside a unit. */
function placeBehind(range: { from: number; to: number; seed: number }, booked: number[]): number | null {
  const counted = SEED_SOURCES.map(() => 0)
  for (let from = range.from; ; from += UNIT_PEOPLE) {
    if (counted.every((count, at) => count === booked[at])) return Math.min(from, range.to)
    if (from >= range.to || counted.some((count, at) => count > (booked[at] ?? 0))) return null
    const to = Math.min(range.to, from + UNIT_PEOPLE)
    for (const [at, count] of countRange({ ...range, from, to }).entries())
      counted[at] = (counted[at] ?? 0) + count
  }
}
