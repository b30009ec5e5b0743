import type { Context } from '#api/context.ts'
import type { Entrance, SessionTokens, SignedInUser } from '#api/features/sessions/service.ts'
import { takeOnce, wasTaken } from '#api/features/throttle/service.ts'
import { type AccountCredentials, credentialsOf } from '#api/features/users/service.ts'
import { addressPrefix } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { SECOND_STEP_SECONDS } from '#shared/constants.ts'
import type { StepWay } from '#shared/contracts/account/security.ts'
import type { PasskeyAssertion } from '#shared/rules/security.ts'
import { passCode, secondStepOf } from './codes.ts'
import { askForPasskey, passPasskey } from './passkeys.ts'
import { passwordMark } from './pending-logins.ts'

/** Who takes the second step, as the request says. */
export interface SecondStepCaller {
  /** The cookie of the first step; null where none was taken. */
  pending: string | null
  /** By what the browser is known that passed a second step before. */
  devices: string | null
  address: string | null
  userAgent: string | null
}

interface SignedIn {
  user: SignedInUser
  tokens: SessionTokens
  devices: string
}

/** No name has such a sign: what the first step gives out is nothing here. */
const deviceOwner = ({ username }: AccountCredentials) => `second step\0${username}`

interface Waiting {
  account: AccountCredentials
  ways: StepWay[]
}

const onceOf = (pending: string) => `login:${pending}`

/** @throws Refusal `SECOND_STEP_EXPIRED`, also where it let somebody in, or password or factors have changed meanwhile. */
async function loginWaiting(context: Context, pending: string | null): Promise<Waiting> {
  const userId = pending === null ? null : context.pendingLogins.userOf(pending)
  const account = userId === null ? null : await credentialsOf(context, userId)
  if (pending === null || !account || !context.pendingLogins.isOf(pending, account))
    throw new Refusal('SECOND_STEP_EXPIRED')
  const ways = await secondStepOf(context, account.id)
  if (ways.length === 0 || (await wasTaken(context, onceOf(pending))))
    throw new Refusal('SECOND_STEP_EXPIRED')
  return { account, ways }
}

/** Null where nothing waits; a database that is down is none of that. */
const ifWaiting = (context: Context, pending: string | null): Promise<Waiting | null> =>
  loginWaiting(context, pending).catch(error => {
    if (error instanceof Refusal && error.code === 'SECOND_STEP_EXPIRED') return null
    throw error
  })

/** @throws Refusal `SECOND_STEP_EXPIRED`. */
export async function readStep(
  context: Context,
  pending: string | null
): Promise<{ username: string; second_step: StepWay[] }> {
  const { account, ways } = await loginWaiting(context, pending)
  return { username: account.username, second_step: ways }
}

/** @throws Refusal `SECOND_STEP_EXPIRED`, `TOO_MANY_CODES`, `BAD_CODE`, `CODE_USED`, `ACCOUNT_BLOCKED`. */
export async function stepByCode(
  context: Context,
  stepper: SecondStepCaller,
  code: string
): Promise<SignedIn> {
  const { account } = await loginWaiting(context, stepper.pending)
  const actor = { actorId: account.id, ipPrefix: addressPrefix(stepper.address) }
  const device = context.devices.find(stepper.devices, deviceOwner(account))
  const guesser = device ? `device:${device}` : `password:${passwordMark(account).toHex()}`
  const entry = await passCode(context, code, actor, guesser)
  return await enter(context, account, stepper, { entry })
}

/** What the browser asks a key by: without the first step, for a login without a password. Nothing is kept of it. */
export async function passkeyLoginOptions(context: Context, pending: string | null) {
  const waiting = await ifWaiting(context, pending)
  return await askForPasskey(context, waiting?.account.id ?? null)
}

/** @throws Refusal `PASSKEY_REFUSED`, `ACCOUNT_BLOCKED`. */
export async function stepByPasskey(
  context: Context,
  stepper: SecondStepCaller,
  response: PasskeyAssertion
): Promise<SignedIn> {
  const waiting = await ifWaiting(context, stepper.pending)
  const key = await passPasskey(context, response, waiting?.account.id ?? null)
  const account = waiting?.account ?? (await credentialsOf(context, key.userId))
  if (!account) throw new Refusal('PASSKEY_REFUSED')
  const entry = waiting ? 'second_passkey' : 'passkey'
  const login = waiting ? stepper : { ...stepper, pending: null }
  return await enter(context, account, login, { entry, entryKey: key.title })
}

async function enter(
  context: Context,
  account: AccountCredentials,
  { pending, devices, address, userAgent }: SecondStepCaller,
  entrance: Omit<Entrance, 'userAgent'>
): Promise<SignedIn> {
  if (pending !== null && !(await takeOnce(context, onceOf(pending), SECOND_STEP_SECONDS)))
    throw new Refusal('SECOND_STEP_EXPIRED')
  const opened = await context.sessions.open(account, address, { ...entrance, userAgent })
  if (opened) return { ...opened, devices: context.devices.renew(devices, deviceOwner(account)) }
  const now = await credentialsOf(context, account.id)
  throw new Refusal(now?.blockedAt ? 'ACCOUNT_BLOCKED' : 'SECOND_STEP_EXPIRED')
}
