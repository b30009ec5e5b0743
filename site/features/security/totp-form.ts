import type { BackupCodesAnswer } from '#shared/contracts/account/security.ts'
import { AskError, ask, errorText } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { tell } from '#site/lib/toast-store.ts'
import { $draft, hasCodes, security, showCodes } from './security-store.ts'

/** Ends the set-up with the first code. */
export const enableForm = createForm({
  loadCheck: async () => (await import('./security-checks.ts')).checkAppCode,
  fallback: 'Не удалось включить коды',
  async send(body) {
    const path = '/api/profile/totp/enable'
    const replaced = hasCodes()
    try {
      const { backup_codes } = await ask<BackupCodesAnswer>(path, { body, shape: { backup_codes: [] } })
      showCodes(backup_codes, replaced)
    } catch (error) {
      // Another tab has ended the set-up, or begun one anew.
      if (!(error instanceof AskError && error.code?.startsWith('TOTP_'))) throw error
      $draft.set(null)
      tell(errorText(error))
    }
    await security.refresh()
    return undefined
  }
})
