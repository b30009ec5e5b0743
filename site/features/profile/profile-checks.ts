import { changePassword, profileForm } from '#shared/rules/profile.ts'
import { purposeBody } from '#shared/rules/purpose.ts'
import { createCheck } from '#site/lib/form-check.ts'

export const checkPassword = createCheck(changePassword)
export const checkChatId = createCheck(profileForm)
export const checkPurpose = createCheck(purposeBody)
