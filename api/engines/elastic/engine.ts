import type { SQL } from 'bun'
import type { SearchConnections } from '#api/engines/connections.ts'
import type { LookupAnswers, SearchEngine, SearchPolicy } from '#api/engines/contract.ts'
import { withinTime } from '#api/engines/deadline.ts'
import { openVocabulary } from '#api/engines/vocabulary/index.ts'
import { describeForeign } from './adopted/describe.ts'
import { lookInAdopted, sampleOfAdopted } from './adopted/look.ts'
import { createSearchedFields, type FieldsOf } from './adopted/searched-fields.ts'
import { untilRoom } from './bulk.ts'
import type { Cluster } from './cluster.ts'
import { answerLookups } from './looking.ts'
import { createNamespace } from './namespace.ts'
import type { RecordsTogether } from './pages/records-together.ts'
import { createReach, lostSources } from './reach.ts'
import {
  countRecords,
  type EngineCall,
  listRecords,
  readNumbers,
  readSample,
  readSubjects
} from './reading.ts'
import { remakePortion } from './remaking.ts'
import { planRemoval, removeBatchRecords } from './removal.ts'
import { orNull } from './searching.ts'
import { amongOurs, dropAll, openIndices } from './source-indices.ts'
import { finishSourceRemovals, interruptedRemovals, removeOfSource } from './source-removal.ts'
import { countStoredRecords, createStoredPaging, openStoredSnapshot, readStoredRecords } from './stored.ts'
import { openElasticWriter } from './writer.ts'

/**
 * The engine on Elasticsearch: an index for each source, asked together in one call. Spellings, sources and batches stay
 * in the product's database.
 *
 * @param owner For loads; `app` for everything else.
 */
export function createElasticEngine(
  { app, owner }: { app: SQL; owner: SQL },
  cluster: Cluster,
  connections: SearchConnections
): SearchEngine {
  const namespaceOf = createNamespace(app)
  const findReach = createReach(app, cluster, namespaceOf)
  const recordsTogether: RecordsTogether = new Map()
  const fieldsOf = createSearchedFields(cluster)
  const storedPaging = createStoredPaging()

  /** Null when the cluster did not answer, or not in time. */
  async function read<T>(
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal,
    work: (call: EngineCall & { fieldsOf: FieldsOf }) => Promise<T>
  ): Promise<T | null> {
    assertPolicy(policy)
    const until = performance.now() + timeoutMs
    const msLeft = () => Math.max(1, until - performance.now())
    return await orNull(signal, () =>
      withinTime(signal, timeoutMs, stop =>
        work({ cluster, findReach, fieldsOf, recordsTogether, policy, msLeft, signal: stop })
      )
    )
  }

  const stores = async () => ({ owner, client: await cluster.client(), namespace: await namespaceOf() })

  return {
    name: 'elasticsearch',

    async open() {
      await cluster.assertUsable()
      await openIndices(await stores())
    },

    async look(lookups, policy, timeoutMs, signal) {
      const startedAt = performance.now()
      const answers =
        (await read(policy, timeoutMs, signal, call => answerLookups(call, lookups))) ??
        noAnswers(policy, lookups.length)
      // One call asks all sources, so each worked as long as all.
      const tookUs = Math.round((performance.now() - startedAt) * 1_000)
      return { ...answers, tookUs: new Map([...policy.sources.keys()].map(key => [key, tookUs])) }
    },

    count: (steps, policy, cap, timeoutMs, signal) =>
      read(policy, timeoutMs, signal, call => countRecords(call, steps, cap)),
    list: (listing, policy, timeoutMs, signal) =>
      read(policy, timeoutMs, signal, call => listRecords(call, listing)),
    read: (numbers, policy, timeoutMs, signal) =>
      read(policy, timeoutMs, signal, call => readNumbers(call, numbers)),

    readSubjects: (numbers, policy, timeoutMs, signal) =>
      read(policy, timeoutMs, signal, call => readSubjects(call, numbers)),

    async sample(source, limit, policy, timeoutMs, signal, batch) {
      const own = policy.sources.get(source)
      if (!own) return []
      const only = { ...policy, sources: new Map([[source, own]]) }
      return await read(only, timeoutMs, signal, call =>
        own.adopted ? sampleOfAdopted(call, source, limit) : readSample(call, limit, batch)
      )
    },

    describeForeign: name => describeForeign(cluster, name),
    lookAdopted: async (readings, page, policy, timeoutMs, signal) =>
      (await read(policy, timeoutMs, signal, call => lookInAdopted(call, readings, page))) ?? {
        ...noAnswers(policy, readings.length),
        next: new Map()
      },

    spellings: openVocabulary(connections),

    async openWriter(load, report) {
      const own = { owner, cluster, namespace: await namespaceOf() }
      const writer = await untilRoom(() => cluster.explained(openElasticWriter(own, load, report)))
      return {
        ...writer,
        write: (...chunk) => untilRoom(() => writer.write(...chunk)),
        commit: () => untilRoom(() => writer.commit())
      }
    },
    planRemoval: async batchId => await cluster.explained(planRemoval(await stores(), batchId)),
    removeBatch: async (batchId, ...rest) =>
      await cluster.explained(removeBatchRecords(await stores(), batchId, ...rest)),
    removeOfSource: async (source, _most, book) =>
      await cluster.explained(removeOfSource(await stores(), source, book)),
    interruptedRemovals: () => interruptedRemovals(app),
    finishRemoval: async source => await cluster.explained(finishSourceRemovals(await stores(), [source])),

    remake: async (source, from, make) => {
      const own = await stores()
      return await cluster.explained(
        amongOurs(own, new Set([source]), remakePortion(own, source, from, make))
      )
    },
    readStored: async from => await cluster.explained(readStoredRecords(await stores(), from, storedPaging)),
    async openSnapshot() {
      // A backup holds the few connections of the owner.
      const snapshot = await cluster.explained(
        openStoredSnapshot({ ...(await stores()), owner: app }, await interruptedRemovals(app))
      )
      return { ...snapshot, read: from => cluster.explained(snapshot.read(from)) }
    },
    lostSources: async () =>
      await lostSources(app, { client: await cluster.client(), namespace: await namespaceOf() }).catch(
        () => null
      ),
    countStored: async () => await cluster.explained(countStoredRecords(await stores())),
    clear: async () => await cluster.explained(dropAll(await stores())),

    async health() {
      const status = await cluster.status()
      if (status === null) return { ok: false, records: null }
      try {
        const [row] = await app<
          { records: number }[]
        >`SELECT coalesce(sum(records), 0)::float8 AS records FROM source`
        return { ok: status !== 'red', records: row?.records ?? 0 }
      } catch {
        return { ok: false, records: null }
      }
    },

    async close() {
      await connections.close()
      await cluster.close()
    }
  }
}

function assertPolicy(policy: SearchPolicy): void {
  if (!policy?.sources || policy.suppressedKeys === undefined) throw new Error('search without a policy')
}

/** What is said where the cluster did not answer at all. */
const noAnswers = (policy: SearchPolicy, count: number): LookupAnswers => ({
  answers: Array.from({ length: count }, () => ({ candidates: [], more: new Set() })),
  failed: new Set(policy.sources.keys()),
  tookUs: new Map()
})
