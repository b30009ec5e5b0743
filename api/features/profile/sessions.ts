import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { OwnSession } from '#shared/contracts/account/security.ts'
import { moscowTime } from '#shared/moscow-time.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Where a user is signed in: the session that asks first, then the one that was seen last. */
export async function ownSessions({ sessions }: Context, user: SignedInUser): Promise<OwnSession[]> {
  const open = await sessions.listOf(user.id)
  const shown = open.map(session => ({
    id: session.id,
    created_at: session.createdAt.toISOString(),
    created_at_str: moscowTime(session.createdAt),
    last_seen_at: session.lastSeenAt.toISOString(),
    last_seen_at_str: moscowTime(session.lastSeenAt),
    device: session.device,
    network: session.ipPrefix,
    entry: session.entry,
    entry_key: session.entryKey,
    is_new_place: session.isNewPlace,
    is_current: session.id === user.sessionId
  }))
  return shown.toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
}

/** @throws Refusal `NOT_FOUND`, also of somebody else's. */
export async function endOwnSession(
  { sessions }: Context,
  user: SignedInUser,
  session: string,
  actor: Actor
): Promise<void> {
  const ended = UUID.test(session) ? await sessions.endOf(user.id, { only: session }, actor) : 0
  if (ended === 0) throw new Refusal('NOT_FOUND')
}

/** @throws Refusal `NOT_FOUND`, also of somebody else's. */
export async function confirmOwnPlace(
  { sessions }: Context,
  user: SignedInUser,
  session: string
): Promise<void> {
  if (!UUID.test(session) || !(await sessions.confirmPlace(user.id, session))) throw new Refusal('NOT_FOUND')
}
