import type { SQL } from 'bun'
import type { SearchPolicy, SourceInPolicy, SourceKey } from '#api/engines/contract.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { type AnsweringSource, answeringSources, suppressedPrefixes } from './store.ts'

export {
  type AnsweringSource,
  addColumns,
  declareSource,
  findSource,
  type LoadedSource,
  suppressedPrefixes
} from './store.ts'

/** How long a process acts on what it last read: a changed source or suppression is in force everywhere within this. */
const FRESH_MS = 1_000

/** A source that may answer, with the kind of each of its labels. */
export interface CurrentSource extends AnsweringSource {
  fieldKinds: Columns
}

export interface CurrentSources {
  sources: ReadonlyMap<SourceKey, CurrentSource>
  /** The same object until a source, a passport or the suppression list changes. */
  policy: SearchPolicy
}

export interface Sources {
  /** Sources that may answer now, and the policy of every search over them. */
  current(): Promise<CurrentSources>
}

export function createSources(sql: SQL): Sources {
  let latest: { readAt: number; sources: Promise<CurrentSources> } | undefined
  let inForce: { rules: string; policy: SearchPolicy } | undefined

  async function read(): Promise<CurrentSources> {
    const [sources, prefixes] = await Promise.all([answeringSources(sql), suppressedPrefixes(sql)])
    const rules = JSON.stringify([prefixes, sources.map(({ records, ...passport }) => passport)])
    if (inForce?.rules !== rules) inForce = { rules, policy: policyOf(sources, prefixes) }
    const { policy } = inForce
    const current = sources.map(source => ({
      ...source,
      fieldKinds: policy.sources.get(source.key)?.columns ?? {}
    }))
    return { sources: new Map(current.map(source => [source.key, source])), policy }
  }

  return {
    current() {
      const now = performance.now()
      if (latest && now - latest.readAt < FRESH_MS) return latest.sources
      const sources = read()
      latest = { readAt: now, sources }
      sources.catch(() => {
        latest = undefined
      })
      return sources
    }
  }
}

function policyOf(sources: readonly AnsweringSource[], prefixes: readonly string[]): SearchPolicy {
  const suppressed = new Set(prefixes)
  return {
    sources: new Map(sources.map(source => [source.key, inPolicy(source)])),
    isSuppressed: suppressed.size > 0 ? subjectKeys => subjectKeys.some(key => suppressed.has(key)) : null
  }
}

function inPolicy({ columns, fields }: AnsweringSource): SourceInPolicy {
  return {
    labels: columns.map(column => column.label),
    columns: Object.fromEntries(columns.map(column => [column.label, column.kind])),
    ...(fields && { fields })
  }
}
