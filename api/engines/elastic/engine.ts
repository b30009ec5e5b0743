import type { Client } from '@elastic/elasticsearch'
import { changesBehind, unfollow } from '#api/book/changes.ts'
import { assertPolicy } from '#api/book/policy.ts'
import { countRecords } from '#api/book/reading.ts'
import { createPolicyNumbers } from '#api/book/source-numbers.ts'
import { openVocabulary } from '#api/book/vocabulary/index.ts'
import { type Cluster, openCluster, type ProbeLimits } from '#api/engines/cluster/cluster.ts'
import { answerInTime } from '#api/engines/cluster/failures.ts'
import { failedIndices } from '#api/engines/cluster/multi-search.ts'
import { partialAnswer, type RawAnswer } from '#api/engines/cluster/shapes.ts'
import type {
  EngineModule,
  EngineParts,
  LookupAnswers,
  SearchEngine,
  SearchPolicy
} from '#api/engines/contract.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import { writeRecords } from './bulk.ts'
import { checkIndex } from './checking.ts'
import type { EngineCall } from './filtered-search.ts'
import { refresh } from './following.ts'
import { createIndexer } from './indexer.ts'
import { answerLookups, countMatching, listRecords } from './lookups.ts'
import { dropIndices, hasOwnPrefix } from './own-index.ts'
import { makeMissing, NAME, rebuild } from './rebuilding.ts'

export const elastic: EngineModule = {
  name: NAME,
  isConfigured: ({ elasticsearchUrl }) => elasticsearchUrl !== null,
  owns: hasOwnPrefix,
  open: (config, parts) => createElasticEngine(parts, openCluster(config))
}

/** Counting more would slow the health check. */
const COUNTED_CHANGES = 100_000

function createElasticEngine(
  { database, connections, book, readState }: EngineParts,
  cluster: Cluster
): SearchEngine {
  const { app, owner } = database
  const numbersFor = createPolicyNumbers(app)
  const indexer = createIndexer({ owner, cluster, readState })

  /** Null without an answer in time or without an index. */
  async function read<T>(
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal,
    work: (call: EngineCall) => Promise<T>
  ): Promise<T | null> {
    assertPolicy(policy)
    return await answerInTime(timeoutMs, signal, async (stop, msLeft) => {
      const { name: index } = await readState()
      if (index === null) return null
      const numbers = await numbersFor(policy.sources)
      return await work({ cluster, connections, book, index, policy, numbers, msLeft, signal: stop })
    })
  }

  async function answering(): Promise<string> {
    const { engine, name } = await readState()
    if (engine === NAME && name !== null) return name
    throw new OperatorError(
      'Индекса поиска в Elasticsearch ещё нет: его строит bun run reindex elasticsearch'
    )
  }

  /** Whether any node answers a search, from its own copy if it has one. */
  async function isSearched(index: string): Promise<boolean> {
    const question = {
      index,
      preference: '_local',
      size: 0,
      query: { match_none: {} },
      track_total_hits: false
    }
    const search = async (client: Client, limits: ProbeLimits) => {
      const answer: unknown = await client.search(question, limits)
      if (failedIndices(answer as RawAnswer, [index]).size > 0) throw partialAnswer()
      return true
    }
    // The second look knows which nodes answer.
    const look = () => cluster.askAny(search)
    return await look()
      .catch(look)
      .catch(() => false)
  }

  return {
    name: NAME,

    async open() {
      await cluster.assertUsable()
      const { engine, name } = await readState()
      const [stored] = await owner`SELECT FROM rec LIMIT 1`
      // An empty book is indexed at once; any other needs the server.
      if (engine === NAME && name === null && !stored) await cluster.explained(makeMissing(owner, cluster))
    },

    async put(records) {
      const index = await answering()
      await cluster.explained(writeRecords(await cluster.client(), index, records))
      await cluster.explained(refresh(await cluster.client(), index))
    },
    async remove(records) {
      const index = await answering()
      await cluster.explained(writeRecords(await cluster.client(), index, [], records))
      await cluster.explained(refresh(await cluster.client(), index))
    },

    async look(lookups, policy, timeoutMs, signal) {
      const startedAt = performance.now()
      const answers =
        policy?.sources?.size === 0
          ? noAnswers(policy, lookups.length)
          : ((await read(policy, timeoutMs, signal, call => answerLookups(call, lookups))) ??
            noAnswers(policy, lookups.length))
      // One call asks all sources.
      const tookUs = Math.round((performance.now() - startedAt) * 1_000)
      return { ...answers, tookUs: new Map([...policy.sources.keys()].map(key => [key, tookUs])) }
    },

    count: (steps, policy, cap, timeoutMs, signal) =>
      read(policy, timeoutMs, signal, call => countMatching(call, steps, cap)),
    list: (listing, policy, timeoutMs, signal) =>
      read(policy, timeoutMs, signal, call => listRecords(call, listing)),

    spellings: openVocabulary(connections),
    rebuild: rebuilding => cluster.explained(rebuild(owner, cluster, rebuilding)),
    async drop(name) {
      await unfollow(owner, name)
      await cluster.explained(dropIndices(await cluster.client(), [name]))
    },
    followBook: indexer.start,
    async prepareLoad(_load, report) {
      const stop = indexer.start()
      return () => indexer.catchUp(report).finally(stop)
    },
    check: async (how, onProgress) =>
      await cluster.explained(
        checkIndex({ owner, client: await cluster.client(), index: await answering() }, how, onProgress)
      ),

    async health() {
      try {
        const { name } = await readState()
        const records = await countRecords(app)
        const behind = name === null ? null : await changesBehind(app, name, COUNTED_CHANGES)
        const ok = name !== null && (await isSearched(name))
        return { ok, records, behind, note: noteOf(indexer.note()) }
      } catch {
        return { ok: false, records: null, behind: null, note: null }
      }
    },

    close: () => cluster.close()
  }
}

const noteOf = (waitsFor: string | null): string | null =>
  waitsFor === null ? null : `Индекс отстаёт: ${waitsFor}`

/** The cluster did not answer. */
const noAnswers = (policy: SearchPolicy, count: number): LookupAnswers => ({
  answers: Array.from({ length: count }, () => ({ candidates: [], more: new Set() })),
  failed: new Set(policy.sources.keys()),
  tookUs: new Map()
})
