import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { requireProof } from './own-factors.ts'
import { resetByAdmin, resetByCommand } from './reset-store.ts'

export { secondStepOf } from './codes.ts'
export { readFactors } from './own-factors.ts'

/**
 * Removes the factors of a user who has lost them; says how many there were.
 *
 * @throws Refusal `PROOF_REQUIRED` of the administrator, `NO_FACTOR`; `OWN_ACCOUNT`, since one's own are removed with a proof.
 */
export async function resetFactors(
  context: Context,
  userId: number,
  admin: SignedInUser,
  actor: Actor
): Promise<number> {
  if (userId === actor.actorId) throw new Refusal('OWN_ACCOUNT', { text: OWN_FACTORS })
  await requireProof(context, admin)
  const removed = await resetByAdmin(context.sql, userId, actor)
  if (removed === 0) throw new Refusal('NO_FACTOR')
  return removed
}

const OWN_FACTORS = 'Свой второй шаг отключают на странице «Безопасность»'

/** The same by the machine's owner, by name. Null when there is no such user. */
export const resetFactorsOfName = ({ sql }: Pick<Context, 'sql'>, username: string): Promise<number | null> =>
  resetByCommand(sql, username)
