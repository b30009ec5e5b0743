import type { SealAnswer, VerifyAnswer } from '#shared/contracts/admin/audit.ts'
import { AUDIT_PATH } from '#site/features/admin/audit/audit-store.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createLoad } from '#site/lib/load-store.ts'
import { tell } from '#site/lib/toast-store.ts'

export const seal = createLoad(() => ask<SealAnswer>(`${AUDIT_PATH}/seal`, { shape: { unsealed: 0 } }))

/** Never rejects. */
export async function verify(): Promise<void> {
  try {
    await ask<VerifyAnswer>(`${AUDIT_PATH}/verify`, { method: 'POST', shape: { check: {} } })
  } catch (error) {
    tell(errorText(error))
  }
  await seal.refresh()
}
