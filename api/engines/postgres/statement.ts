import type { SQL } from 'bun'
import { bigintArray } from '#api/db/array-literal.ts'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { hash64 } from '#api/lib/hash64.ts'
import { IN_SAMPLE } from './indexes.ts'

/** The stored form of a key as statements write it. */
export const storedKey = (key: string): string => String(hash64(key))

/** A row of `rec` as the look-ups select it. Sixty-four-bit numbers arrive as text. */
export interface Row {
  src: number
  rid: string
  doc: string
  /** Subject keys as an array literal; only where the policy suppresses somebody. */
  subj?: string
}

/** What all scans of a search have in common. */
export interface Scope {
  /** Array literal of the numbers of the sources. */
  sources: string
  /** What is selected of a record. */
  columns: string
  /** The condition under which a record may be seen. */
  visible: string
}

/** What one scan asks of the key index or of the surnames. */
export type Condition =
  | KeyCondition
  /** A lone surname, each source by itself. */
  | { kind: 'surname'; surname: string }

/** Keys as `storedKey` writes them. */
export type KeyCondition =
  /** Any of some keys, and all of the others. */
  { kind: 'any'; any: readonly string[]; also: readonly string[] } | { kind: 'all'; keys: readonly string[] }

/** One question to an index. */
export interface Scan {
  condition: Condition
  /** Asks the sample first: keys that may be frequent. */
  sampled: boolean
  /**
   * What a scan can be asked for instead, since few records meet it; a row then has to meet the whole condition. Null
   * where many may.
   */
  narrow: KeyCondition | null
  /** More rows than this, of one source or in all, mean that there are more than were taken. */
  limit: number
  each: 'source' | 'all'
}

export interface ScanAnswer {
  rows: Row[]
  /** There are more in the table than these. */
  hasMore: boolean
}

/** A row with the number of the scan that it answers: the complement of that number when it is from the sample. */
export interface ScannedRow extends Row {
  scan: number | null
}

/** Scans in one statement. More of them would make more shapes of statements than a connection should keep. */
export const AT_ONCE = 8
/** The sample answers when it fills this part of what may be taken. */
const ENOUGH_PART = 1 / 4

/** Answers scans in their order, many in one statement: a statement costs more than a scan for a rare key. */
export async function runScans(sql: SQL, scans: readonly Scan[], scope: Scope): Promise<ScanAnswer[]> {
  const answers: ScanAnswer[] = []
  for (let at = 0; at < scans.length; at += AT_ONCE) {
    answers.push(...(await runStatement(sql, scans.slice(at, at + AT_ONCE), scope)))
  }
  return answers
}

async function runStatement(sql: SQL, scans: readonly Scan[], scope: Scope): Promise<ScanAnswer[]> {
  const parameters = [scope.sources]
  const parts = scans.map((scan, at) => branch(scan, at, scope, parameters))
  return answersOf(await sql.unsafe(parts.join('\nUNION ALL '), parameters), scans)
}

/** Gives each scan its rows, one more than may be taken at most. */
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

/** Nothing of subject keys where nobody asks for them: they are a fifth of what a row costs. */
const columnsFor = ({ isSuppressed }: SearchPolicy) =>
  isSuppressed ? 'src, rid, doc, subj::text AS subj' : 'src, rid, doc'

/** Nobody is suppressed in most installations, and a sub-select for each row is not free. */
const NOT_SUPPRESSED = `(EXISTS (SELECT FROM suppression WHERE prefix = ANY (rec.subj)
  AND state IN ('active', 'provisional') AND (expires_at IS NULL OR expires_at > now()))) IS NOT TRUE`
/** Written so that no index can be asked for it: the one of the surnames would be, from end to end. */
const ALLOWED = '(src = ANY($1::int2[])) IS TRUE'

/** What all scans under a policy have in common. `sources` is the array literal of the numbers of its sources. */
export const scopeOf = (policy: SearchPolicy, sources: string): Scope => ({
  sources,
  columns: columnsFor(policy),
  visible: policy.isSuppressed ? `${ALLOWED} AND ${NOT_SUPPRESSED}` : ALLOWED
})

/**
 * One scan as a part of a statement (`docs/search.md` §2). Plain LIMIT and never ORDER BY on a GIN
 * predicate, which would flip a prepared statement to a scan of the primary key. What varies from search to search is a
 * parameter, so that equal shapes are one prepared statement; so is the LIMIT, because for a small number that it knows
 * the planner hopes to meet enough rows early in a scan of all surnames, which took seconds at ten million.
 */
export function branch(
  { condition, sampled, limit }: Scan,
  at: number,
  { columns, visible }: Scope,
  parameters: string[]
): string {
  const put = putInto(parameters)
  const most = `$${parameters.push(String(limit + 1))}::int8`
  if (condition.kind === 'surname') {
    const surname = `$${parameters.push(condition.surname)}::int8`
    return `SELECT ${at} AS scan, r.* FROM unnest($1::int2[]) AS s(src) CROSS JOIN LATERAL (
      SELECT ${columns} FROM rec
        WHERE rec.sur = ${surname} AND rec.src = s.src AND ${visible} ORDER BY rec.id LIMIT ${most}) r`
  }
  const where = `${keysAre(condition, put)} AND ${visible}`
  const rows = (also: string) => `SELECT ${columns} FROM rec WHERE ${where}${also} LIMIT ${most}`
  if (!sampled) return `SELECT ${at} AS scan, f.* FROM (${rows('')}) f`
  const isEnough = `(SELECT count(*) FROM s) >= ${Math.ceil((limit + 1) * ENOUGH_PART)}`
  return `(WITH s AS MATERIALIZED (${rows(` AND ${IN_SAMPLE}`)})
    SELECT ${~at} AS scan, s.* FROM s WHERE ${isEnough}
    UNION ALL SELECT ${at}, f.* FROM (${rows('')}) f WHERE NOT ${isEnough})`
}

/** Makes a parameter of keys, one for the same keys, and answers how the statement writes it. */
export type Put = (keys: readonly string[]) => string

export function putInto(parameters: string[]): Put {
  const placeholders = new Map<readonly string[], string>()
  return keys => {
    const written = placeholders.get(keys) ?? `$${parameters.push(bigintArray(keys))}::int8[]`
    placeholders.set(keys, written)
    return written
  }
}

/** So many keys of a condition are asked apart. */
const APART = 3

/**
 * For several keys one condition each: the index then leaps from list to list to the next record that may have all,
 * while it would look into every list for each record of the rarest key of one condition. Twelve frequent words are
 * five times as fast; after the third it hardly matters.
 */
export function keysAre(condition: KeyCondition, put: Put): string {
  if (condition.kind === 'all') {
    const { keys } = condition
    let written = ''
    for (let at = 0; at < keys.length && at <= APART; at += 1) {
      const set = at < APART ? keys.slice(at, at + 1) : keys.slice(APART)
      written += `${at === 0 ? '' : ' AND '}k @> ${put(set)}`
    }
    return written
  }
  const any = `k && ${put(condition.any)}`
  return condition.also.length === 0 ? any : `${any} AND k @> ${put(condition.also)}`
}
