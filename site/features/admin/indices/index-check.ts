import { indexForm } from '#shared/rules/index-name.ts'
import { createCheck } from '#site/lib/form-check.ts'

export const checkIndex = createCheck(indexForm)
