import type { Client } from '@elastic/elasticsearch'
import type { SQL } from 'bun'
import type { SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import type { Cluster } from './cluster.ts'
import { ElasticError } from './failures.ts'
import { indexOf, searchAlias, sourceOf } from './index-names.ts'
import type { Stores } from './namespace.ts'
import { namesIn, partsOf } from './shapes.ts'

/** Where the sources of a policy are. */
export interface Reach {
  namespace: string
  /** Indices to be asked. */
  indices: string[]
  /** Sources that have records, of which the index is gone. */
  lost: Set<SourceKey>
}

export type FindReach = (
  policy: SearchPolicy,
  ms: number,
  signal: AbortSignal,
  refresh?: boolean
) => Promise<Reach>

/** A source that had no index is looked for again after this. */
const ABSENT_MS = 500

/**
 * A source that never had a record has no index, and it finds nothing; one whose index has gone has failed. Asked anew
 * when a search met an index that is not there.
 */
export function createReach(sql: SQL, cluster: Cluster, namespaceOf: () => Promise<string>): FindReach {
  const absent = new Map<SourceKey, { isLost: boolean; until: number }>()

  async function readAbsent(namespace: string, keys: readonly SourceKey[], ms: number, signal: AbortSignal) {
    const present = await cluster.ask(ms, signal, (client, limits) =>
      client.indices.get({ index: `${namespace}-*`, filter_path: '*.settings.index.uuid' }, limits)
    )
    const there = new Set(namesIn(present).map(index => sourceOf(namespace, index)))
    const rows = await sql<{ key: string }[]>`SELECT key FROM source WHERE records > 0`
    const filled = new Set(rows.map(({ key }) => key))
    absent.clear()
    const until = performance.now() + ABSENT_MS
    for (const key of keys) if (!there.has(key)) absent.set(key, { isLost: filled.has(key), until })
  }

  return async (policy, ms, signal, refresh = false) => {
    const namespace = await namespaceOf()
    const keys = [...policy.sources.keys()]
    if (refresh) await readAbsent(namespace, keys, ms, signal)
    const now = performance.now()
    for (const [key, { until }] of absent) if (until < now) absent.delete(key)
    const present = keys.filter(key => !absent.has(key))
    return {
      namespace,
      indices: present.map(key => searchAlias(namespace, key)),
      lost: new Set(keys.filter(key => absent.get(key)?.isLost))
    }
  }
}

const number = new Intl.NumberFormat('ru-RU')

interface BookedSource {
  key: SourceKey
  mark: string
  adopted: boolean
  records: number
}

/** An administrator waits for it beside what the database tells. */
const SHOWN_MS = 2_000
const LOAD_MS = 20_000

/** Whose records are to be there: those that a removal has booked are not. */
const bookedSources = async (sql: SQL): Promise<BookedSource[]> =>
  await sql`SELECT key, index_mark AS mark, adopted, records::float8 AS records FROM source
    WHERE (records > 0 OR adopted) AND status <> 'deleting'
      AND NOT EXISTS (SELECT FROM leaving_index WHERE source_id = source.id)`

/**
 * Sources whose index somebody took away: of records that were loaded, and adopted ones. Rejects when the cluster does not
 * tell.
 */
export async function lostSources(
  sql: SQL,
  { client, namespace }: { client: Client; namespace: string },
  requestTimeout = SHOWN_MS
): Promise<ReadonlySet<SourceKey>> {
  const before = await bookedSources(sql)
  const adopted = before.filter(source => source.adopted).map(({ key }) => key)
  const present = new Set<string>()
  for (const index of [[`${namespace}-*`], ...partsOf(adopted)]) {
    const question = { index, filter_path: '*.settings.index.uuid', ignore_unavailable: true }
    for (const name of namesIn(
      await client.indices.get(
        { ...question, expand_wildcards: 'all' as const },
        { requestTimeout, maxRetries: 0 }
      )
    ))
      present.add(name)
  }
  const missing = before.filter(source => !present.has(nameOf(namespace, source)))
  if (missing.length === 0) return new Set()
  // What was removed meanwhile is not lost, nor what moved to another name.
  const after = new Set((await bookedSources(sql)).map(source => nameOf(namespace, source)))
  return new Set(missing.filter(source => after.has(nameOf(namespace, source))).map(({ key }) => key))
}

const nameOf = (namespace: string, { key, mark, adopted }: BookedSource): string =>
  adopted ? key : indexOf(namespace, key, mark)

/**
 * Before a load: into a new index of a source that has lost its own it would bring a part, which then answered as if it
 * were the whole.
 *
 * @throws ElasticError which names the source and what to do.
 */
export async function assertNoneLost(
  { owner, client, namespace }: Stores,
  sources: readonly SourceKey[]
): Promise<void> {
  const lost = await lostSources(owner, { client, namespace }, LOAD_MS)
  const key = sources.find(source => lost.has(source))
  if (key === undefined) return
  const [row] = await owner<
    { records: number }[]
  >`SELECT records::float8 AS records FROM source WHERE key = ${key}`
  throw new ElasticError(
    `Индекс источника ${key} убрали из Elasticsearch мимо этой программы: учтено записей ${number.format(row?.records ?? 0)}. ` +
      'Верните его из снимка кластера или удалите источник в «Источниках» и загрузите его файлы заново'
  )
}
