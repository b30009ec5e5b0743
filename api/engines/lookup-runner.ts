import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Lookup, LookupAnswer, SearchEngine, SearchPolicy, SourceKey } from './contract.ts'
import type { AdoptedAnswers, ExternalEngine } from './external-contract.ts'
import type { FindingsCollector } from './findings.ts'
import { createSuppressedSteps } from './suppressed-steps.ts'
import type { LookupTier } from './tiers.ts'

export interface SearchEngines {
  engine: SearchEngine
  external: ExternalEngine
}

export interface SearchCall extends SearchEngines {
  plan: SearchPlan
  policy: SearchPolicy
  signal: AbortSignal
  msLeft(): number
}

/** Repeats one look-up for some sources; undefined when it failed. */
export type LookAgain = (
  lookup: Lookup,
  sources: ReadonlySet<SourceKey>,
  perSource?: number
) => Promise<LookupAnswer | undefined>

/** Runs look-ups in the remaining time; failures and durations go into the findings. */
export function createLookupRunner(
  { engine, external, plan, policy, signal, msLeft }: SearchCall,
  { findings, note }: FindingsCollector
) {
  const withoutSuppressed = createSuppressedSteps(plan, policy)

  /** Empty once a source has failed, because the gap cannot be known any more. */
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

  /** External indices have no keys: they are asked once, in parallel. */
  async function lookUpAdopted(perSource: number): Promise<AdoptedAnswers | null> {
    const sources = new Map([...policy.sources].filter(([, { adopted }]) => adopted))
    if (sources.size === 0) return null
    const page = { from: 0, size: perSource }
    return await external.look(plan.readings, page, { ...policy, sources }, msLeft(), signal)
  }

  return { lookUp, lookAgain, lookUpAdopted, withoutSuppressed }
}
