import type { Candidate } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { TOTALS_WAIT_MS } from '#shared/constants.ts'
import type { Totals } from './completeness.ts'
import type { FoundRecords } from './found-records.ts'
import { countBySource, type Matched } from './match.ts'

const LOOKED_AT = 10
/** Each takes a connection of the search threads. */
const AT_ONCE = 4

/**
 * Looks up sources without a place, because the engine reads a frequent name in storage order. Skipped without time,
 * and for lone surnames, whose typed form comes first; the answer then says that they are not shown.
 */
export async function backfillSources(
  { engine, current: { policy }, findings, signal }: FoundRecords,
  { records, cut }: Matched
): Promise<Candidate[]> {
  const isLoneSurname = findings.stages.flat().some(step => step.surnameForm !== undefined)
  if (isLoneSurname || findings.failed.size > 0) return []
  const shown = countBySource(records)
  const unseen = [...policy.sources].filter(
    ([key, { adopted }]) => !adopted && (findings.more.has(key) || cut.has(key)) && !shown.has(key)
  )
  const until = Math.min(performance.now() + TOTALS_WAIT_MS, findings.until)
  const msLeft = () => Math.max(0, until - performance.now())
  const limits = { perSource: LOOKED_AT, total: LOOKED_AT }
  const lookups = findings.stages.map(steps => ({ steps, limits }))
  const candidatesById = new Map<string, Candidate>()
  // Separately, because the first source would take all places again.
  for (let at = 0; at < unseen.length; at += AT_ONCE) {
    const pages = await Promise.all(
      unseen
        .slice(at, at + AT_ONCE)
        .map(source => engine.look(lookups, { ...policy, sources: new Map([source]) }, msLeft(), signal))
    )
    for (const { answers } of pages)
      for (const { candidates } of answers)
        for (const candidate of candidates) candidatesById.set(candidate.record_id, candidate)
  }
  // The search may have found records that did not fit.
  for (const { record_id } of findings.candidates) candidatesById.delete(record_id)
  return passGate([...candidatesById.values()], policy)
}

/** Totals after such records displaced others. */
export function totalsBeside(totals: Totals, before: Matched, { cut }: Matched): Totals {
  const shown = countBySource(before.records)
  const lessShown = [...cut].filter(key => !totals.has(key))
  return new Map([
    ...totals,
    ...lessShown.map(key => [key, { atLeast: shown.get(key) ?? 0, isExact: true }] as const)
  ])
}
