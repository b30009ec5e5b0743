import { passkeyTitle, proof, totpEnable } from '#shared/rules/security.ts'
import { createCheck } from '#site/lib/form-check.ts'
import type { FormCheck } from '#site/lib/form-store.ts'

const checkGiven = createCheck(proof)
const FIELDS = ['password', 'code']

/** Of the two fields the one that was shown is there. A refusal of both stands at it. */
export const checkProof: FormCheck<Record<string, unknown>> = values => {
  const checked = checkGiven(values)
  if ('values' in checked) return checked
  const field = FIELDS.find(name => name in values) ?? 'password'
  return { refusals: { [field]: Object.values(checked.refusals)[0] ?? '' } }
}
export const checkAppCode = createCheck(totpEnable)
export const checkPasskeyTitle = createCheck(passkeyTitle)
