import * as v from 'valibot'
import { erasure, liftedSuppression } from '#shared/rules/suppression.ts'
import { createCheck } from '#site/lib/form-check.ts'

export const checkLift = createCheck(liftedSuppression)
/** Which entry it is the page knows. */
export const checkErasure = createCheck(v.pick(erasure, ['confirm']))
