import type { SearchEngine, SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import { listFurther } from '#api/engines/further.ts'
import { passGate } from '#api/engines/gate.ts'
import type { SearchFindings } from '#api/engines/search.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { TOTAL_EXACT_MAX, TOTALS_WAIT_MS } from '#shared/constants.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { shownBySource, type Totals } from './completeness.ts'
import { fittingOf, type Ranked } from './rank.ts'

/** Records of which it is looked whether they fit, before the rest is «ещё». */
const LOOKED_AT_MAX = 4 * TOTAL_EXACT_MAX
const LISTED_AT_ONCE = 1_000

interface Counting {
  engine: SearchEngine
  plan: SearchPlan
  policy: SearchPolicy
  findings: SearchFindings
  ranked: Ranked
  sources: ReadonlyMap<SourceKey, CurrentSource>
  signal: AbortSignal
}

/** Counts what an answer leaves out. An answer that leaves nothing out costs nothing here. */
export async function countTotals(counting: Counting): Promise<Totals> {
  const { engine, policy, findings, ranked, signal } = counting
  const asked = [...policy.sources.keys()]
  // Once a source has failed, nothing looser is asked of the others.
  if (findings.failed.size > 0) return unknown(asked)
  const left = asked.filter(key => findings.more.has(key) || ranked.cut.has(key))
  if (left.length === 0) return new Map()
  const msLeft = Math.min(TOTALS_WAIT_MS, findings.until - performance.now())
  if (msLeft <= 0) return unknown(left)
  const steps = findings.asked.flat()
  if (!steps.every(findsOnlyFitting)) return await lookThrough(counting, left, msLeft)
  const sources = new Map([...policy.sources].filter(([key]) => left.includes(key)))
  const counts = await engine.count(steps, { ...policy, sources }, TOTAL_EXACT_MAX + 1, msLeft, signal)
  if (!counts) return unknown(left)
  return new Map(
    left.map(key => {
      const count = counts.get(key)
      return [key, { atLeast: count ?? 0, isExact: count !== undefined }]
    })
  )
}

const unknown = (sources: readonly SourceKey[]): Totals =>
  new Map(sources.map(key => [key, { atLeast: 0, isExact: false }]))

/** A single part of a name, or a mistyped one, also finds records that fit in nothing. */
const findsOnlyFitting = ({ form, keys }: PlanStep) =>
  form !== 'fuzzy' && !keys.some(key => key.startsWith('t:'))

/** Counts the records that fit by looking at each. */
async function lookThrough(
  { engine, plan, policy, findings, ranked, sources, signal }: Counting,
  left: readonly SourceKey[],
  ms: number
): Promise<Totals> {
  const until = performance.now() + ms
  const counts = shownBySource(ranked.answer.results_by_source)
  const within = { ...policy, sources: new Map([...policy.sources].filter(([key]) => left.includes(key))) }
  const skipped = Object.keys(ranked.answer.matches).map(recordNumber)
  const pages = listFurther(engine, findings.asked, skipped, null, within, signal)
  let [lookedAt, isAtEnd] = [0, false]
  while (!isAtEnd && lookedAt < LOOKED_AT_MAX) {
    const page = await pages.next(LISTED_AT_ONCE, until - performance.now())
    if (!page) break
    lookedAt += page.candidates.length
    isAtEnd = page.isLast
    for (const { source } of fittingOf(plan, passGate(page.candidates, policy), sources))
      counts.set(source, (counts.get(source) ?? 0) + 1)
  }
  return new Map(left.map(key => [key, { atLeast: counts.get(key) ?? 0, isExact: isAtEnd }]))
}
