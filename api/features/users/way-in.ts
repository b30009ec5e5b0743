import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { resetFactors } from '#api/features/second-factor/service.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { existingUser } from './admin-service.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Ends one session, or all but the caller's; returns how many. @throws Refusal `NOT_FOUND`. */
export async function endUserSessions(
  context: Context,
  id: string,
  which: { only: string } | { allBut: string },
  actor: Actor
): Promise<number> {
  const { id: userId } = await existingUser(context, id)
  if ('only' in which && !UUID.test(which.only)) throw new Refusal('NOT_FOUND')
  const ended = await context.sessions.endOf(userId, which, actor)
  if ('only' in which && ended === 0) throw new Refusal('NOT_FOUND')
  return ended
}

/** @throws Refusal `NOT_FOUND`, and as `resetFactors`. */
export async function resetUserFactors(
  context: Context,
  id: string,
  admin: SignedInUser,
  actor: Actor
): Promise<number> {
  return await resetFactors(context, (await existingUser(context, id)).id, admin, actor)
}
