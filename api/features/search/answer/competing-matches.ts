import type { Limits, SearchEngine, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import { SHOWN_IN_ALL, SHOWN_PER_SOURCE } from '#shared/constants.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import {
  type CompetingMatches,
  NO_COMPETING_MATCHES
} from '#shared/identity/people/competing-matches/competing-matches.ts'
import { competingSteps } from '#shared/identity/people/competing-matches/competing-steps.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { matchCandidate } from './match.ts'

export interface FoundCompeting extends CompetingMatches {
  failed: ReadonlySet<SourceKey>
}

/** See `competingSteps`. */
export type FindCompeting = (records: readonly MatchedRecord[]) => Promise<FoundCompeting>

interface Searched {
  engine: SearchEngine
  plan: SearchPlan
  policy: SearchPolicy
  sources: ReadonlyMap<SourceKey, CurrentSource>
  signal: AbortSignal
  /** Deadline by `performance.now()`. */
  until: number
}

const STEPS_AT_ONCE = 128
/** Further names are unsure. */
const LOOKUPS_MAX = 8

/** A name beside a phone, e-mail or birth date is rare. */
const ROOM: Limits = { perSource: 2 * SHOWN_PER_SOURCE, total: 2 * SHOWN_IN_ALL }

/** Engines hardly return more of a source. */
const PER_SOURCE_MAX = 5_000

/** Found records return and must not displace others. */
function limitsBeside(records: readonly MatchedRecord[]): Limits {
  const counts = Map.groupBy(records, ({ source }) => source)
    .values()
    .map(({ length }) => length)
  return {
    perSource: Math.min(PER_SOURCE_MAX, ROOM.perSource + Math.max(...counts)),
    total: ROOM.total + records.length
  }
}

/**
 * Finds competing matches under the same policy; they are never shown. External records have no keys. Records that
 * could not be checked completely are unsure.
 * @param onFailed Receives sources without an answer.
 */
export function createCompetingFinder(
  { engine, plan, policy, sources, signal, until }: Searched,
  onFailed: (failed: ReadonlySet<SourceKey>) => void
): FindCompeting {
  return async records => {
    const steps = competingSteps(records)
    if (steps.length === 0) return NONE
    const limits = limitsBeside(records)
    const parts = Array.from({ length: Math.ceil(steps.length / STEPS_AT_ONCE) }, (_, at) =>
      steps.slice(at * STEPS_AT_ONCE, (at + 1) * STEPS_AT_ONCE)
    )
    const { answers, failed } = await engine.look(
      parts.slice(0, LOOKUPS_MAX).map(part => ({ steps: part.map(({ step }) => step), limits })),
      policy,
      Math.max(0, until - performance.now()),
      signal
    )
    if (failed.size > 0) onFailed(failed)
    const isWhole = (at: number) => answers[at]?.more.size === 0
    const unsure = new Set(
      parts.flatMap((part, at) => (isWhole(at) ? [] : part.flatMap(({ recordIds }) => recordIds)))
    )
    const shown = new Set(records.map(({ record_id }) => record_id))
    const candidates = new Map(
      passGate(
        answers.flatMap(answer => answer.candidates),
        policy
      )
        .filter(({ record_id }) => !shown.has(record_id))
        .map(candidate => [candidate.record_id, candidate])
    )
    const competing = [...candidates.values()].map(candidate => matchCandidate(candidate, plan, sources))
    return { records: competing, unsure, failed }
  }
}

const NONE: FoundCompeting = { ...NO_COMPETING_MATCHES, failed: new Set() }
