import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { PasskeyAddedAnswer } from '#shared/contracts/account/security.ts'
import type { PasskeyAttestation } from '#shared/rules/security.ts'
import { freshBackupCodes, mayBeWithout, requireProof } from './own-factors.ts'
import { removePasskey, renamePasskey } from './passkey-store.ts'
import { addPasskey, beginPasskey, passkeyView } from './passkeys.ts'

/** @throws Refusal `PROOF_REQUIRED`. */
export async function offerPasskey(context: Context, user: SignedInUser) {
  await requireProof(context, user)
  return await beginPasskey(context, user)
}

/** @throws Refusal `PROOF_REQUIRED`, and as `addPasskey`. */
export async function takePasskey(
  context: Context,
  user: SignedInUser,
  answer: { title: string; response: PasskeyAttestation },
  actor: Actor
): Promise<Omit<PasskeyAddedAnswer, 'ok'>> {
  await requireProof(context, user)
  const { codes, hashes } = freshBackupCodes(context, user.id)
  const { key, isFirst } = await addPasskey(context, user, answer, hashes, actor)
  return { passkey: passkeyView(key), ...(isFirst && { backup_codes: codes }) }
}

/** @throws Refusal `NOT_FOUND`, also of somebody else's. */
export async function changeTitle({ sql }: Context, { id: userId }: SignedInUser, id: number, title: string) {
  if (!(await renamePasskey(sql, userId, id, title))) throw new Refusal('NOT_FOUND')
}

/** @throws Refusal `PROOF_REQUIRED`, `NOT_FOUND`, `LAST_FACTOR`. */
export async function endPasskey(
  context: Context,
  user: SignedInUser,
  id: number,
  actor: Actor
): Promise<void> {
  await requireProof(context, user)
  const act = { ...actor, action: 'passkey_delete' as const }
  const hindrance = await removePasskey(
    context.sql,
    { userId: user.id, id },
    mayBeWithout(context, user),
    act
  )
  if (hindrance !== null) throw new Refusal(hindrance === 'last' ? 'LAST_FACTOR' : 'NOT_FOUND')
}
