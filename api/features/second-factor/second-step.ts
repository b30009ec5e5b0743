import type { Context } from '#api/context.ts'
import type { Entrance, SessionTokens, SignedInUser } from '#api/features/sessions/service.ts'
import { takePlaces } from '#api/features/throttle/service.ts'
import { accountOf, type StoredPassword } from '#api/features/users/service.ts'
import { addressGroup, addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LOGIN_FAILURES_PER_ADDRESS, LOGIN_WINDOW_MINUTES } from '#shared/constants.ts'
import type { StepWay } from '#shared/contracts/account/security.ts'
import { passCode, secondStepOf } from './codes.ts'
import { askForPasskey, passPasskey } from './passkeys.ts'

/** Who takes the second step, as the request says. */
export interface Stepper {
  /** The cookie of the first step; null where none was taken. */
  pending: string | null
  address: string | null
  userAgent: string | null
}

interface SignedIn {
  user: SignedInUser
  tokens: SessionTokens
}

/** @throws Refusal `SECOND_STEP_EXPIRED`, also where the password was changed meanwhile. */
async function accountWaiting(context: Context, pending: string | null): Promise<StoredPassword> {
  const userId = pending === null ? null : context.pendingLogins.userOf(pending)
  const account = userId === null ? null : await accountOf(context, userId)
  if (pending === null || !account || !context.pendingLogins.isOf(pending, account))
    throw new Refusal('SECOND_STEP_EXPIRED')
  return account
}

/** @throws Refusal `SECOND_STEP_EXPIRED`. */
export async function readStep(
  context: Context,
  pending: string | null
): Promise<{ username: string; second_step: StepWay[] }> {
  const account = await accountWaiting(context, pending)
  return { username: account.username, second_step: await secondStepOf(context, account.id) }
}

/** @throws Refusal `SECOND_STEP_EXPIRED`, `TOO_MANY_CODES`, `BAD_CODE`, `CODE_USED`, `ACCOUNT_BLOCKED`. */
export async function stepByCode(context: Context, stepper: Stepper, code: string): Promise<SignedIn> {
  const account = await accountWaiting(context, stepper.pending)
  const actor = { actorId: account.id, ipPrefix: addressPrefix(stepper.address) }
  return await enter(context, account, stepper, { entry: await passCode(context, code, actor) })
}

/**
 * What the browser asks a key by. Without the first step, for a login without a password, each keeps a place of the
 * address: whoever asks for them in a row fills a table.
 *
 * @throws Refusal `TOO_MANY_LOGINS`.
 */
export async function askKey(context: Context, { pending, address }: Stepper) {
  const account = pending === null ? null : await accountWaiting(context, pending).catch(() => null)
  if (account === null)
    await takePlaces(context, 'TOO_MANY_LOGINS', [
      {
        key: `passkey:${addressGroup(address)}`,
        most: LOGIN_FAILURES_PER_ADDRESS,
        windowSeconds: LOGIN_WINDOW_MINUTES * 60
      }
    ])
  return await askForPasskey(context, account?.id ?? null)
}

/** @throws Refusal `PASSKEY_REFUSED`, `ACCOUNT_BLOCKED`. */
export async function stepByKey(context: Context, stepper: Stepper, response: object): Promise<SignedIn> {
  const { pending } = stepper
  const waiting = pending === null ? null : await accountWaiting(context, pending).catch(() => null)
  const key = await passPasskey(context, response, waiting?.id ?? null)
  const account = waiting ?? (await accountOf(context, key.userId))
  if (!account) throw new Refusal('PASSKEY_REFUSED')
  const entry = waiting ? 'second_passkey' : 'passkey'
  return await enter(context, account, stepper, { entry, entryKey: key.title })
}

async function enter(
  context: Context,
  account: StoredPassword,
  { address, userAgent }: Stepper,
  entrance: Omit<Entrance, 'userAgent'>
): Promise<SignedIn> {
  const opened = await context.sessions.open(account, address, { ...entrance, userAgent })
  if (opened) return opened
  const now = await accountOf(context, account.id)
  throw new Refusal(now?.blockedAt ? 'ACCOUNT_BLOCKED' : 'SECOND_STEP_EXPIRED')
}
