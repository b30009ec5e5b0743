import type { SQL } from 'bun'
import type { SourceKey } from '#api/engines/contract.ts'
import { ElasticError, NO_INDEX, typeOf } from './failures.ts'
import { markOf, sourceOf } from './index-names.ts'

/*
 * The mark of a source (`source.index_mark`) is in the name of its index. It changes with the transaction that says that
 * the index has gone, and never comes back: a call that a stopped node or a network carries out later finds nobody's index.
 * So an index that was listed before the marks were read, and is of none of them, is nobody's for ever.
 */

/** The marks by which the sources of a load are written. */
export type Marks = ReadonlyMap<SourceKey, string>

const listOf = (sources: Iterable<SourceKey>) => `{${[...sources].join(',')}}`

export async function readMarks(sql: SQL, sources: Iterable<SourceKey>): Promise<Marks> {
  const rows = await sql<{ key: SourceKey; mark: string }[]>`SELECT key, index_mark AS mark FROM source
    WHERE key = ANY (${listOf(sources)}::text[])`
  return new Map(rows.map(({ key, mark }) => [key, mark]))
}

export async function renewMark(tx: SQL, sourceId: number): Promise<void> {
  await tx`UPDATE source SET index_mark = DEFAULT WHERE id = ${sourceId}`
}

/** Gives marks to sources that have none; one that another process gives meanwhile holds. */
export async function giveMarks(sql: SQL, sources: readonly SourceKey[]): Promise<void> {
  await sql`UPDATE source SET index_mark = DEFAULT
    WHERE key = ANY (${listOf(sources)}::text[]) AND index_mark = ''`
}

/**
 * Before all indices are dropped: every source gets another mark, that of one which somebody has taken away too. Only a
 * source whose index is from before there were marks, and is none of these, stays without.
 */
export async function retireMarks(sql: SQL, namespace: string, indices: readonly string[]): Promise<void> {
  const used = indices.map(index => ({ key: sourceOf(namespace, index), mark: markOf(index) }))
  await sql`UPDATE source SET index_mark = DEFAULT WHERE index_mark <> '' OR (key, index_mark) IN
    (SELECT * FROM json_to_recordset(${JSON.stringify(used)}::text::json) AS used(key text, mark text))`
}

/**
 * After records were counted, in the same transaction.
 *
 * @throws ElasticError when they were written to an index that is not their source's any more.
 */
export async function assertMarks(tx: SQL, marks: Marks, sources: Iterable<SourceKey>): Promise<void> {
  for (const [source, mark] of await readMarks(tx, sources)) if (marks.get(source) !== mark) throw indexGone()
}

/** For a call that reads what is to be changed. */
export function sayGone(error: unknown): never {
  throw typeOf(error) === NO_INDEX ? indexGone() : error
}

export const indexGone = () =>
  new ElasticError('Индекс источника убрали из Elasticsearch, пока в него писали. Повторите загрузку')
