import type { SQL } from 'bun'
import type { PlanStep } from '#shared/identity/types.ts'
import { droppedForms, isOneErrorApart } from '#shared/identity/vocabulary.ts'
import type { SearchPolicy } from './contract.ts'
import { bigintArray, hashKey } from './hash.ts'

/** A row of `rec` as the look-ups select it. Sixty-four-bit numbers arrive as text. */
export interface Row {
  src: number
  rid: string
  doc: string
  subj: string
}

/** One statement that answers one or several steps of a plan. */
export interface Lookup {
  run(sql: SQL): Promise<Row[]>
  /** More rows than this, of one source or in all, mean that there are more than were taken. */
  limit: number
  each: 'source' | 'all'
}

/** Fuzzy names make many keys; so many are asked at once. */
const KEYS_AT_ONCE = 200

/**
 * The statements for the steps of one tier (`reference/performance.md` §3). Steps of a single key are asked together,
 * several keys at once and surnames each on their own. Plain LIMIT and never ORDER BY on a GIN predicate, which would
 * flip a prepared statement to a scan of the primary key.
 */
export function lookups(steps: readonly PlanStep[], policy: SearchPolicy, sources: string): Lookup[] {
  const made: Lookup[] = []
  const limit = policy.inAll
  const single = steps.filter(step => step.surname === undefined && step.keys.length === 1)
  for (let at = 0; at < single.length; at += KEYS_AT_ONCE) {
    const chunk = single.slice(at, at + KEYS_AT_ONCE)
    const keys = bigintArray([...new Set(chunk.map(step => hashKey(step.keys[0] ?? '')))])
    made.push({ run: byAnyKey(keys, sources, limit + 1), limit, each: 'all' })
  }
  for (const step of steps) {
    if (step.surname !== undefined) {
      const each = Math.max(1, Math.min(policy.perSource, Math.ceil(policy.inAll / policy.sources.size)))
      const run = bySurname(String(hashKey(step.surname)), sources, each + 1)
      made.push({ run, limit: each, each: 'source' })
    } else if (step.keys.length > 1) {
      const run = byAllKeys(bigintArray(step.keys.map(hashKey)), sources, limit + 1)
      made.push({ run, limit, each: 'all' })
    }
  }
  return made
}

const byAllKeys = (keys: string, sources: string, limit: number) => (sql: SQL) =>
  sql<Row[]>`SELECT src, rid, doc, subj::text AS subj FROM rec
    WHERE k @> ${keys}::int8[] AND src = ANY(${sources}::int2[]) LIMIT ${limit}`

const byAnyKey = (keys: string, sources: string, limit: number) => (sql: SQL) =>
  sql<Row[]>`SELECT src, rid, doc, subj::text AS subj FROM rec
    WHERE k && ${keys}::int8[] AND src = ANY(${sources}::int2[]) LIMIT ${limit}`

const bySurname = (surname: string, sources: string, limit: number) => (sql: SQL) =>
  sql<Row[]>`SELECT r.* FROM unnest(${sources}::int2[]) AS s(src) CROSS JOIN LATERAL (
    SELECT src, rid, doc, subj::text AS subj FROM rec
      WHERE rec.sur = ${surname}::int8 AND rec.src = s.src ORDER BY rec.id LIMIT ${limit}) r`

/** A common short word has hundreds of neighbours; so many are read, and so many forms of a word are asked. */
const NEIGHBOURS_READ = 4_000
const NEIGHBOURS_ASKED = 40

/** Forms of the vocabulary's words that are one typing error away from each word. */
export async function neighboursOf(sql: SQL, words: readonly string[]): Promise<Map<string, string[]>> {
  const near = new Map<string, string[]>()
  if (words.length === 0) return near
  const keys = bigintArray([...new Set(words.flatMap(droppedForms))].map(nearKey))
  const rows = await sql<{ spelling: string; form: string }[]>`SELECT spelling, form FROM vocabulary
    WHERE near && ${keys}::int8[] LIMIT ${NEIGHBOURS_READ}`
  for (const word of words) {
    const forms = rows.filter(row => isOneErrorApart(word, row.spelling)).map(row => row.form)
    near.set(word, [...new Set(forms)].slice(0, NEIGHBOURS_ASKED))
  }
  return near
}

/** The stored form of a spelling with at most one letter dropped. */
export function nearKey(dropped: string): bigint {
  return hashKey(`near:${dropped}`)
}
