import type { SQL } from 'bun'
import { runInTime, type SearchConnections } from '#api/engines/connections.ts'
import type { LookupAnswers, SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { openVocabulary } from '#api/engines/vocabulary/index.ts'
import { candidatesOf, collectCandidates, subjectKeysOf } from './candidates.ts'
import { countSteps } from './counting.ts'
import { ensureSearchIndexes } from './indexes.ts'
import { listRows, readRows, readSubjectRows, sampleRows } from './listing.ts'
import { remakePortion } from './remaking.ts'
import { planRemoval, removeBatchRows } from './removal.ts'
import { scansOf } from './scans.ts'
import { createSourceNumbers, type SourceNumbers } from './source-numbers.ts'
import { createSourceRemoval } from './source-removal.ts'
import { type Scope, scopeOf } from './statement.ts'
import { clearRows, countRows, readStoredRows } from './stored-rows.ts'
import { runVisible } from './visible-scans.ts'
import { openPostgresWriter } from './writer.ts'

/**
 * The engine on Postgres: hashed keys under GIN, an ordered surname column, a vocabulary of spellings for typing
 * errors. One statement covers all sources, so within the deadline either all of them answer or none does.
 *
 * @param app For everything but searches, which have connections of their own.
 * @param owner For loads and indexes.
 */
export function createPostgresEngine(
  { app, owner }: { app: SQL; owner: SQL },
  connections: SearchConnections
): SearchEngine {
  const numbersFor = createSourceNumbers(app)
  const removeOfSource = createSourceRemoval(app)

  /** Within the sources of the policy, and without anybody suppressed. Null when there was no time. */
  async function runInScope<T>(
    ms: number,
    policy: SearchPolicy,
    signal: AbortSignal,
    work: (sql: SQL, scope: Scope, numbers: SourceNumbers) => Promise<T>
  ): Promise<T | null> {
    assertPolicy(policy)
    return await runInTime(connections, ms, signal, async sql => {
      const numbers = await numbersFor(policy.sources)
      return await work(sql, scopeOf(policy, numbers.literal, 'visible'), numbers)
    })
  }

  return {
    name: 'postgres',
    open: () => ensureSearchIndexes(owner),

    async look(lookups, policy, timeoutMs, signal) {
      assertPolicy(policy)
      const startedAt = performance.now()
      const scans = lookups.map(scansOf)
      let keyOf: SourceNumbers['keyOf'] = new Map()
      const rows = await runInTime(connections, timeoutMs, signal, async sql => {
        const numbers = await numbersFor(policy.sources)
        keyOf = numbers.keyOf
        return await runVisible(sql, scans.flat(), policy, numbers.literal)
      })
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
      // One statement covers all sources, so each worked as long as all.
      const tookUs = Math.round((performance.now() - startedAt) * 1_000)
      for (const source of policy.sources.keys()) {
        result.tookUs.set(source, tookUs)
        if (!rows) result.failed.add(source)
      }
      return result
    },

    count: (steps, policy, cap, timeoutMs, signal) =>
      runInScope(timeoutMs, policy, signal, (sql, scope, numbers) =>
        countSteps(sql, steps, scope, numbers, cap)
      ),
    list: (listing, policy, timeoutMs, signal) =>
      runInScope(timeoutMs, policy, signal, async (sql, scope, { keyOf }) =>
        candidatesOf(await listRows(sql, listing, scope), policy, keyOf)
      ),
    read: (numbers, policy, timeoutMs, signal) =>
      runInScope(timeoutMs, policy, signal, async (sql, scope, { keyOf }) =>
        candidatesOf(await readRows(sql, numbers, scope), policy, keyOf)
      ),

    readSubjects: (numbers, policy, timeoutMs, signal) =>
      runInScope(timeoutMs, policy, signal, async (sql, scope, { keyOf }) => {
        const rows = await readSubjectRows(sql, numbers, scope)
        const records = rows.map(row => ({
          number: row.id,
          source: keyOf.get(row.src) ?? '',
          subjectKeys: subjectKeysOf(row)
        }))
        return { records, isWhole: true }
      }),

    async sample(source, limit, policy, timeoutMs, signal, batch) {
      const own = policy.sources.get(source)
      if (!own) return []
      const only = { ...policy, sources: new Map([[source, own]]) }
      return await runInScope(timeoutMs, only, signal, async (sql, scope, { keyOf }) =>
        candidatesOf(await sampleRows(sql, limit, scope, batch), policy, keyOf)
      )
    },

    spellings: openVocabulary(connections),
    describeForeign: async () => 'none',
    lookAdopted: async (_readings, _page, { sources }) => ({
      answers: [],
      failed: new Set(sources.keys()),
      tookUs: new Map(),
      next: new Map()
    }),
    openWriter: (load, report) => openPostgresWriter(owner, load, report),
    planRemoval: batchId => planRemoval(owner, batchId),
    removeBatch: (batchId, book, onProgress, inTurn) =>
      removeBatchRows(owner, batchId, book, onProgress, { inTurn }),
    removeOfSource,
    // Records are removed in the transaction that books them.
    interruptedRemovals: async () => new Set(),
    finishRemoval: async () => {},
    remake: (source, from, make) => remakePortion(owner, source, from, make),
    readStored: from => readStoredRows(owner, from),
    lostSources: async () => new Set(),
    countStored: () => countRows(owner),
    clear: () => clearRows(owner),

    async health() {
      try {
        const [row] = await app<
          { records: number }[]
        >`SELECT coalesce(sum(records), 0)::float8 AS records FROM source`
        return { ok: true, records: row?.records ?? 0 }
      } catch {
        return { ok: false, records: null }
      }
    },

    close: () => connections.close()
  }
}

function assertPolicy(policy: SearchPolicy): void {
  if (!policy?.sources || policy.suppressedKeys === undefined) throw new Error('search without a policy')
}
