import type { SearchPolicy, SourceInPolicy } from '#api/engines/contract.ts'
import type { Context } from '#api/lib/context.ts'
import { SHOWN_IN_ALL, SHOWN_PER_SOURCE } from '#shared/constants.ts'
import { type AnsweringSource, answeringSources, batchesTakenBack, suppressedPrefixes } from './store.ts'

export type { AnsweringSource }

/** How long a process acts on what it last read: a changed source or suppression is in force everywhere within this. */
const FRESH_MS = 1_000

export interface SourcesNow {
  sources: AnsweringSource[]
  byKey: ReadonlyMap<string, AnsweringSource>
  /** The same object as long as it says the same and nothing was taken back; records may have come. */
  policy: SearchPolicy
}

interface Rules {
  /** All that the policy and the passports say, as text. */
  said: string
  policy: SearchPolicy
}

const lastRead = new WeakMap<Context, { at: number; sources: Promise<SourcesNow> }>()
const rulesInForce = new WeakMap<Context, Rules>()

/** Sources that may answer now, and the policy of every search over them. */
export function sourcesNow(context: Context): Promise<SourcesNow> {
  const last = lastRead.get(context)
  const now = performance.now()
  if (last && now - last.at < FRESH_MS) return last.sources
  const sources = read(context)
  lastRead.set(context, { at: now, sources })
  sources.catch(() => lastRead.delete(context))
  return sources
}

async function read(context: Context): Promise<SourcesNow> {
  const [sources, prefixes, takenBack] = await Promise.all([
    answeringSources(context.sql),
    suppressedPrefixes(context.sql),
    batchesTakenBack(context.sql)
  ])
  const said = JSON.stringify([takenBack, prefixes, sources.map(({ records, ...passport }) => passport)])
  const before = rulesInForce.get(context)
  const rules = before?.said === said ? before : { said, policy: policyOf(sources, prefixes) }
  rulesInForce.set(context, rules)
  return { sources, byKey: new Map(sources.map(source => [source.key, source])), policy: rules.policy }
}

function policyOf(sources: readonly AnsweringSource[], prefixes: readonly string[]): SearchPolicy {
  const suppressed = new Set(prefixes)
  return {
    sources: new Map(sources.map(source => [source.key, inPolicy(source)])),
    isSuppressed: suppressed.size > 0 ? subjectKeys => subjectKeys.some(key => suppressed.has(key)) : null,
    perSource: SHOWN_PER_SOURCE,
    inAll: SHOWN_IN_ALL
  }
}

function inPolicy({ id, columns, fields }: AnsweringSource): SourceInPolicy {
  return {
    id,
    labels: columns.map(column => column.label),
    columns: Object.fromEntries(columns.map(column => [column.label, column.kind])),
    ...(fields && { fields })
  }
}
