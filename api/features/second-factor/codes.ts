import type { Context } from '#api/context.ts'
import type { Actor } from '#api/db/audit.ts'
import { noteAct } from '#api/db/audit.ts'
import { orm } from '#api/db/orm.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { CODE_FAILURES_PER_ACCOUNT, CODE_FAILURES_PER_DAY, LOGIN_WINDOW_MINUTES } from '#shared/constants.ts'
import type { StepWay } from '#shared/contracts/account/security.ts'
import { CODE_REFUSALS } from '#shared/texts/second-step.ts'
import { stepOfCode } from './one-time-codes.ts'
import { factorsOf, takeBackupCode, takeStep, totpOf } from './store.ts'

const APP_CODE_CHARS = 6
const DAY_SECONDS = 86_400

/** What the second step of a login can be made with; empty of an account that needs none. */
export async function secondStepOf({ sql }: Pick<Context, 'sql'>, userId: number): Promise<StepWay[]> {
  const { hasTotp, passkeys, backupCodes } = await factorsOf(sql, userId)
  if (!hasTotp && passkeys === 0) return []
  return [
    ...(hasTotp ? (['code'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(backupCodes > 0 ? (['backup'] as const) : [])
  ]
}

/**
 * Lets a code of the application or a backup code count, once. Wrong ones are limited, parallel ones and those of other
 * processes too: the place is taken before the code is looked at. Each kind of code has places of its own, and so has
 * each who guesses: a stranger with the password holds up nobody who is known, and nobody once the password is another.
 *
 * @param guesser What a session, a browser that passed a second step, or else a password is known by.
 * @param code As `shared/rules/security.ts` reads it.
 * @throws Refusal `TOO_MANY_CODES`, `BAD_CODE`, `CODE_USED`.
 */
export async function passCode(
  context: Context,
  code: string,
  actor: Actor,
  guesser: string
): Promise<'code' | 'backup'> {
  const kind = code.length === APP_CODE_CHARS ? 'code' : 'backup'
  const key = `${kind}:${actor.actorId}:${guesser}`
  const giveBack = await takeRateLimitPlaces(context, 'TOO_MANY_CODES', [
    { key, most: CODE_FAILURES_PER_ACCOUNT, windowSeconds: LOGIN_WINDOW_MINUTES * 60 },
    // The pause grows for whoever goes on: six digits are few.
    ...(kind === 'code'
      ? [{ key: `${key}:day`, most: CODE_FAILURES_PER_DAY, windowSeconds: DAY_SECONDS }]
      : [])
  ])
  let refusal: Refusal | null
  try {
    refusal = await refusalOf(context, code, actor)
  } catch (error) {
    // Whatever failed, nobody was told whether the code was right.
    void giveBack()
    throw error
  }
  if (refusal === null) {
    await giveBack()
    return kind
  }
  await noteAct(orm(context.sql), { ...actor, action: 'factor_failed' })
  throw refusal
}

async function refusalOf({ sql, factorKeys }: Context, code: string, actor: Actor): Promise<Refusal | null> {
  const { actorId } = actor
  if (code.length !== APP_CODE_CHARS) {
    const isTaken = await takeBackupCode(sql, actorId, factorKeys.hashCode(actorId, code), {
      ...actor,
      action: 'backup_code_used'
    })
    return isTaken ? null : new Refusal('BAD_CODE', { text: CODE_REFUSALS.badBackup })
  }
  const stored = await totpOf(sql, actorId)
  if (!stored?.enabledAt) return new Refusal('BAD_CODE')
  const secret = factorKeys.open(actorId, stored.sealedSecret)
  // The keys of the server are others than those it was kept with: only a passkey or a reset helps.
  if (secret === null) log.error('totp_secret_unreadable', { user: actorId })
  const step = secret && stepOfCode(secret, code)
  if (!step) return new Refusal('BAD_CODE')
  return (await takeStep(sql, actorId, step)) ? null : new Refusal('CODE_USED')
}
