import { randomBytes } from 'node:crypto'
import type { Context } from '#api/context.ts'
import { secondStepOf } from '#api/features/second-factor/service.ts'
import type { SessionTokens } from '#api/features/sessions/service.ts'
import { accountOf, registerUser } from '#api/features/users/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { baseName, nthName } from './account-name.ts'
import type { Claims, ProviderLogin } from './provider-login.ts'
import { userOfSubject } from './store.ts'

const NAMES_TRIED = 200
const RANDOM_BYTES = 32

/** @throws Refusal `NOT_FOUND` where no provider is set up. */
export function providerOf({ provider }: Pick<Context, 'provider'>): ProviderLogin {
  if (!provider) throw new Refusal('NOT_FOUND')
  return provider
}

interface Visitor {
  address: string | null
  userAgent: string | null
}

/**
 * Signs in whom the provider means. A first login makes an ordinary user; a second factor of the account is asked for
 * as after a password.
 *
 * @throws Refusal as `ProviderLogin.finish`, `ACCOUNT_BLOCKED`.
 */
export async function enterByProvider(
  context: Context,
  answer: { search: string; ticket: string | null },
  { address, userAgent }: Visitor
): Promise<{ tokens: SessionTokens } | { pending: string }> {
  const claims = await providerOf(context).finish(answer.search, answer.ticket)
  const userId = await userOf(context, claims, address)
  const account = await accountOf(context, userId)
  if (!account || account.blockedAt) throw new Refusal('ACCOUNT_BLOCKED')
  if ((await secondStepOf(context, userId)).length > 0)
    return { pending: context.pendingLogins.issue(account) }
  const opened = await context.sessions.open(account, address, { entry: 'oidc', userAgent })
  if (!opened) throw new Refusal('ACCOUNT_BLOCKED')
  return { tokens: opened.tokens }
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
    const user = { username: nthName(base, n), passwordHash, address, identity: { issuer, subject } }
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
