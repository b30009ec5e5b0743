import type { SQL } from 'bun'
import { bigintArray } from './hash.ts'
import { IN_SAMPLE } from './search-indexes.ts'

/** A row of `rec` as the look-ups select it. Sixty-four-bit numbers arrive as text. */
export interface Row {
  src: number
  rid: string
  doc: string
  subj: string
}

/** What one look-up asks of the key index or of the surnames. */
export type Condition =
  /** Any of some keys, and all of the others. */
  | { kind: 'any'; any: readonly bigint[]; also: readonly bigint[] }
  | { kind: 'all'; keys: readonly bigint[] }
  /** A lone surname, each source by itself. */
  | { kind: 'surname'; surname: bigint }

export interface Lookup {
  condition: Condition
  /** Asks the sample first: keys that may be frequent. */
  sampled: boolean
  /** More rows than this, of one source or in all, mean that there are more than were taken. */
  limit: number
  each: 'source' | 'all'
}

/** What a look-up found. */
export interface Answered {
  rows: Row[]
  /** There are more in the table than these. */
  hasMore: boolean
}

interface AskedRow extends Row {
  look: number
  sampled: boolean
}

/** Look-ups in one statement. More of them would make more shapes of statements than a connection should keep. */
const AT_ONCE = 8
/** The sample answers when it fills this part of what may be taken. */
const ENOUGH_PART = 1 / 4

/** Answers look-ups in their order, many in one statement: a statement costs more than a look-up for a rare key. */
export async function askAll(sql: SQL, lookups: readonly Lookup[], sources: string): Promise<Answered[]> {
  const answers: Answered[] = []
  for (let at = 0; at < lookups.length; at += AT_ONCE) {
    answers.push(...(await ask(sql, lookups.slice(at, at + AT_ONCE), sources)))
  }
  return answers
}

async function ask(sql: SQL, lookups: readonly Lookup[], sources: string): Promise<Answered[]> {
  const parameters: string[] = [sources]
  const parts = lookups.map((lookup, at) => branch(lookup, at, parameters))
  const rows: AskedRow[] = await sql.unsafe(parts.join('\nUNION ALL '), parameters)
  const answers = lookups.map((): Answered => ({ rows: [], hasMore: false }))
  for (const row of rows) {
    const answer = answers[row.look]
    answer?.rows.push(row)
    if (answer && row.sampled) answer.hasMore = true
  }
  for (const [at, { each, limit }] of lookups.entries()) {
    const answer = answers[at]
    if (answer && each === 'all' && answer.rows.length > limit) answer.hasMore = true
  }
  return answers
}

const COLUMNS = 'src, rid, doc, subj::text AS subj'

/**
 * One look-up as a part of a statement (`reference/performance.md` §3). Plain LIMIT and never ORDER BY on a GIN
 * predicate, which would flip a prepared statement to a scan of the primary key. What varies from search to search is a
 * parameter, so that equal shapes are one prepared statement; so is the LIMIT, because for a small number that it knows
 * the planner hopes to meet enough rows early in a scan of all surnames, which took seconds at ten million.
 */
function branch({ condition, sampled, limit }: Lookup, at: number, parameters: string[]): string {
  const put = (keys: readonly bigint[]) => `$${parameters.push(bigintArray(keys))}::int8[]`
  const most = `$${parameters.push(String(limit + 1))}::int8`
  if (condition.kind === 'surname') {
    const surname = `$${parameters.push(String(condition.surname))}::int8`
    return `SELECT ${at} AS look, false AS sampled, r.* FROM unnest($1::int2[]) AS s(src) CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM rec
        WHERE rec.sur = ${surname} AND rec.src = s.src ORDER BY rec.id LIMIT ${most}) r`
  }
  const where = `${keysAre(condition, put)} AND src = ANY($1::int2[])`
  const rows = (also: string) => `SELECT ${COLUMNS} FROM rec WHERE ${where}${also} LIMIT ${most}`
  if (!sampled) return `SELECT ${at} AS look, false AS sampled, f.* FROM (${rows('')}) f`
  const isEnough = `(SELECT count(*) FROM s) >= ${Math.ceil((limit + 1) * ENOUGH_PART)}`
  return `(WITH s AS MATERIALIZED (${rows(` AND ${IN_SAMPLE}`)})
    SELECT ${at} AS look, true AS sampled, s.* FROM s WHERE ${isEnough}
    UNION ALL SELECT ${at}, false, f.* FROM (${rows('')}) f WHERE NOT ${isEnough})`
}

/**
 * For several keys one condition each: the index then leaps from list to list to the next record that may have all,
 * while it would look into every list for each record of the rarest key of one condition. Twelve frequent words are
 * five times as fast; after the third it hardly matters.
 */
function keysAre(
  condition: Exclude<Condition, { kind: 'surname' }>,
  put: (keys: readonly bigint[]) => string
) {
  if (condition.kind === 'all') {
    const [one = 0n, two = one, three = two, ...others] = condition.keys
    const sets = [[one], [two], [three], others.length > 0 ? others : [three]]
    return sets.map(keys => `k @> ${put(keys)}`).join(' AND ')
  }
  const any = `k && ${put(condition.any)}`
  return condition.also.length === 0 ? any : `${any} AND k @> ${put(condition.also)}`
}
