import type { Context } from '#api/context.ts'
import { takeRateLimitPlaces } from '#api/features/throttle/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LOGIN_FAILURES_PER_ACCOUNT, LOGIN_WINDOW_MINUTES, PASSWORD_MAX_CHARS } from '#shared/constants.ts'
import { PROBLEMS } from '#shared/problems.ts'
import { credentialsById } from './store.ts'

/** @throws Refusal `NOT_SIGNED_IN` for a deleted account. */
async function passwordOf(context: Context, userId: number): Promise<string> {
  const account = await credentialsById(context.sql, userId)
  if (account === null) throw new Refusal('NOT_SIGNED_IN')
  return account.passwordHash
}

/**
 * Verifies the owner's password, limited like logins; returns its hash.
 * @param field Field of the refusal.
 * @throws Refusal `WRONG_PASSWORD`, `TOO_MANY_LOGINS`, `OVERLOADED`.
 */
export async function checkOwnPassword(
  context: Context,
  userId: number,
  password: string,
  field: string
): Promise<string> {
  const wrong = () => new Refusal('WRONG_PASSWORD', { fields: { [field]: PROBLEMS.WRONG_PASSWORD.text } })
  if (password.length > PASSWORD_MAX_CHARS) throw wrong()
  const giveBack = await takeRateLimitPlaces(context, 'TOO_MANY_LOGINS', [
    { key: `password:${userId}`, most: LOGIN_FAILURES_PER_ACCOUNT, windowSeconds: LOGIN_WINDOW_MINUTES * 60 }
  ])
  let hash: string
  let isRight: boolean
  try {
    hash = await passwordOf(context, userId)
    isRight = await context.passwords.verify(password, hash)
  } catch (error) {
    // The failure revealed nothing about the password.
    void giveBack()
    throw error
  }
  if (!isRight) throw wrong()
  await giveBack()
  return hash
}
