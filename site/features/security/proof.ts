import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { atom } from 'nanostores'
import type { PasskeyOptionsAnswer, SecurityAnswer } from '#shared/contracts/account/security.ts'
import { SECOND_STEP_TEXTS } from '#shared/texts/second-step.ts'
import { AskError, ask, errorText } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'
import { loadCode } from '#site/lib/load-code.ts'

/** What an account can be proved by; the password where it has no factor. */
export interface ProofWays {
  hasApp: boolean
  hasKey: boolean
  hasBackup: boolean
  hasFactor: boolean
  /** Of a session that a provider opened: the account may have no password. */
  isOfProvider: boolean
}

/** The question, while it is open. */
export const $proof = atom<{ ways: ProofWays; answer(isProved: boolean): void } | null>(null)

export const proofForm = createForm({
  loadCheck: async () => (await import('./security-checks.ts')).checkProof,
  fallback: 'Не удалось проверить',
  async send(body) {
    await ask('/api/profile/proof', { body })
    return undefined
  }
})

/** Asks a key. @returns why it did not do, else an empty text. Never rejects. */
export async function proveByPasskey(): Promise<string> {
  try {
    const { options } = await ask<PasskeyOptionsAnswer>('/api/profile/proof/options', {
      method: 'POST',
      shape: { options: {} }
    })
    const { startAuthentication } = await loadCode(() => import('@simplewebauthn/browser'))
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    await ask('/api/profile/proof', { body: { response: await startAuthentication({ optionsJSON }) } })
    return ''
  } catch (error) {
    return errorText(error, SECOND_STEP_TEXTS.keySilent)
  }
}

async function readWays(): Promise<ProofWays> {
  const security = await ask<SecurityAnswer>('/api/profile/security', {
    shape: { totp: {}, passkeys: [{ id: 0, title: '' }], backup_codes: { left: 0 }, sessions: [{ id: '' }] }
  })
  const hasApp = security.totp.enabled_at !== null
  const hasKey = security.passkeys.length > 0
  return {
    hasApp,
    hasKey,
    hasBackup: security.backup_codes.left > 0,
    hasFactor: hasApp || hasKey,
    isOfProvider: security.sessions.some(session => session.is_current && session.entry === 'oidc')
  }
}

/**
 * Does something for which the server may want a proof; then asks for it, and does it again.
 *
 * @returns null where the person gave no proof.
 */
export async function withProof<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof AskError) || error.code !== 'PROOF_REQUIRED') throw error
  }
  const ways = await readWays()
  const isProved = await new Promise<boolean>(resolve => {
    $proof.set({
      ways,
      answer(given) {
        $proof.set(null)
        resolve(given)
      }
    })
  })
  return isProved ? await call() : null
}
