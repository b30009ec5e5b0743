import { changePassword, profileForm } from '#shared/rules/profile.ts'
import { createCheck } from '#site/lib/form-check.ts'

export const checkPassword = createCheck(changePassword)
export const checkChatId = createCheck(profileForm)
