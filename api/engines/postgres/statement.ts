import type { SQL } from 'bun'
import type { SearchPolicy } from '#api/engines/contract.ts'
import { bigintArray } from './hash.ts'
import { IN_SAMPLE } from './indexes.ts'

/** A row of `rec` as the look-ups select it. Sixty-four-bit numbers arrive as text. */
export interface Row {
  src: number
  rid: string
  doc: string
  /** Subject keys as an array literal; only where the policy suppresses somebody. */
  subj?: string
}

/** What all look-ups of a search have in common. */
export interface Scope {
  /** Array literal of the numbers of the sources. */
  sources: string
  /** What is selected of a record. */
  columns: string
}

/** What one look-up asks of the key index or of the surnames. */
export type Condition =
  | KeyCondition
  /** A lone surname, each source by itself. */
  | { kind: 'surname'; surname: string }

/** Keys as `storedKey` writes them. */
export type KeyCondition =
  /** Any of some keys, and all of the others. */
  { kind: 'any'; any: readonly string[]; also: readonly string[] } | { kind: 'all'; keys: readonly string[] }

export interface Lookup {
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

/** What a look-up found. */
export interface Answered {
  rows: Row[]
  /** There are more in the table than these. */
  hasMore: boolean
}

/** A row with the number of the look-up that it answers: the complement of that number when it is from the sample. */
export interface AskedRow extends Row {
  look: number | null
}

/** Look-ups in one statement. More of them would make more shapes of statements than a connection should keep. */
export const AT_ONCE = 8
/** The sample answers when it fills this part of what may be taken. */
const ENOUGH_PART = 1 / 4

/** Answers look-ups in their order, many in one statement: a statement costs more than a look-up for a rare key. */
export async function askAll(sql: SQL, lookups: readonly Lookup[], scope: Scope): Promise<Answered[]> {
  const answers: Answered[] = []
  for (let at = 0; at < lookups.length; at += AT_ONCE) {
    answers.push(...(await ask(sql, lookups.slice(at, at + AT_ONCE), scope)))
  }
  return answers
}

async function ask(sql: SQL, lookups: readonly Lookup[], scope: Scope): Promise<Answered[]> {
  const parameters = [scope.sources]
  const parts = lookups.map((lookup, at) => branch(lookup, at, scope, parameters))
  return dealt(await sql.unsafe(parts.join('\nUNION ALL '), parameters), lookups)
}

/** Gives each look-up its rows, one more than may be taken at most. */
export function dealt(rows: readonly AskedRow[], lookups: readonly Lookup[]): Answered[] {
  const answers = lookups.map((): Answered => ({ rows: [], hasMore: false }))
  for (const row of rows) {
    if (row.look === null) continue
    const isSampled = row.look < 0
    const at = isSampled ? ~row.look : row.look
    const lookup = lookups[at]
    const answer = answers[at]
    if (!lookup || !answer) continue
    if (lookup.each === 'source' || answer.rows.length <= lookup.limit) answer.rows.push(row)
    if (isSampled || (lookup.each === 'all' && answer.rows.length > lookup.limit)) answer.hasMore = true
  }
  return answers
}

/** Nothing of subject keys where nobody asks for them: they are a fifth of what a row costs. */
export const columnsFor = ({ isSuppressed }: SearchPolicy) =>
  isSuppressed ? 'src, rid, doc, subj::text AS subj' : 'src, rid, doc'

/** Written so that no index can be asked for it: the one of the surnames would be, from end to end. */
export const ALLOWED = '(src = ANY($1::int2[])) IS TRUE'

/**
 * One look-up as a part of a statement (`reference/performance.md` §3). Plain LIMIT and never ORDER BY on a GIN
 * predicate, which would flip a prepared statement to a scan of the primary key. What varies from search to search is a
 * parameter, so that equal shapes are one prepared statement; so is the LIMIT, because for a small number that it knows
 * the planner hopes to meet enough rows early in a scan of all surnames, which took seconds at ten million.
 */
export function branch(
  { condition, sampled, limit }: Lookup,
  at: number,
  { columns }: Scope,
  parameters: string[]
): string {
  const put = putInto(parameters)
  const most = `$${parameters.push(String(limit + 1))}::int8`
  if (condition.kind === 'surname') {
    const surname = `$${parameters.push(condition.surname)}::int8`
    return `SELECT ${at} AS look, r.* FROM unnest($1::int2[]) AS s(src) CROSS JOIN LATERAL (
      SELECT ${columns} FROM rec
        WHERE rec.sur = ${surname} AND rec.src = s.src ORDER BY rec.id LIMIT ${most}) r`
  }
  const where = `${keysAre(condition, put)} AND ${ALLOWED}`
  const rows = (also: string) => `SELECT ${columns} FROM rec WHERE ${where}${also} LIMIT ${most}`
  if (!sampled) return `SELECT ${at} AS look, f.* FROM (${rows('')}) f`
  const isEnough = `(SELECT count(*) FROM s) >= ${Math.ceil((limit + 1) * ENOUGH_PART)}`
  return `(WITH s AS MATERIALIZED (${rows(` AND ${IN_SAMPLE}`)})
    SELECT ${~at} AS look, s.* FROM s WHERE ${isEnough}
    UNION ALL SELECT ${at}, f.* FROM (${rows('')}) f WHERE NOT ${isEnough})`
}

/** Makes a parameter of keys, one for the same keys, and answers how the statement writes it. */
export type Put = (keys: readonly string[]) => string

export function putInto(parameters: string[]): Put {
  const known = new Map<readonly string[], string>()
  return keys => {
    const written = known.get(keys) ?? `$${parameters.push(bigintArray(keys))}::int8[]`
    known.set(keys, written)
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
