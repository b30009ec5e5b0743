import { stepCode } from '#shared/rules/security.ts'
import { createCheck } from '#site/lib/form-check.ts'

export const checkStepCode = createCheck(stepCode)
