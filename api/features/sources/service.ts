import type { SQL } from 'bun'
import type { SearchPolicy, SourceInPolicy, SourceKey } from '#api/engines/contract.ts'
import { hash64 } from '#api/lib/hash64.ts'
import type { Passport } from '#shared/contracts/passport.ts'
import type { Columns } from '#shared/identity/records/types.ts'
import { passportGaps, readPassport } from '#shared/rules/passport.ts'
import { batchTotals, type DeclaredSource, declaredSources, suppressedPrefixes } from './store.ts'

export { removeExpired } from './retention.ts'
export {
  addColumns,
  declaredSources,
  declareSource,
  findSource,
  type LoadedSource,
  suppressedPrefixes
} from './store.ts'

/** A change of sources or suppressions is in force everywhere within this. */
const FRESH_MS = 1_000

/** A source that may answer: active, with a complete passport in force. */
export interface AnsweringSource extends Pick<Passport, 'title' | 'kind' | 'origin' | 'basis'> {
  id: number
  key: string
  asOf: string
  fields: string[] | null
  columns: DeclaredSource['columns']
  records: number
}

export interface CurrentSource extends AnsweringSource {
  fieldKinds: Columns
}

export interface CurrentSources {
  sources: ReadonlyMap<SourceKey, CurrentSource>
  /** The same object until a source, a passport or the suppression list changes. */
  policy: SearchPolicy
  /** Changes with the policy, and is the same in every thread and process. */
  policyVersion: string
  /** Changes also with every load and removal of records. */
  dataVersion: string
}

export interface Sources {
  current(): Promise<CurrentSources>
}

export function createSources(sql: SQL): Sources {
  let latest: { readAt: number; sources: Promise<CurrentSources> } | undefined
  let latestPolicy: { rules: string; policy: SearchPolicy } | undefined

  async function read(): Promise<CurrentSources> {
    const [declared, prefixes, batches] = await Promise.all([
      declaredSources(sql),
      suppressedPrefixes(sql),
      batchTotals(sql)
    ])
    const sources = declared.flatMap(answeringSource)
    const rules = JSON.stringify([
      batches.undone,
      prefixes,
      sources.map(({ records, ...passport }) => passport)
    ])
    if (latestPolicy?.rules !== rules) latestPolicy = { rules, policy: policyOf(sources, prefixes) }
    const { policy } = latestPolicy
    const current = sources.map(source => ({
      ...source,
      fieldKinds: policy.sources.get(source.key)?.columns ?? {}
    }))
    const counts = [batches.count, batches.stored, sources.map(({ records }) => records)]
    return {
      sources: new Map(current.map(source => [source.key, source])),
      policy,
      policyVersion: String(hash64(rules)),
      dataVersion: String(hash64(JSON.stringify([rules, counts])))
    }
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

/** Itself where it may answer, else nothing. */
function answeringSource(source: DeclaredSource): AnsweringSource[] {
  const { id, key, status, fields, columns, records, today } = source
  if (status !== 'active' || passportGaps(source, today).length > 0) return []
  const { title, kind, origin, basis, obtained_at: asOf } = readPassport(source)
  return [{ id, key, title, kind, origin, basis, asOf, fields, columns, records }]
}

function policyOf(sources: readonly AnsweringSource[], prefixes: readonly string[]): SearchPolicy {
  const suppressed = new Set(prefixes)
  return {
    sources: new Map(sources.map(source => [source.key, sourceInPolicy(source)])),
    suppressedKeys: suppressed.size > 0 ? suppressed : null
  }
}

function sourceInPolicy({ columns, fields }: AnsweringSource): SourceInPolicy {
  return {
    labels: columns.map(column => column.label),
    columns: Object.fromEntries(columns.map(column => [column.label, column.kind])),
    ...(fields && { fields })
  }
}
