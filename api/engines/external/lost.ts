import type { SourceKey } from '#api/book/policy.ts'
import type { Cluster } from '#api/engines/cluster/cluster.ts'
import { namesIn } from '#api/engines/cluster/shapes.ts'

/** Beside an administrator's page. */
const LIMITS = { requestTimeout: 2_000, maxRetries: 0 }
/** Keeps URLs below 4 kB. */
const NAMED_AT_ONCE = 20
const NAMES = '*.settings.index.uuid,*.aliases,*.data_stream'

interface Named {
  aliases?: object
  data_stream?: string
}

/** Names without an index. Rejects without an answer. */
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
