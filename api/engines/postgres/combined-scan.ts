import type { SQL } from 'bun'
import {
  ALLOWED,
  type Answered,
  type AskedRow,
  AT_ONCE,
  askAll,
  branch,
  dealt,
  type KeyCondition,
  keysAre,
  type Lookup,
  type Put,
  putInto,
  type Scope
} from './statement.ts'

/** A look-up that few records answer, with its place among all. */
interface Few {
  at: number
  condition: KeyCondition
  narrow: KeyCondition
  limit: number
}

/**
 * Answers look-ups as `askAll` does, the exact ones first. The narrow ones are a single scan of the table whose rows
 * say which look-up they answer, the first one if there are several: each further scan would cost more than it finds.
 * Where the first look-up finds more than may be taken, the others may lack rows; where the others crowd it out,
 * each is asked by itself.
 */
export async function askTogether(sql: SQL, lookups: readonly Lookup[], scope: Scope): Promise<Answered[]> {
  const few = lookups.flatMap(({ condition, narrow, limit }, at): Few[] =>
    narrow && condition.kind !== 'surname' ? [{ at, condition, narrow, limit }] : []
  )
  const [first] = few
  if (!first || few.length < 2 || lookups.length > AT_ONCE) return await askAll(sql, lookups, scope)
  const parameters = [scope.sources]
  const most = few.reduce((sum, { limit }) => sum + limit + 1, 0)
  const parts = [
    scan(few, most, scope, parameters),
    ...lookups.flatMap((lookup, at) => (lookup.narrow ? [] : [branch(lookup, at, scope, parameters)]))
  ]
  const rows: AskedRow[] = await sql.unsafe(parts.join('\nUNION ALL '), parameters)
  const answers = dealt(rows, lookups)
  const scanned = rows.filter(({ look }) => look === null || lookups[look]?.narrow)
  const isCrowded = scanned.length === most && !answers[first.at]?.hasMore
  return isCrowded ? await askAll(sql, lookups, scope) : answers
}

function scan(few: readonly Few[], most: number, { columns }: Scope, parameters: string[]): string {
  const put = putInto(parameters)
  const single: string[] = []
  const arms: string[] = []
  for (const { narrow } of few) {
    if (narrow.kind === 'any' && narrow.also.length === 0) single.push(...narrow.any)
    else arms.push(`(${keysAre(narrow, put)})`)
  }
  if (single.length > 0) arms.push(`k && ${put(single)}`)
  const look = few.map(({ condition, at }) => `WHEN ${hasKeys(condition, put)} THEN ${at}`)
  return `(SELECT CASE ${look.join(' ')} END AS look, ${columns} FROM rec
    WHERE (${arms.join(' OR ')}) AND ${ALLOWED} LIMIT $${parameters.push(String(most))}::int8)`
}

/** The condition for one row at a time. */
function hasKeys(condition: KeyCondition, put: Put): string {
  return condition.kind === 'all' ? `k @> ${put(condition.keys)}` : keysAre(condition, put)
}
