import type { SQL } from 'bun'
import { ENOUGH_HITS, SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import { fuzzySteps, fuzzyWords } from '#shared/identity/plan-fuzzy.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/types.ts'
import type { Candidate, Found, SearchEngine, SearchPolicy } from './contract.ts'
import type { Lanes } from './lanes.ts'
import { type Lookup, lookups, neighboursOf, type Row } from './postgres-lookups.ts'

/**
 * The engine on Postgres: hashed keys under GIN, an ordered surname column, a vocabulary of spellings for typing
 * errors. Ranking happens outside. One statement answers all sources, so within the deadline either all of them have
 * answered a form or none has.
 *
 * @param sql For health only; searches have connections of their own.
 */
export function createPostgresEngine(sql: SQL, lanes: Lanes): SearchEngine {
  return {
    name: 'postgres',

    async find(plan: SearchPlan, policy: SearchPolicy, signal: AbortSignal): Promise<Found> {
      if (!policy?.sources || typeof policy.isSuppressed !== 'function')
        throw new Error('search without a policy')
      const found: Found = { candidates: [], more: new Set(), failed: new Set() }
      const keyOf = new Map([...policy.sources].map(([key, source]) => [source.id, key]))
      if (keyOf.size === 0) return found
      const state: Search = { plan, policy, found, keyOf, seen: new Set(), taken: new Map() }
      const deadline = AbortSignal.timeout(SEARCH_DEADLINE_MS)
      try {
        await lanes.run(AbortSignal.any([signal, deadline]), lane => searchTiers(lane, state))
      } catch (error) {
        signal.throwIfAborted()
        if (!deadline.aborted && !isTimeout(error)) throw error
        for (const source of policy.sources.keys()) found.failed.add(source)
      }
      return found
    },

    async health() {
      try {
        const [row] = await sql<
          { records: number }[]
        >`SELECT coalesce(sum(records), 0)::float8 AS records FROM source`
        return { ok: true, records: row?.records ?? 0 }
      } catch {
        return { ok: false, records: null }
      }
    }
  }
}

/** A search on its way. */
interface Search {
  plan: SearchPlan
  policy: SearchPolicy
  found: Found
  keyOf: ReadonlyMap<number, string>
  seen: Set<string>
  /** How many candidates each source has given in all look-ups. */
  taken: Map<string, number>
}

/** Asks tier after tier until enough is found; names with a typing error last. */
async function searchTiers(sql: SQL, search: Search): Promise<void> {
  const { plan, policy, keyOf, seen } = search
  const sources = `{${[...keyOf.keys()].join(',')}}`
  const ask = async (steps: readonly PlanStep[]) => {
    for (const lookup of lookups(steps, policy, sources)) collect(lookup, await lookup.run(sql), search)
  }
  for (const tier of new Set(plan.steps.map(step => step.tier))) {
    await ask(plan.steps.filter(step => step.tier === tier))
    if (seen.size >= ENOUGH_HITS) return
  }
  const words = fuzzyWords(plan)
  if (words.length === 0) return
  await ask(fuzzySteps(plan, await neighboursOf(sql, words)))
}

/** Adds the rows of one look-up that are new, and notes which sources have more or cannot be read. */
function collect(lookup: Lookup, rows: Row[], { found, keyOf, seen, taken, policy }: Search): void {
  const counts = new Map<string, number>()
  for (const [position, row] of rows.entries()) {
    const source = keyOf.get(row.src)
    if (source === undefined) continue
    const recordId = `${source}:${row.rid}`
    if (seen.has(recordId)) continue
    const count = (counts.get(source) ?? 0) + 1
    counts.set(source, count)
    const over = lookup.each === 'source' ? count > lookup.limit : position >= lookup.limit
    const already = taken.get(source) ?? 0
    if (over || already >= policy.perSource) {
      found.more.add(source)
      continue
    }
    taken.set(source, already + 1)
    seen.add(recordId)
    const candidate = read(row, recordId, source, policy)
    if (candidate) found.candidates.push(candidate)
    else found.failed.add(source)
  }
  // Nothing says which sources the rows that were not taken belong to.
  if (lookup.each === 'all' && rows.length > lookup.limit)
    for (const source of counts.keys()) found.more.add(source)
}

/** Postgres stopped the statement itself: statement_timeout or lock_timeout. */
function isTimeout(error: unknown): boolean {
  const code = error instanceof Error && 'errno' in error ? String(error.errno) : ''
  return code === '57014' || code === '55P03'
}

/** A stored row as a candidate, or undefined when its values cannot be read: then its source has failed. */
function read(row: Row, recordId: string, source: string, policy: SearchPolicy): Candidate | undefined {
  const labels = policy.sources.get(source)?.labels ?? []
  const fields: Record<string, string> = {}
  try {
    const values: string[] = JSON.parse(row.doc)
    for (const [position, value] of values.entries()) {
      const label = labels[position]
      if (value !== '' && label !== undefined) fields[label] = value
    }
  } catch {
    return undefined
  }
  const subjectKeys = row.subj.length > 2 ? row.subj.slice(1, -1).split(',').map(BigInt) : []
  return { record_id: recordId, source, fields, subjectKeys }
}
