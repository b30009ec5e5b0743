import type { Context } from '#api/context.ts'
import type { SignedInUser } from '#api/features/sessions/service.ts'
import {
  changePasswordHash,
  changeTelegramChat,
  changeUserPurpose,
  checkOwnPassword,
  userView
} from '#api/features/users/service.ts'
import type { User } from '#shared/contracts/auth.ts'
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
  const oldHash = await checkOwnPassword(context, user.id, form.current_password, 'current_password')
  const newHash = await context.passwords.hash(form.new_password)
  await changePasswordHash(context, user, { oldHash, newHash }, address)
}

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
