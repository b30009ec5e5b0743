import { createScopedRun } from '#api/book/book.ts'
import { assertPolicy } from '#api/book/policy.ts'
import { countRecords } from '#api/book/reading.ts'
import { candidatesOf } from '#api/book/rows.ts'
import { createPolicyNumbers, type PolicyNumbers } from '#api/book/source-numbers.ts'
import { openVocabulary } from '#api/book/vocabulary/index.ts'
import { runInTime } from '#api/db/search-connections.ts'
import type { EngineModule, EngineParts, LookupAnswers, SearchEngine } from '#api/engines/contract.ts'
import { collectCandidates } from './candidates.ts'
import { countSteps } from './counting.ts'
import { dropSearchIndexesBeside, ensureSearchIndexes, prepareLoad } from './indexes.ts'
import { listRows } from './listing.ts'
import { rebuildIndexes } from './rebuilding.ts'
import { scansOf } from './scans.ts'
import { runVisible } from './visible-scans.ts'

export const postgres: EngineModule = {
  name: 'postgres',
  isConfigured: () => true,
  owns: index => index === postgres.name,
  open: (_config, parts) => createPostgresEngine(parts)
}

/**
 * Indexes on the book's table: hashed keys under GIN and a surname column. One statement covers all sources, so all
 * answer in time or none.
 */
function createPostgresEngine({ database, connections, readState }: EngineParts): SearchEngine {
  const { app, owner } = database
  const numbersFor = createPolicyNumbers(app)
  const runInScope = createScopedRun(connections, numbersFor)

  /** A search without indexes would scan the table. */
  const isReady = async () => (await readState()).building !== 'postgres'

  return {
    name: 'postgres',
    open: () => ensureSearchIndexes(owner),
    put: async () => {},
    remove: async () => {},

    async look(lookups, policy, timeoutMs, signal) {
      assertPolicy(policy)
      const startedAt = performance.now()
      const scans = lookups.map(scansOf)
      let keyOf: PolicyNumbers['keyOf'] = new Map()
      const rows = (await isReady())
        ? await runInTime(connections, timeoutMs, signal, async sql => {
            const numbers = await numbersFor(policy.sources)
            keyOf = numbers.keyOf
            return await runVisible(sql, scans.flat(), policy, numbers.literal)
          })
        : null
      const result: LookupAnswers = { answers: [], failed: new Set(), tookUs: new Map() }
      let at = 0
      for (const [place, lookup] of lookups.entries()) {
        const own = scans[place]?.flatMap(scan => {
          const answer = rows?.[at++]
          return answer ? [{ scan, answer }] : []
        })
        const { failed, ...answer } = collectCandidates(lookup, own ?? [], policy, keyOf)
        result.answers.push(answer)
        for (const source of failed) result.failed.add(source)
      }
      // One statement covers all sources.
      const tookUs = Math.round((performance.now() - startedAt) * 1_000)
      for (const source of policy.sources.keys()) {
        result.tookUs.set(source, tookUs)
        if (!rows) result.failed.add(source)
      }
      return result
    },

    count: async (steps, policy, cap, timeoutMs, signal) =>
      (await isReady())
        ? await runInScope(timeoutMs, policy, signal, (sql, scope, numbers) =>
            countSteps(sql, steps, scope, numbers, cap)
          )
        : null,
    list: async (listing, policy, timeoutMs, signal) =>
      (await isReady())
        ? await runInScope(timeoutMs, policy, signal, async (sql, scope, { keyOf }) =>
            candidatesOf(await listRows(sql, listing, scope), policy, keyOf)
          )
        : null,

    spellings: openVocabulary(connections),
    drop: () => dropSearchIndexesBeside(owner),
    prepareLoad: (load, report) => prepareLoad(owner, load, report),
    rebuild: rebuilding => rebuildIndexes(owner, rebuilding),

    async health() {
      try {
        return { records: await countRecords(app), ok: await isReady(), behind: 0 }
      } catch {
        return { ok: false, records: null, behind: null }
      }
    },

    async close() {}
  }
}
