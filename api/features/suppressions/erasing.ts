import type { Context } from '#api/context.ts'
import { type Orm, orm } from '#api/db/orm.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { EraseAnswer } from '#shared/contracts/admin/suppressions.ts'
import type { Erasure } from '#shared/rules/suppression.ts'
import { type Decider, noteDecision } from './decider.ts'
import { advanceErasures, beginErasure, bookErased, nextErasures } from './erase-store.ts'

/** How long a call goes on before it leaves the rest to the job. */
const CALL_MS = 2_000

type ErasingContext = Pick<Context, 'sql' | 'book'>

/**
 * Removes all records that have the values of these entries, which stay, so that nothing of it comes back. What was entered
 * with a name is met as it was written: a looser form may be a namesake's, who is not shown and loses nothing.
 *
 * @throws Refusal `NOT_FOUND`, `NOT_SUPPRESSED`, `FORBIDDEN`.
 */
export async function eraseSuppressed(
  context: ErasingContext,
  { ids }: Pick<Erasure, 'ids'>,
  by: Decider,
  ms = CALL_MS
): Promise<Omit<EraseAnswer, 'ok'>> {
  const numbers = [...new Set(ids)].toSorted((a, b) => a - b)
  await orm(context.sql).transaction(tx => markErased(tx, numbers, by))
  return await eraseFor(context, ms)
}

/**
 * Notes in the caller's transaction that records of these entries are to be removed: the job removes them if nobody else
 * does.
 *
 * @throws Refusal as `eraseSuppressed`.
 */
export async function markErased(
  tx: Pick<Orm, 'update' | 'insert' | 'execute' | '$count'>,
  ids: readonly number[],
  by: Decider
): Promise<void> {
  const begun = await beginErasure(tx, ids)
  if (begun.length === 0) throw new Refusal('NOT_FOUND')
  // All or nothing: whoever asked saw them in force.
  if (begun.length < ids.length) throw new Refusal('NOT_SUPPRESSED')
  await noteDecision(tx, by, {
    action: 'suppression_erase',
    detail: { suppressions: begun, after: { entries: begun.length } }
  })
}

/** Goes on with erasures for so long. */
export async function eraseFor(context: ErasingContext, ms = CALL_MS): Promise<Omit<EraseAnswer, 'ok'>> {
  const until = performance.now() + ms
  let erased = 0
  let isOver = false
  while (!isOver && performance.now() < until) {
    const portion = await erasePortion(context)
    erased += portion ?? 0
    isOver = portion === null
  }
  return { erased, is_over: isOver }
}

/** Null when nothing is left to be done, or has to wait. */
async function erasePortion({ sql, book }: ErasingContext): Promise<number | null> {
  const erasing = await nextErasures(sql)
  const [first] = erasing
  if (!first) return null
  const ids = erasing.map(({ id }) => id)
  const prefixes = erasing.map(({ prefix }) => prefix)
  const { next, removed } = await book.eraseSubjects(prefixes, first.from, (tx, counts) =>
    bookErased(tx, ids, counts)
  )
  await advanceErasures(sql, ids, next)
  return removed
}

/** The job's share of a round. */
export async function eraseDue(context: ErasingContext, most: number): Promise<number> {
  return (await erasePortion(context)) === null ? 0 : most
}
