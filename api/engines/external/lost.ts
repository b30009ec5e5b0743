import type { SourceKey } from '#api/book/policy.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { namesIn } from '#api/engines/cluster/shapes.ts'

/** An administrator waits for it beside what the database tells. */
const LIMITS = { requestTimeout: 2_000, maxRetries: 0 }
/** Names stand in the address of a call, which may be 4 kB long. */
const NAMED_AT_ONCE = 20
/** An index is adopted by its own name, by an alias, or as a data stream. */
const NAMES = '*.settings.index.uuid,*.aliases,*.data_stream'

interface Named {
  aliases?: object
  data_stream?: string
}

/** Those of the names under which the cluster has no index. Rejects when it does not tell. */
export async function lostNames(cluster: Cluster, names: readonly SourceKey[]): Promise<Set<SourceKey>> {
  const client = await cluster.client()
  const lost = new Set(names)
  for (let at = 0; at < names.length; at += NAMED_AT_ONCE) {
    const index = names.slice(at, at + NAMED_AT_ONCE)
    const question = { index, filter_path: NAMES, ignore_unavailable: true }
    const answer = await client.indices.get({ ...question, expand_wildcards: 'all' as const }, LIMITS)
    for (const name of namesIn(answer)) lost.delete(name)
    for (const { aliases = {}, data_stream = '' } of Object.values(answer) as Named[])
      for (const name of [...Object.keys(aliases), data_stream]) lost.delete(name)
  }
  return lost
}
