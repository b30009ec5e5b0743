import type { BackupCodesAnswer } from '#shared/contracts/account/security.ts'
import { ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { security, showCodes } from './security-store.ts'

/** Ends the set-up with the first code. */
export const enableForm = createForm({
  loadCheck: async () => (await import('./security-checks.ts')).checkAppCode,
  fallback: 'Не удалось включить коды',
  async send(body) {
    const path = '/api/profile/totp/enable'
    const { backup_codes } = await ask<BackupCodesAnswer>(path, { body, shape: { backup_codes: [] } })
    await security.refresh()
    showCodes(backup_codes)
    return undefined
  }
})
