import type { Candidate } from '#api/engines/contract.ts'
import { backfillSources, totalsBeside } from './backfill-sources.ts'
import { createCompetingFinder, type FoundCompeting } from './competing-matches.ts'
import type { Totals } from './completeness.ts'
import type { FoundRecords } from './found-records.ts'
import { type FurtherRecords, listFurtherRecords } from './list-further-records.ts'
import { type Matched, match } from './match.ts'
import { countTotals, unknownTotals } from './totals.ts'

export interface AnswerMaterial {
  /** Includes the best records of sources without a place. */
  matched: Matched
  passed: readonly Candidate[]
  competing: FoundCompeting
  totals: Totals
  rest: FurtherRecords | null
}

/**
 * Asks for competing matches, totals and sources without a place in one round, then for the competing matches of the
 * latter. A source that fails here fails for the whole search.
 * @param limit Records of a public answer; null for the page.
 */
export async function askMore(
  foundRecords: FoundRecords,
  matched: Matched,
  limit: number | null,
  startedAt: number
): Promise<AnswerMaterial> {
  const { engine, plan, current, findings, passed, signal } = foundRecords
  const { policy, sources } = current
  const competingSearch = { engine, plan, policy, sources, signal, until: findings.until }
  const findCompeting = createCompetingFinder(competingSearch, failed => {
    for (const source of failed) findings.failed.add(source)
  })
  if (limit !== null) {
    const rest = await listFurtherRecords(foundRecords, matched, limit, startedAt)
    const [competing, totals] = await Promise.all([
      findCompeting([...matched.records, ...rest.first]),
      rest.isAll ? new Map() : countTotals(foundRecords, matched)
    ])
    return {
      matched,
      passed,
      competing,
      totals: findings.failed.size > 0 ? unknownTotals(policy) : totals,
      rest
    }
  }
  const [competing, totals, unseen] = await Promise.all([
    findCompeting(matched.records),
    countTotals(foundRecords, matched),
    backfillSources(foundRecords, matched)
  ])
  if (findings.failed.size > 0)
    return { matched, passed, competing, totals: unknownTotals(policy), rest: null }
  if (unseen.length === 0) return { matched, passed, competing, totals, rest: null }
  const allPassed = [...passed, ...unseen]
  const wider = match(plan, allPassed, sources)
  const again = await createCompetingFinder(competingSearch, () => {})(wider.records)
  // Without time the answer stays complete and says that there are more.
  if (again.failed.size > 0) return { matched, passed, competing, totals, rest: null }
  return {
    matched: wider,
    passed: allPassed,
    competing: again,
    totals: totalsBeside(totals, matched, wider),
    rest: null
  }
}
