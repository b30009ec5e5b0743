import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { checkOwnPassword } from '#api/features/users/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { BACKUP_CODES, PROOF_MINUTES } from '#shared/constants.ts'
import type { SecurityAnswer } from '#shared/contracts/account/security.ts'
import { ROLE_ADMIN } from '#shared/labels/roles.ts'
import { moscowTime } from '#shared/moscow-time.ts'
import type { Proof } from '#shared/rules/security.ts'
import { CODE_REFUSALS } from '#shared/texts/second-step.ts'
import { passCode, secondStepOf } from './codes.ts'
import { newBackupCodes, newTotpSecret, stepOfCode, totpUri } from './one-time-codes.ts'
import { passkeysOf } from './passkey-store.ts'
import { passkeyView, passPasskey } from './passkeys.ts'
import { draftTotp, factorsOf, factorsResetAt, noteProof, provedUntil, totpOf } from './store.ts'
import { enableTotp, removeTotp, renewBackupCodes } from './totp-store.ts'

/** Administrators of a product that asks for it keep a factor. */
export const mayBeWithout = ({ config }: Pick<Context, 'config'>, { role }: SignedInUser): boolean =>
  config.adminSecondFactor !== 'required' || role !== ROLE_ADMIN

/** All that the owner of an account is shown of its factors. */
export async function readFactors(
  context: Context,
  user: SignedInUser
): Promise<Omit<SecurityAnswer, 'ok' | 'sessions'>> {
  const { sql } = context
  const [totp, keys, factors, until, resetAt] = await Promise.all([
    totpOf(sql, user.id),
    passkeysOf(sql, user.id),
    factorsOf(sql, user.id),
    provedUntil(sql, user.sessionId),
    factorsResetAt(sql, user.id)
  ])
  const enabledAt = totp?.enabledAt ?? null
  const hasFactor = enabledAt !== null || keys.length > 0
  return {
    totp: {
      enabled_at: enabledAt?.toISOString() ?? null,
      enabled_at_str: enabledAt && moscowTime(enabledAt)
    },
    backup_codes: { left: factors.backupCodes, all: hasFactor ? BACKUP_CODES : 0 },
    passkeys: keys.map(passkeyView),
    proved_until: until?.toISOString() ?? null,
    ...(resetAt && !hasFactor && { reset_at: resetAt.toISOString(), reset_at_str: moscowTime(resetAt) }),
    is_required: !mayBeWithout(context, user)
  }
}

/**
 * Proves once more who uses a session; holds for `PROOF_MINUTES`. The password is enough before the first factor
 * alone: else it would switch off what is asked beside it.
 *
 * @throws Refusal `PROOF_BY_FACTOR`, `WRONG_PASSWORD`, `TOO_MANY_LOGINS`, `OVERLOADED`, `PASSKEY_REFUSED`, and as `passCode`.
 */
export async function proveAgain(
  context: Context,
  user: SignedInUser,
  by: Proof,
  actor: Actor
): Promise<void> {
  if (by.code !== undefined) await passCode(context, by.code, actor, `session:${user.sessionId}`)
  else if (by.response !== undefined) await passPasskey(context, by.response, user.id)
  else if ((await secondStepOf(context, user.id)).length > 0) throw new Refusal('PROOF_BY_FACTOR')
  else await checkOwnPassword(context, user.id, by.password ?? '', 'password')
  await noteProof(context.sql, user.sessionId)
}

/** @throws Refusal `PROOF_REQUIRED`: a borrowed session changes no factor. */
export async function requireProof({ sql }: Context, { sessionId }: SignedInUser): Promise<void> {
  if ((await provedUntil(sql, sessionId)) === null) throw new Refusal('PROOF_REQUIRED')
}

const draftText = ({ sessionId }: SignedInUser, secret: string) => `${sessionId} ${secret}`

/** The key of a set-up; null of one that another session began, which may be a stranger's. */
function secretOfDraft({ factorKeys }: Context, user: SignedInUser, sealed: Uint8Array): string | null {
  const [sessionId, secret = null] = factorKeys.open(user.id, sealed)?.split(' ') ?? []
  return sessionId === user.sessionId ? secret : null
}

/**
 * Goes on with the key that this session was told within the time of a proof: a phone that opens the application
 * meanwhile reads the page anew.
 *
 * @throws Refusal `PROOF_REQUIRED`, `TOTP_ENABLED`.
 */
export async function beginTotp(
  context: Context,
  user: SignedInUser
): Promise<{ secret: string; uri: string }> {
  await requireProof(context, user)
  const former = await totpOf(context.sql, user.id)
  const isFresh = former !== null && Date.now() - former.createdAt.getTime() < PROOF_MINUTES * 60_000
  const shownBefore = isFresh && !former.enabledAt ? secretOfDraft(context, user, former.sealedSecret) : null
  const secret = shownBefore ?? newTotpSecret()
  const sealed = context.factorKeys.seal(user.id, draftText(user, secret))
  if (shownBefore === null && !(await draftTotp(context.sql, user.id, sealed)))
    throw new Refusal('TOTP_ENABLED')
  return { secret, uri: totpUri(secret, user.username) }
}

/** New codes of an account, and what is stored of them. */
export function freshBackupCodes({ factorKeys }: Context, userId: number) {
  const codes = newBackupCodes()
  return { codes, hashes: codes.map(code => factorKeys.hashCode(userId, code.replace('-', ''))) }
}

/**
 * Ends the set-up with a code of the application; says the backup codes this once.
 *
 * @throws Refusal `PROOF_REQUIRED`, `BAD_CODE`, `TOTP_DISABLED`, `TOTP_ENABLED`.
 */
export async function finishTotp(
  context: Context,
  user: SignedInUser,
  code: string,
  actor: Actor
): Promise<string[]> {
  await requireProof(context, user)
  const draft = await totpOf(context.sql, user.id)
  if (!draft) throw new Refusal('TOTP_DISABLED')
  if (draft.enabledAt) throw new Refusal('TOTP_ENABLED')
  const secret = secretOfDraft(context, user, draft.sealedSecret)
  if (secret === null) throw new Refusal('TOTP_DISABLED')
  const step = stepOfCode(secret, code)
  const { badFirstCode: text } = CODE_REFUSALS
  if (!step) throw new Refusal('BAD_CODE', { text, fields: { code: text } })
  const { codes, hashes } = freshBackupCodes(context, user.id)
  const enabled = {
    userId: user.id,
    sessionId: user.sessionId,
    draft: draft.sealedSecret,
    sealedSecret: context.factorKeys.seal(user.id, secret),
    step,
    hashes
  }
  if (!(await enableTotp(context.sql, enabled, { ...actor, action: 'totp_enable' })))
    throw new Refusal('TOTP_DISABLED')
  return codes
}

/** @throws Refusal `PROOF_REQUIRED`, `TOTP_DISABLED`, `LAST_FACTOR`. */
export async function endTotp(context: Context, user: SignedInUser, actor: Actor): Promise<void> {
  await requireProof(context, user)
  const act = { ...actor, action: 'totp_disable' as const }
  const hindrance = await removeTotp(context.sql, user.id, mayBeWithout(context, user), act)
  if (hindrance !== null) throw new Refusal(hindrance === 'last' ? 'LAST_FACTOR' : 'TOTP_DISABLED')
}

/**
 * New backup codes in the place of all former ones.
 *
 * @throws Refusal `PROOF_REQUIRED`, `NO_FACTOR`.
 */
export async function makeBackupCodes(context: Context, user: SignedInUser, actor: Actor): Promise<string[]> {
  await requireProof(context, user)
  const { codes, hashes } = freshBackupCodes(context, user.id)
  const act = { ...actor, action: 'backup_codes_renew' as const }
  if (!(await renewBackupCodes(context.sql, user.id, hashes, act))) throw new Refusal('NO_FACTOR')
  return codes
}
