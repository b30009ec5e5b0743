import type { SQL } from 'bun'
import type { SearchPolicy, SourceKey } from '#api/engines/contract.ts'
import type { Cluster } from './cluster.ts'
import { searchAlias, sourceOf } from './index-names.ts'
import { namesIn } from './shapes.ts'

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
