import type { Context } from '#api/context.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import { takePlaces } from '#api/features/throttle/service.ts'
import {
  changePasswordHash,
  changeTelegramChat,
  changeUserPurpose,
  passwordOf,
  userView
} from '#api/features/users/service.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LOGIN_FAILURES_PER_ACCOUNT, LOGIN_WINDOW_MINUTES, PASSWORD_MAX_CHARS } from '#shared/constants.ts'
import type { User } from '#shared/contracts/auth.ts'
import { PROBLEMS } from '#shared/problems.ts'
import type { PurposeForm } from '#shared/rules/purpose.ts'

/**
 * Changes one's own password. The session that asks goes on; all others of the user end. A borrowed session cannot be
 * used to guess the password: wrong ones are limited like logins.
 *
 * @throws Refusal `COMMON_PASSWORD`, `WRONG_PASSWORD`, `TOO_MANY_LOGINS`, `OVERLOADED`.
 */
export async function changeOwnPassword(
  context: Context,
  user: SignedInUser,
  form: { current_password: string; new_password: string },
  address: string | null
): Promise<void> {
  await context.passwords.refuseCommon(form.new_password, user.username, 'new_password')
  if (form.current_password.length > PASSWORD_MAX_CHARS) throw wrongPassword()
  const giveBack = await takePlaces(context, 'TOO_MANY_LOGINS', [
    { key: `password:${user.id}`, most: LOGIN_FAILURES_PER_ACCOUNT, windowSeconds: LOGIN_WINDOW_MINUTES * 60 }
  ])
  let oldHash: string
  let isRight: boolean
  try {
    oldHash = await passwordOf(context, user.id)
    isRight = await context.passwords.verify(form.current_password, oldHash)
  } catch (error) {
    // Whatever failed, nobody was told whether the password was right.
    void giveBack()
    throw error
  }
  if (!isRight) throw wrongPassword()
  await giveBack()
  const newHash = await context.passwords.hash(form.new_password)
  await changePasswordHash(context, user, { oldHash, newHash }, address)
}

/** It stands at the field that holds the password. */
const wrongPassword = () =>
  new Refusal('WRONG_PASSWORD', { fields: { current_password: PROBLEMS.WRONG_PASSWORD.text } })

/** Sets or clears where an administrator is written to, and answers the user with it. */
export async function changeOwnSettings(
  context: Context,
  user: SignedInUser,
  telegramChatId: string | null,
  address: string | null
): Promise<User> {
  await changeTelegramChat(context, user.id, telegramChatId, address)
  return await userView(context, { ...user, telegramChatId })
}

/** Sets or clears what is usual for one's searches, and answers the user with it. */
export async function changeUsualPurpose(
  context: Context,
  user: SignedInUser,
  { purpose, case_ref: caseRef }: PurposeForm,
  address: string | null
): Promise<User> {
  await changeUserPurpose(context, user.id, { purpose, caseRef }, address)
  return await userView(context, { ...user, purpose, caseRef })
}
