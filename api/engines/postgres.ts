import type { SQL } from 'bun'
import { ENOUGH_HITS, SEARCH_DEADLINE_MS } from '#shared/constants.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/types.ts'
import type { Candidate, Found, SearchEngine, SearchPolicy } from './contract.ts'
import { bigintArray, hashKey } from './hash.ts'

/** A row of `rec` as the look-ups select it. Sixty-four-bit numbers arrive as text. */
interface Row {
  src: number
  batch: number
  rid: string
  doc: string
  subj: string
}

interface Lookup {
  step: number
  rows: Promise<Row[]>
  /** More rows than this, of one source or in all, mean that there are more than were taken. */
  limit: number
  each: 'source' | 'all'
}

/**
 * The engine on Postgres (`reference/performance.md` §3): hashed keys under GIN, an ordered surname column, plain
 * LIMIT and never ORDER BY on a GIN predicate, which would flip a prepared statement to a scan of the primary key.
 * Ranking happens outside.
 */
export function createPostgresEngine(sql: SQL): SearchEngine {
  const byAllKeys = (keys: string, sources: string, limit: number) =>
    sql<Row[]>`SELECT src, batch, rid, doc, subj::text AS subj FROM rec
      WHERE k @> ${keys}::int8[] AND src = ANY(${sources}::int2[]) LIMIT ${limit}`
  const byAnyKey = (keys: string, sources: string, limit: number) =>
    sql<Row[]>`SELECT src, batch, rid, doc, subj::text AS subj FROM rec
      WHERE k && ${keys}::int8[] AND src = ANY(${sources}::int2[]) LIMIT ${limit}`
  const bySurname = (surname: string, sources: string, limit: number) =>
    sql<Row[]>`SELECT r.* FROM unnest(${sources}::int2[]) AS s(src) CROSS JOIN LATERAL (
      SELECT src, batch, rid, doc, subj::text AS subj FROM rec
        WHERE rec.sur = ${surname}::int8 AND rec.src = s.src ORDER BY rec.id LIMIT ${limit}) r`

  /** Single keys of a tier are asked together; several keys at once and surnames each on their own. */
  function lookUp(
    steps: { step: PlanStep; index: number }[],
    policy: SearchPolicy,
    sources: string
  ): Lookup[] {
    const lookups: Lookup[] = []
    const single = steps.filter(({ step }) => step.surname === undefined && step.keys.length === 1)
    const limit = policy.inAll + 1
    const first = single[0]
    if (first) {
      const keys = bigintArray([...new Set(single.map(({ step }) => hashKey(step.keys[0] ?? '')))])
      const one = single.length === 1 ? byAllKeys(keys, sources, limit) : byAnyKey(keys, sources, limit)
      lookups.push({ step: first.index, rows: one, limit: policy.inAll, each: 'all' })
    }
    for (const { step, index } of steps) {
      if (step.surname !== undefined) {
        const each = Math.max(1, Math.min(policy.perSource, Math.ceil(policy.inAll / policy.sources.size)))
        const rows = bySurname(String(hashKey(step.surname)), sources, each + 1)
        lookups.push({ step: index, rows, limit: each, each: 'source' })
      } else if (step.keys.length > 1) {
        const rows = byAllKeys(bigintArray(step.keys.map(hashKey)), sources, limit)
        lookups.push({ step: index, rows, limit: policy.inAll, each: 'all' })
      }
    }
    return lookups
  }

  return {
    name: 'postgres',

    async find(plan: SearchPlan, policy: SearchPolicy, signal: AbortSignal): Promise<Found> {
      if (!policy?.sources || typeof policy.isSuppressed !== 'function')
        throw new Error('search without a policy')
      const found: Found = { candidates: [], more: new Set(), failed: new Set() }
      const keyOf = new Map([...policy.sources].map(([key, source]) => [source.id, key]))
      if (keyOf.size === 0) return found
      const sources = `{${[...keyOf.keys()].join(',')}}`
      const seen = new Set<string>()
      const taken = new Map<string, number>()
      const tiers = [...new Set(plan.steps.map(step => step.tier))].sort((a, b) => a - b)

      const deadline = AbortSignal.timeout(SEARCH_DEADLINE_MS)
      const stop = AbortSignal.any([signal, deadline])
      try {
        for (const tier of tiers) {
          const steps = plan.steps
            .map((step, index) => ({ step, index }))
            .filter(({ step }) => step.tier === tier)
          for (const lookup of lookUp(steps, policy, sources)) {
            collect(lookup, await abortable(lookup.rows, stop), { found, keyOf, seen, taken, policy })
          }
          if (seen.size >= ENOUGH_HITS) break
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!deadline.aborted && !isTimeout(error)) throw error
        for (const source of policy.sources.keys()) found.failed.add(source)
      }
      return found
    },

    async health() {
      try {
        const [row] = await sql<
          { records: number }[]
        >`SELECT coalesce(sum(records), 0)::float8 AS records FROM source`
        return { ok: true, records: row?.records ?? 0 }
      } catch {
        return { ok: false, records: null }
      }
    }
  }
}

interface Collecting {
  found: Found
  keyOf: ReadonlyMap<number, string>
  seen: Set<string>
  /** How many candidates each source has given in all look-ups. */
  taken: Map<string, number>
  policy: SearchPolicy
}

/** Adds the rows of one look-up that are new, and notes which sources have more or cannot be read. */
function collect(lookup: Lookup, rows: Row[], { found, keyOf, seen, taken, policy }: Collecting): void {
  const counts = new Map<string, number>()
  for (const [position, row] of rows.entries()) {
    const source = keyOf.get(row.src)
    if (source === undefined) continue
    const recordId = `${source}:${row.rid}`
    if (seen.has(recordId)) continue
    const count = (counts.get(source) ?? 0) + 1
    counts.set(source, count)
    const over = lookup.each === 'source' ? count > lookup.limit : position >= lookup.limit
    const already = taken.get(source) ?? 0
    if (over || already >= policy.perSource) {
      found.more.add(source)
      continue
    }
    taken.set(source, already + 1)
    seen.add(recordId)
    const candidate = read(row, recordId, source, lookup.step, policy)
    if (candidate) found.candidates.push(candidate)
    else found.failed.add(source)
  }
  // Nothing says which sources the rows that were not taken belong to.
  if (lookup.each === 'all' && rows.length > lookup.limit)
    for (const source of counts.keys()) found.more.add(source)
}

/** Postgres stopped the statement itself: statement_timeout or lock_timeout. */
function isTimeout(error: unknown): boolean {
  const code = error instanceof Error && 'errno' in error ? String(error.errno) : ''
  return code === '57014' || code === '55P03'
}

/** A stored row as a candidate, or undefined when its values cannot be read: then its source has failed. */
function read(
  row: Row,
  recordId: string,
  source: string,
  step: number,
  policy: SearchPolicy
): Candidate | undefined {
  const labels = policy.sources.get(source)?.labels ?? []
  const fields: Record<string, string> = {}
  try {
    const values: string[] = JSON.parse(row.doc)
    for (const [position, value] of values.entries()) {
      const label = labels[position]
      if (value !== '' && label !== undefined) fields[label] = value
    }
  } catch {
    return undefined
  }
  const subjectKeys = row.subj.length > 2 ? row.subj.slice(1, -1).split(',').map(BigInt) : []
  return { record_id: recordId, source, fields, subjectKeys, batchId: row.batch, step }
}

/** Rejects with the signal's reason when it fires first; the query itself ends by the statement timeout. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {})
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
