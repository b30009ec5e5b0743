import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { Orm } from '#api/db/orm.ts'
import { recordNumber } from '#api/lib/hash64.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SUBJECT_EXTENSION_DAYS } from '#shared/constants.ts'
import type { RequestDecision } from '#shared/rules/subject-request.ts'
import { addWorkingDays } from '#shared/rules/working-days.ts'
import { type Holder, holdTokens, keepTokens, releaseTokens } from './holds-store.ts'
import { markStated, noteStated } from './stated-entries.ts'
import type { RequestRow } from './store.ts'
import { isWaiting } from './view.ts'

type Tx = Pick<Orm, 'insert' | 'update' | 'delete' | 'execute' | 'select' | '$count'>
type DecisionContext = Pick<Context, 'secrets' | 'hashes'>

/**
 * What a decision makes of a request, and of what it holds out of answers: for good where it is fulfilled and proved to be
 * theirs, no more where it is refused or not proved, longer where a document is asked for. Of an erasure the records are to be removed from then on. In the
 * transaction that holds its row.
 *
 * @throws Refusal `REQUEST_DECIDED`.
 */
export async function decide(
  context: DecisionContext,
  tx: Tx,
  row: RequestRow,
  holder: Holder,
  { decision, reason, identity_checked, left_out }: RequestDecision,
  actor: Actor
): Promise<Partial<RequestRow>> {
  const { actorId } = actor
  if (!isWaiting(row) || row.dueOn === null) throw new Refusal('REQUEST_DECIDED')
  await noteStated(context, tx, row)
  if (decision === 'extend') return await extend(tx, row, holder, row.dueOn)
  if (decision === 'refuse') await releaseTokens(tx, holder, actorId, null)
  else await keepProved(tx, row, holder, identity_checked, actorId)
  if (decision === 'fulfil' && row.want === 'erase')
    await markStated(context, tx, { ...row, identityChecked: identity_checked }, actor)
  return {
    state: decision === 'fulfil' ? 'done' : 'refused',
    decidedAt: new Date(),
    decidedBy: actorId,
    reason: reason === '' ? null : reason,
    identityChecked: identity_checked,
    leftOut: left_out.map(recordNumber)
  }
}

/** Anybody may state somebody else's name or number: without a document only what the code proves is kept. */
async function keepProved(
  tx: Tx,
  { channel }: RequestRow,
  holder: Holder,
  isChecked: boolean,
  actorId: number | null
): Promise<void> {
  await keepTokens(tx, holder, actorId, isChecked ? null : channel)
  if (!isChecked) await releaseTokens(tx, holder, actorId, channel)
}

async function extend(tx: Tx, row: RequestRow, holder: Holder, until: string): Promise<Partial<RequestRow>> {
  if (row.extendedAt !== null) throw new Refusal('REQUEST_DECIDED')
  const dueOn = addWorkingDays(until, SUBJECT_EXTENSION_DAYS)
  await holdTokens(tx, holder, addWorkingDays(dueOn, SUBJECT_EXTENSION_DAYS))
  return { state: 'document', dueOn, extendedAt: new Date() }
}
