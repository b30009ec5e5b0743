import { assertPolicy, type SearchPolicy } from '#api/book/policy.ts'
import { type Cluster, openCluster } from '#api/engines/cluster/cluster.ts'
import { answerInTime, ElasticError } from '#api/engines/cluster/failures.ts'
import type { EngineConfig } from '#api/engines/contract.ts'
import type { AdoptedAnswers, ExternalEngine } from '#api/engines/external-contract.ts'
import { describeForeign } from './describe.ts'
import { openDocuments } from './documents.ts'
import { type AdoptedCall, lookInAdopted, sampleOfAdopted } from './look.ts'
import { lostNames } from './lost.ts'
import type { RecordsTogether } from './paging.ts'
import { createSearchedFields } from './searched-fields.ts'

/** Has connections of its own, so that external indices cannot block the book's. */
export const openExternal = (config: EngineConfig): ExternalEngine =>
  config.elasticsearchUrl === null ? WITHOUT_CLUSTER : createExternalEngine(openCluster(config))

const WITHOUT_CLUSTER: ExternalEngine = {
  look: async (_readings, _page, policy) => noAnswers(policy),
  sample: async () => null,
  describe: async () => 'none',
  lost: async names => new Set(names),
  openDocuments: async () => {
    throw new ElasticError('Чтобы читать индексы Elasticsearch, задайте его адрес: ELASTICSEARCH_URL')
  },
  close: async () => {}
}

function createExternalEngine(cluster: Cluster): ExternalEngine {
  const recordsTogether: RecordsTogether = new Map()
  const fieldsOf = createSearchedFields(cluster)

  /** Null without an answer in time. */
  async function read<T>(
    policy: SearchPolicy,
    timeoutMs: number,
    signal: AbortSignal,
    work: (call: AdoptedCall) => Promise<T>
  ): Promise<T | null> {
    assertPolicy(policy)
    return await answerInTime(timeoutMs, signal, (stop, msLeft) =>
      work({ cluster, recordsTogether, fieldsOf, policy, msLeft, signal: stop })
    )
  }

  return {
    look: async (readings, page, policy, timeoutMs, signal) =>
      (await read(policy, timeoutMs, signal, call => lookInAdopted(call, readings, page))) ??
      noAnswers(policy),

    async sample(source, limit, policy, timeoutMs, signal) {
      const own = policy.sources.get(source)
      if (!own) return []
      const only = { ...policy, sources: new Map([[source, own]]) }
      return await read(only, timeoutMs, signal, call => sampleOfAdopted(call, source, limit))
    },

    describe: name => describeForeign(cluster, name),
    lost: names => lostNames(cluster, names).catch(() => null),
    openDocuments: name => openDocuments(cluster, name),
    close: () => cluster.close()
  }
}

const noAnswers = ({ sources }: SearchPolicy): AdoptedAnswers => ({
  answers: [],
  failed: new Set(sources.keys()),
  tookUs: new Map(),
  next: new Map()
})
