import type { SQL } from 'bun'
import type { Found, SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import type { Lanes } from './connections.ts'
import { createFrequentSurnames } from './frequent-surnames.ts'
import { numbered } from './source-numbers.ts'
import { columnsFor } from './statement.ts'
import { type Search, searchTiers } from './tiers.ts'

/**
 * The engine on Postgres: hashed keys under GIN, an ordered surname column, a vocabulary of spellings for typing
 * errors. Ranking happens outside. One statement answers all sources, so within the deadline either all of them have
 * answered a form or none has.
 *
 * @param sql For what is not a search; searches have connections of their own.
 */
export function createPostgresEngine(sql: SQL, lanes: Lanes): SearchEngine {
  const isFrequent = createFrequentSurnames(sql)
  return {
    name: 'postgres',

    async find(plan: SearchPlan, policy: SearchPolicy, signal: AbortSignal): Promise<Found> {
      if (!policy?.sources || policy.isSuppressed === undefined) throw new Error('search without a policy')
      const found: Found = { candidates: [], more: new Set(), failed: new Set(), tookUs: new Map() }
      if (policy.sources.size === 0) return found
      const { literal, keyOf } = numbered(policy.sources)
      const scope = { sources: literal, columns: columnsFor(policy) }
      const state: Search = {
        plan,
        policy,
        found,
        keyOf,
        scope,
        isFrequent,
        seen: new Set(),
        taken: new Map()
      }
      try {
        await lanes.run(signal, lane => timed(lane, state))
      } catch (error) {
        signal.throwIfAborted()
        if (!isTimeout(error)) throw error
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

/** One statement asks all sources: each of them was at work as long as all. */
async function timed(sql: SQL, search: Search): Promise<void> {
  const startedAt = performance.now()
  try {
    await searchTiers(sql, search)
  } finally {
    const tookUs = Math.round((performance.now() - startedAt) * 1_000)
    for (const source of search.policy.sources.keys()) search.found.tookUs.set(source, tookUs)
  }
}

/** The deadline has passed, or Postgres stopped the statement itself: statement_timeout or lock_timeout. */
function isTimeout(error: unknown): boolean {
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  const code = error instanceof Error && 'errno' in error ? String(error.errno) : ''
  return code === '57014' || code === '55P03'
}
