import type { Client } from '@elastic/elasticsearch'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { ElasticError, NO_INDEX, NOT_FOUND, statusOf, typeOf } from '#api/engines/cluster/failures.ts'
import type { IndexDocument, IndexDocuments } from '#api/engines/external-contract.ts'
import { quoted } from '#shared/texts/quoted.ts'
import { foreignMappings } from './describe.ts'
import { wholeFields } from './document-fields.ts'
import { createPaging } from './paging.ts'

const PAGE = 1_000
/** Their size is unknown yet. */
const FIRST_PAGE = 64
/** The copy stores a page meanwhile. */
const KEPT = '10m'
/** One index, alias or data stream: no list, no pattern. */
const NAME = /^[\p{Ll}\p{N}][^\s*?,"<>|\\/#:%]*$/u
const CLOSED = 'index_closed_exception'
/** Unique per shard and stable until a document changes. */
const ORDER = ['_seq_no', '_shard_doc']

export async function openDocuments(cluster: Cluster, name: string): Promise<IndexDocuments> {
  if (!NAME.test(name)) throw noIndex(name)
  const client = await cluster.client()
  const explained = <T>(call: Promise<T>) =>
    cluster.explained(call.catch(error => throwSentence(error, name)))
  if ((await explained(foreignMappings(client, name))) === null) throw noIndex(name)
  const version = await explained(versionOf(client, name))
  const { count } = await explained(client.count({ index: name }))

  return {
    version,
    count,
    async *pages() {
      const { id } = await explained(client.openPointInTime({ index: name, keep_alive: KEPT }))
      const paging = createPaging(PAGE, FIRST_PAGE)
      let pit = { id, keep_alive: KEPT }
      let after: unknown[] | undefined
      try {
        for (;;) {
          const page = await explained(
            paging((size, limits) => client.search({ ...searchOf(pit, after), size }, limits))
          )
          const { hits } = page.hits
          pit = { ...pit, id: page.pit_id ?? pit.id }
          after = hits.at(-1)?.sort
          if (hits.length === 0) return
          yield hits.map(
            ({ _id = '', _source }): IndexDocument => ({ id: _id, fields: wholeFields(_source) })
          )
        }
      } finally {
        await client.closePointInTime({ id: pit.id }).catch(() => {})
      }
    }
  }
}

const noIndex = (name: string) => new ElasticError(`В Elasticsearch нет чужого индекса ${quoted(name)}`)

function throwSentence(error: unknown, name: string): never {
  if (typeOf(error) === NO_INDEX) throw noIndex(name)
  if (typeOf(error) === CLOSED)
    throw new ElasticError(`Индекс ${quoted(name)} закрыт: откройте его и повторите`)
  if (statusOf(error) === NOT_FOUND)
    throw new ElasticError(
      `Elasticsearch не сохранил состояние индекса ${quoted(name)}. Повторите: копия продолжится, если он не изменился`
    )
  throw error
}

type Search = NonNullable<Parameters<Client['search']>[0]>

const searchOf = (pit: { id: string; keep_alive: string }, after: unknown[] | undefined): Search => ({
  pit,
  sort: ORDER,
  track_total_hits: false,
  // Missing documents would count as removed.
  allow_partial_search_results: false,
  ...(after && { search_after: after as Search['search_after'] })
})

interface ShardStats {
  routing: { primary: boolean }
  seq_no: { max_seq_no: number }
}

interface IndexStats {
  uuid: string
  shards: Record<string, ShardStats[]>
}

/** Latest change of each shard. */
async function versionOf(client: Client, name: string): Promise<string> {
  const { indices = {} } = (await client.indices.stats({
    index: name,
    level: 'shards',
    filter_path: 'indices.*.uuid,indices.*.shards.*.routing.primary,indices.*.shards.*.seq_no.max_seq_no'
  })) as unknown as { indices?: Record<string, IndexStats> }
  const changes = Object.values(indices).map(({ uuid, shards }) => [
    uuid,
    ...Object.values(shards).map(copies => copies.find(({ routing }) => routing.primary)?.seq_no.max_seq_no)
  ])
  return JSON.stringify(changes.toSorted())
}
