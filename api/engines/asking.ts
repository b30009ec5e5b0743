import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Lookup, LookupAnswer, SearchEngine, SearchPolicy, SourceKey } from './contract.ts'
import type { AdoptedAnswers, ExternalEngine } from './external-contract.ts'
import type { FindingsCollector } from './findings.ts'
import { createSuppressedSteps } from './suppressed-steps.ts'
import type { LookupTier } from './tiers.ts'

/** Who is asked by a search. */
export interface SearchEngines {
  engine: SearchEngine
  external: ExternalEngine
}

/** What they are asked with throughout one search. */
export interface SearchCall extends SearchEngines {
  plan: SearchPlan
  policy: SearchPolicy
  /** Fires when the client leaves. */
  signal: AbortSignal
  msLeft(): number
}

/** Asks sources for the records of one look-up again; undefined when that failed. */
export type LookAgain = (
  lookup: Lookup,
  sources: ReadonlySet<SourceKey>,
  perSource?: number
) => Promise<LookupAnswer | undefined>

/** The look-ups of a search in the time that is left; what failed and how long each took goes into the findings. */
export function createAsking(
  { engine, external, plan, policy, signal, msLeft }: SearchCall,
  { findings, note }: FindingsCollector
) {
  const withoutSuppressed = createSuppressedSteps(plan, policy)

  /** Answers by tier; none once a source has failed, because what is missing can no longer be told. */
  async function lookUp(tiers: readonly LookupTier[], within = policy): Promise<LookupAnswer[][]> {
    const lookups = tiers.flatMap(tier => tier.lookups).map(withoutSuppressed)
    if (lookups.length === 0 || findings.failed.size > 0) return []
    const { answers, failed, tookUs } = await engine.look(lookups, within, msLeft(), signal)
    note(failed, tookUs)
    return tiers.map(tier => answers.splice(0, tier.lookups.length))
  }

  const lookAgain: LookAgain = async (lookup, sources, perSource = lookup.limits.perSource) => {
    const again = { ...lookup, limits: { ...lookup.limits, perSource } }
    const within = { ...policy, sources: new Map([...policy.sources].filter(([key]) => sources.has(key))) }
    const [answers] = await lookUp([{ number: 0, lookups: [again] }], within)
    return findings.failed.size > 0 ? undefined : answers?.[0]
  }

  /** What this product did not load has no keys: it is asked once, beside everything else. */
  async function lookUpAdopted(perSource: number): Promise<AdoptedAnswers | null> {
    const sources = new Map([...policy.sources].filter(([, { adopted }]) => adopted))
    if (sources.size === 0) return null
    const page = { from: 0, size: perSource }
    return await external.look(plan.readings, page, { ...policy, sources }, msLeft(), signal)
  }

  return { lookUp, lookAgain, lookUpAdopted, withoutSuppressed }
}
