import type { Context } from '#api/context.ts'
import { secondStepOf } from '#api/features/second-factor/service.ts'
import type { SessionTokens, SignedInUser } from '#api/features/sessions/service.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { type AccountCredentials, credentialsOfName, registerUser } from '#api/features/users/service.ts'
import { addressGroup, addressPrefix, type Client } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import {
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_ADDRESS,
  LOGIN_WINDOW_MINUTES
} from '#shared/constants.ts'
import type { StepWay } from '#shared/contracts/account/security.ts'
import { noteFailedLogin } from './store.ts'
import { type ChallengeAction, passSecurityCheck } from './turnstile.ts'

interface Credentials {
  username: string
  password: string
  turnstile_token: string
}

const LOGIN_WINDOW_SECONDS = LOGIN_WINDOW_MINUTES * 60
const HOUR_SECONDS = 3_600
/** How many names a client may find taken for one it may register. */
const TAKEN_PER_REGISTRATION = 3

/** A right password opens a session, or leads to the second step. */
export type PasswordStep =
  | { user: SignedInUser; tokens: SessionTokens }
  | { pending: string; ways: StepWay[] }

/**
 * Signs in with a new session, whatever the browser brought; an account with a second factor gets none yet. Places are taken before the password is hashed, so that
 * parallel guesses are limited too, and given back when it was right. A device that was signed in to this account has
 * places of its own, so that nobody else's guesses lock it out.
 *
 * @param deviceTokens As the browser brought them.
 * @throws Refusal of the security check, `TOO_MANY_LOGINS`, `BAD_CREDENTIALS`, `ACCOUNT_BLOCKED`, `OVERLOADED`.
 */
export async function signIn(
  context: Context,
  credentials: Credentials,
  client: Client & { userAgent: string | null },
  deviceTokens: string | null
): Promise<PasswordStep & { deviceTokens: string }> {
  const { username } = credentials
  const { address, certainAddress, userAgent } = client
  await check(context, credentials, 'login', certainAddress)
  const device = context.devices.find(deviceTokens, username)
  const limits: [key: string, most: number][] = device
    ? [[`login:device:${device}`, LOGIN_FAILURES_PER_ACCOUNT]]
    : [
        [`login:address:${addressGroup(address)}`, LOGIN_FAILURES_PER_ADDRESS],
        [`login:account:${username.toLowerCase()}`, LOGIN_FAILURES_PER_ACCOUNT]
      ]
  const giveBack = await takeRateLimitPlaces(
    context,
    'TOO_MANY_LOGINS',
    limits.map(([key, most]) => ({ key, most, windowSeconds: LOGIN_WINDOW_SECONDS }))
  )
  let opened: Awaited<ReturnType<typeof openSession>>
  try {
    opened = await openSession(context, credentials, { address, userAgent, isKnownDevice: device !== null })
  } catch (error) {
    // Whatever failed, nobody was told whether the password was right.
    void giveBack()
    throw error
  }
  if (opened.isBlocked) {
    await giveBack()
    throw new Refusal('ACCOUNT_BLOCKED')
  }
  if (opened.step === null) {
    await noteFailedLogin(context.sql, opened.accountId, addressPrefix(address))
    throw new Refusal('BAD_CREDENTIALS')
  }
  await giveBack()
  return { ...opened.step, deviceTokens: context.devices.renew(deviceTokens, username) }
}

interface Visitor {
  address: string | null
  userAgent: string | null
  isKnownDevice: boolean
}

/** The step is null unless the password is right. Only who knows it learns that the account is blocked. */
async function openSession(
  context: Context,
  { username, password }: Credentials,
  { address, userAgent, isKnownDevice }: Visitor
): Promise<{ accountId: number | null; step: PasswordStep | null; isBlocked: boolean }> {
  const stored = await credentialsOfName(context, username)
  const isRight = await context.passwords.verify(password, stored?.passwordHash ?? null, isKnownDevice)
  const step = isRight && stored ? await nextStep(context, stored, address, userAgent) : null
  const isBlocked =
    isRight && step === null && (await credentialsOfName(context, username))?.blockedAt != null
  return { accountId: stored?.id ?? null, step, isBlocked }
}

/** Null of an account that is blocked, or whose password has changed meanwhile. */
async function nextStep(
  context: Context,
  account: AccountCredentials,
  address: string | null,
  userAgent: string | null
): Promise<PasswordStep | null> {
  if (account.blockedAt !== null) return null
  const step = async () => {
    const ways = await secondStepOf(context, account.id)
    return ways.length > 0 ? { pending: context.pendingLogins.issue(account), ways } : null
  }
  const opened = async () => await context.sessions.open(account, address, { entry: 'password', userAgent })
  // The first factor may be turned on in between.
  return (await step()) ?? (await opened()) ?? (await step())
}

/**
 * Registers an ordinary user and signs nobody in.
 *
 * @throws Refusal of the security check, `COMMON_PASSWORD`, `TOO_MANY_REGISTRATIONS`, `USERNAME_TAKEN`, `OVERLOADED`.
 */
export async function signUp(
  context: Context,
  credentials: Credentials,
  { address, certainAddress }: Client
): Promise<void> {
  await check(context, credentials, 'register', certainAddress)
  await context.passwords.refuseCommon(credentials.password, credentials.username, 'password')
  const most = context.config.registrationsPerHour
  const client = addressGroup(address)
  const giveBack = await takeRateLimitPlaces(context, 'TOO_MANY_REGISTRATIONS', [
    { key: `register:${client}`, most, windowSeconds: HOUR_SECONDS }
  ])
  try {
    const passwordHash = await context.passwords.hash(credentials.password)
    await registerUser(context, { username: credentials.username, passwordHash, address })
  } catch (error) {
    await giveBack()
    if (error instanceof Refusal && error.code === 'USERNAME_TAKEN') {
      const key = `register-taken:${client}`
      await takeRateLimitPlaces(context, 'TOO_MANY_REGISTRATIONS', [
        { key, most: most * TAKEN_PER_REGISTRATION, windowSeconds: HOUR_SECONDS }
      ])
    }
    throw error
  }
}

async function check(
  context: Context,
  credentials: Credentials,
  action: ChallengeAction,
  address: string | null
): Promise<void> {
  await passSecurityCheck(context, { token: credentials.turnstile_token, action, address })
}
