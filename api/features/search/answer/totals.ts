import type { SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { passGate } from '#api/engines/gate.ts'
import { listNextPages } from '#api/engines/next-page.ts'
import { TOTAL_EXACT_MAX, TOTALS_WAIT_MS } from '#shared/constants.ts'
import type { PlanStep } from '#shared/identity/lookup/types.ts'
import type { Totals } from './completeness.ts'
import type { FoundRecords } from './found-records.ts'
import { fittingRecords, type Matched } from './match.ts'

const LISTED_AT_ONCE = 1.25 * TOTAL_EXACT_MAX
/** More would take a second; the rest is «ещё». */
const LISTINGS_MAX = 4
const LISTINGS_OF_MANY_MAX = 1

/** Prefixes of `recordKeys`. */
const PART_OR_INITIALS = /^[tijkn]:/

export async function countTotals(foundRecords: FoundRecords, { cut }: Matched): Promise<Totals> {
  const { engine, current, findings, signal } = foundRecords
  const { policy } = current
  if (findings.failed.size > 0) return unknownTotals(policy)
  const unfinished = [...policy.sources.keys()].filter(key => findings.more.has(key) || cut.has(key))
  if (unfinished.length === 0) return new Map()
  const until = Math.min(performance.now() + TOTALS_WAIT_MS, findings.until)
  const msLeft = () => until - performance.now()
  if (msLeft() <= 0) return unknown(unfinished)
  const unfinishedPolicy = {
    ...policy,
    sources: new Map([...policy.sources].filter(([key]) => unfinished.includes(key)))
  }
  const none: ReadonlyMap<SourceKey, number> = new Map()
  const count = async (steps: readonly PlanStep[]) =>
    steps.length === 0
      ? none
      : await engine.count(steps, unfinishedPolicy, TOTAL_EXACT_MAX + 1, msLeft(), signal)
  const steps = findings.stages.flat()
  const fitting = steps.filter(findsOnlyFitting)
  const others = steps.filter(step => !findsOnlyFitting(step))
  const counts = await count(fitting)
  if (!counts) return unknown(unfinished)
  const inspected = await lookThrough(foundRecords, { fitting, others, unfinishedPolicy, count, msLeft })
  return new Map(
    unfinished.map(key => {
      // Documents of external sources are not counted.
      if (policy.sources.get(key)?.adopted) return [key, { atLeast: 0, isExact: false }]
      const count = fitting.length === 0 ? 0 : counts.get(key)
      const isExact = count !== undefined && inspected.isAtEnd
      return [key, { atLeast: (count ?? 0) + (inspected.counts.get(key) ?? 0), isExact }]
    })
  )
}

export const unknownTotals = ({ sources }: Pick<SearchPolicy, 'sources'>): Totals =>
  unknown([...sources.keys()])

const unknown = (sources: readonly SourceKey[]): Totals =>
  new Map(sources.map(key => [key, { atLeast: 0, isExact: false }]))

/** Lone parts, typing errors and initials also find records that fit nothing. */
const findsOnlyFitting = ({ form, keys }: PlanStep) =>
  form !== 'fuzzy' && !keys.some(key => PART_OR_INITIALS.test(key))

interface Steps {
  fitting: readonly PlanStep[]
  others: readonly PlanStep[]
  unfinishedPolicy: SearchPolicy
  count(steps: readonly PlanStep[]): Promise<ReadonlyMap<SourceKey, number> | null>
  msLeft(): number
}

/** Counts the fitting records of the other steps one by one. */
async function lookThrough(
  { engine, plan, current: { policy, sources }, signal }: FoundRecords,
  { fitting, others, unfinishedPolicy, count, msLeft }: Steps
): Promise<{ counts: ReadonlyMap<SourceKey, number>; isAtEnd: boolean }> {
  const counts = new Map<SourceKey, number>()
  if (others.length === 0) return { counts, isAtEnd: true }
  const matching = await count(others)
  if (!matching) return { counts, isAtEnd: false }
  const listingsMax = matching.size < unfinishedPolicy.sources.size ? LISTINGS_OF_MANY_MAX : LISTINGS_MAX
  const pages = listNextPages(
    engine,
    [fitting, others],
    [],
    { stage: 1, after: null },
    unfinishedPolicy,
    signal
  )
  let isAtEnd = false
  for (let listings = 0; listings < listingsMax && !isAtEnd; listings++) {
    const page = await pages.next(LISTED_AT_ONCE, msLeft())
    if (!page) break
    isAtEnd = page.isLast
    for (const { source } of fittingRecords(plan, passGate(page.candidates, policy), sources))
      counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  return { counts, isAtEnd }
}
