import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { atom } from 'nanostores'
import type {
  PasskeyAddedAnswer,
  PasskeyItem,
  PasskeyOptionsAnswer
} from '#shared/contracts/account/security.ts'
import { ask, errorText } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'
import { withProof } from './proof.ts'
import { hasCodes, security, showCodes } from './security-store.ts'

const PATH = '/api/profile/passkeys'
const shape = { options: {} } as const

/** What the dialog is about: a new key, or the title of one. */
export type PasskeyDialogState = { options: PasskeyOptionsAnswer['options'] } | { renamed: PasskeyItem }

export const $keyDialog = atom<PasskeyDialogState | null>(null)

/** The proof comes first: a key that is made cannot be unmade by the page. Never rejects. */
export async function openNewKey(): Promise<void> {
  try {
    const answer = await withProof(() =>
      ask<PasskeyOptionsAnswer>(`${PATH}/options`, { method: 'POST', shape })
    )
    if (answer) $keyDialog.set({ options: answer.options })
  } catch (error) {
    tell(errorText(error))
  }
}

export const keyForm = createForm({
  loadCheck: async () => (await import('./security-checks.ts')).checkPasskeyTitle,
  fallback: 'Ключ не создан. Возможно, вы отменили запрос или этот ключ уже добавлен.',
  async send({ title }) {
    const dialog = $keyDialog.get()
    if (dialog && 'renamed' in dialog) {
      await ask(`${PATH}/${dialog.renamed.id}`, { method: 'PUT', body: { title } })
    } else if (dialog) {
      const replaced = hasCodes()
      const { startRegistration } = await loadCode(() => import('@simplewebauthn/browser'))
      const optionsJSON = dialog.options as unknown as PublicKeyCredentialCreationOptionsJSON
      const body = { title, response: await startRegistration({ optionsJSON }) }
      const { backup_codes } = await ask<PasskeyAddedAnswer>(PATH, { body, shape: { passkey: { id: 0 } } })
      if (backup_codes) showCodes(backup_codes, replaced)
    }
    await security.refresh()
    return undefined
  }
})
