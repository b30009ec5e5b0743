import type { SQL } from 'bun'
import type { Scope, StoredRow } from '#api/book/rows.ts'
import { bigintArray } from '#api/db/array-literal.ts'
import { IN_SAMPLE } from './indexes.ts'

export type Condition = KeyCondition | { kind: 'surname'; surnames: readonly string[] }

export type KeyCondition =
  | { kind: 'any'; any: readonly string[]; also: readonly string[] }
  | { kind: 'all'; keys: readonly string[] }

export interface Scan {
  condition: Condition
  /** The keys may be frequent. */
  sampled: boolean
  /** A cheaper predicate, completed by `condition`; null where many may match. */
  narrow: KeyCondition | null
  /** Rows beyond it only set `hasMore`. */
  limit: number
  each: 'source' | 'all'
}

export interface ScanAnswer {
  rows: StoredRow[]
  hasMore: boolean
}

/** Number of the scan, or its complement for a sample row. */
export interface ScannedRow extends StoredRow {
  scan: number | null
}

/** Limits the number of prepared statements per connection. */
export const SCANS_A_STATEMENT = 8
/** Share of the limit at which the sample suffices. */
const SAMPLE_ENOUGH_PART = 1 / 4

export async function runScans(sql: SQL, scans: readonly Scan[], scope: Scope): Promise<ScanAnswer[]> {
  const answers: ScanAnswer[] = []
  for (let at = 0; at < scans.length; at += SCANS_A_STATEMENT) {
    answers.push(...(await runStatement(sql, scans.slice(at, at + SCANS_A_STATEMENT), scope)))
  }
  return answers
}

async function runStatement(sql: SQL, scans: readonly Scan[], scope: Scope): Promise<ScanAnswer[]> {
  const parameters = [scope.sources]
  const parts = scans.map((scan, at) => scanStatement(scan, at, scope, parameters))
  return answersOf(await sql.unsafe(parts.join('\nUNION ALL '), parameters), scans)
}

export function answersOf(rows: readonly ScannedRow[], scans: readonly Scan[]): ScanAnswer[] {
  const answers = scans.map((): ScanAnswer => ({ rows: [], hasMore: false }))
  for (const row of rows) {
    if (row.scan === null) continue
    const isSampled = row.scan < 0
    const at = isSampled ? ~row.scan : row.scan
    const scan = scans[at]
    const answer = answers[at]
    if (!scan || !answer) continue
    if (scan.each === 'source' || answer.rows.length <= scan.limit) answer.rows.push(row)
    if (isSampled || (scan.each === 'all' && answer.rows.length > scan.limit)) answer.hasMore = true
  }
  return answers
}

/**
 * One scan (`docs/how-it-works/search.md` §2). LIMIT without ORDER BY, which would switch a prepared statement to the primary key.
 * All values are parameters, LIMIT too: a small constant misleads the planner into a full surname scan.
 */
export function scanStatement(
  { condition, sampled, limit }: Scan,
  at: number,
  { columns, condition: inScope }: Scope,
  parameters: string[]
): string {
  const bindKeys = bindKeysTo(parameters)
  const rowLimit = `$${parameters.push(String(limit + 1))}::int8`
  if (condition.kind === 'surname') {
    const surnames = bindKeys(condition.surnames)
    return `SELECT ${at} AS scan, r.* FROM unnest(${surnames}) AS f(sur)
      CROSS JOIN unnest($1::int2[]) AS s(src) CROSS JOIN LATERAL (SELECT ${columns} FROM rec
        WHERE rec.sur = f.sur AND rec.src = s.src AND ${inScope} ORDER BY rec.id LIMIT ${rowLimit}) r`
  }
  const where = `${keyPredicate(condition, bindKeys)} AND ${inScope}`
  const rows = (also: string) => `SELECT ${columns} FROM rec WHERE ${where}${also} LIMIT ${rowLimit}`
  if (!sampled) return `SELECT ${at} AS scan, f.* FROM (${rows('')}) f`
  const isEnough = `(SELECT count(*) FROM s) >= ${Math.ceil((limit + 1) * SAMPLE_ENOUGH_PART)}`
  return `(WITH s AS MATERIALIZED (${rows(` AND ${IN_SAMPLE}`)})
    SELECT ${~at} AS scan, s.* FROM s WHERE ${isEnough}
    UNION ALL SELECT ${at}, f.* FROM (${rows('')}) f WHERE NOT ${isEnough})`
}

/** Binds keys, equal lists once, and returns the placeholder. */
export type BindKeys = (keys: readonly string[]) => string

export function bindKeysTo(parameters: string[]): BindKeys {
  const placeholders = new Map<readonly string[], string>()
  return keys => {
    const written = placeholders.get(keys) ?? `$${parameters.push(bigintArray(keys))}::int8[]`
    placeholders.set(keys, written)
    return written
  }
}

const SEPARATE_KEYS = 3

/**
 * One predicate per key lets GIN skip between lists; a single one checks each record of the rarest key. Five times as
 * fast with twelve words; three are enough.
 */
export function keyPredicate(condition: KeyCondition, bindKeys: BindKeys): string {
  if (condition.kind === 'all') {
    const { keys } = condition
    let written = ''
    for (let at = 0; at < keys.length && at <= SEPARATE_KEYS; at += 1) {
      const set = at < SEPARATE_KEYS ? keys.slice(at, at + 1) : keys.slice(SEPARATE_KEYS)
      written += `${at === 0 ? '' : ' AND '}k @> ${bindKeys(set)}`
    }
    return written
  }
  const any = `k && ${bindKeys(condition.any)}`
  return condition.also.length === 0 ? any : `${any} AND k @> ${bindKeys(condition.also)}`
}
