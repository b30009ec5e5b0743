import { randomBytes, randomInt } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { secondStepOf } from '#api/features/second-factor/service.ts'
import type { SessionTokens } from '#api/features/sessions/service.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { credentialsOf, registerUser } from '#api/features/users/service.ts'
import { addressGroup } from '#api/http/client-address.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LOGIN_FAILURES_PER_ADDRESS, LOGIN_WINDOW_MINUTES } from '#shared/constants.ts'
import { baseName, nthName } from './account-name.ts'
import type { Claims, ProviderLogin } from './provider-login.ts'
import { userOfSubject } from './store.ts'

const NAMES_TRIED = 40
/** Then names are drawn: of a provider that tells no names every account begins with the same one. */
const NAMES_IN_TURN = 27
const DRAWN_MAX = 26 ** 6
const RANDOM_BYTES = 32

/** @throws Refusal `NOT_FOUND` where no provider is set up. */
export function providerOf({ provider }: Pick<Context, 'provider'>): ProviderLogin {
  if (!provider) throw new Refusal('NOT_FOUND')
  return provider
}

/** An answer takes a place of the address, and gives it back when it ends well. Whoever only begins takes none. */
const takeLogin = (context: Context, address: string | null) =>
  takeRateLimitPlaces(context, 'TOO_MANY_LOGINS', [
    {
      key: `oidc:${addressGroup(address)}`,
      most: LOGIN_FAILURES_PER_ADDRESS,
      windowSeconds: LOGIN_WINDOW_MINUTES * 60
    }
  ])

interface Visitor {
  address: string | null
  userAgent: string | null
}

/**
 * Signs in whom the provider means. A first login makes an ordinary user; a second factor of the account is asked for
 * as after a password.
 *
 * @throws Refusal `TOO_MANY_LOGINS`, as `ProviderLogin.finish`, `ACCOUNT_BLOCKED`, `OVERLOADED`, `USERNAME_TAKEN`.
 */
export async function enterByProvider(
  context: Context,
  answer: { search: string; ticket: string | null },
  { address, userAgent }: Visitor
): Promise<{ tokens: SessionTokens } | { pending: string }> {
  const provider = providerOf(context)
  if (!provider.isOwn(answer.search, answer.ticket)) throw new Refusal('OIDC_STALE')
  const giveBack = await takeLogin(context, address)
  const claims = await provider.finish(answer.search, answer.ticket)
  await giveBack()
  const userId = await userOf(context, claims, address)
  const account = await credentialsOf(context, userId)
  if (!account || account.blockedAt) throw new Refusal('ACCOUNT_BLOCKED')
  const needsStep = async () => (await secondStepOf(context, userId)).length > 0
  const pending = () => ({ pending: context.pendingLogins.issue(account) })
  if (await needsStep()) return pending()
  const opened = await context.sessions.open(account, address, { entry: 'oidc', userAgent })
  if (opened) return { tokens: opened.tokens }
  // The first factor may have been turned on in between.
  if (await needsStep()) return pending()
  throw new Refusal('ACCOUNT_BLOCKED')
}

async function userOf(context: Context, claims: Claims, address: string | null): Promise<number> {
  const { issuer, subject, names } = claims
  const findUser = () => userOfSubject(context.sql, issuer, subject)
  const userId = await findUser()
  if (userId !== null) return userId
  const base = baseName(names)
  // Nobody knows it: such an account has no password until an administrator sets one.
  const passwordHash = await context.passwords.hash(randomBytes(RANDOM_BYTES).toString('base64url'))
  for (let n = 0; n < NAMES_TRIED; n += 1) {
    const nth = n < NAMES_IN_TURN ? n : randomInt(NAMES_IN_TURN, DRAWN_MAX)
    const user = { username: nthName(base, nth), passwordHash, address, identity: { issuer, subject } }
    try {
      return await registerUser(context, user)
    } catch (error) {
      const other = await findUser()
      // Two first logins of one person at once: the other one was quicker.
      if (other !== null) return other
      if (!(error instanceof Refusal && error.code === 'USERNAME_TAKEN')) throw error
    }
  }
  throw new Refusal('USERNAME_TAKEN')
}
