import type { Candidate } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { TOTALS_WAIT_MS } from '#shared/constants.ts'
import type { Totals } from './completeness.ts'
import type { FoundRecords } from './found-records.ts'
import { countBySource, type Matched } from './match.ts'

/** Of these the ones that fit best are shown. */
const LOOKED_AT = 10
/** Sources asked at a time: each takes a connection of the search threads. */
const AT_ONCE = 4

/**
 * Records of the sources that may have some of which the places of an answer have none: an engine reads the records of a
 * frequent name as they lie, and those of a whole source may lie behind all that there is room for. None where there is no
 * time, and of a surname that stands alone, whose typed form comes before the others; the answer says then that they are not
 * shown.
 */
export async function lookForUnseen(
  { engine, current: { policy }, findings, signal }: FoundRecords,
  { records, cut }: Matched
): Promise<Candidate[]> {
  const isLoneSurname = findings.stages.flat().some(step => step.surnameForm !== undefined)
  if (isLoneSurname || findings.failed.size > 0) return []
  const shown = countBySource(records)
  // What was adopted has no keys.
  const unseen = [...policy.sources].filter(
    ([key, { adopted }]) => !adopted && (findings.more.has(key) || cut.has(key)) && !shown.has(key)
  )
  const until = Math.min(performance.now() + TOTALS_WAIT_MS, findings.until)
  const msLeft = () => Math.max(0, until - performance.now())
  const limits = { perSource: LOOKED_AT, total: LOOKED_AT }
  const lookups = findings.stages.map(steps => ({ steps, limits }))
  const candidatesById = new Map<string, Candidate>()
  // Each by itself: of several the one that lies first would take all the room again.
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
  // The search may have found some that did not fit.
  for (const { record_id } of findings.candidates) candidatesById.delete(record_id)
  return passGate([...candidatesById.values()], policy)
}

/**
 * Totals of an answer that shows what was not seen besides. Where it takes a place from a source that was shown whole, all
 * that was shown of it is all there is.
 */
export function totalsBeside(totals: Totals, before: Matched, { cut }: Matched): Totals {
  const shown = countBySource(before.records)
  const lessShown = [...cut].filter(key => !totals.has(key))
  return new Map([
    ...totals,
    ...lessShown.map(key => [key, { atLeast: shown.get(key) ?? 0, isExact: true }] as const)
  ])
}
