import { atom } from 'nanostores'
import { AskError, ask } from '#site/lib/ask.ts'
import { createForm } from '#site/lib/form-store.ts'

/** The question for the password or a code, while it is open. */
export const $proof = atom<{ answer(isProved: boolean): void } | null>(null)

export const proofForm = createForm({
  loadCheck: async () => (await import('./security-checks.ts')).checkProof,
  fallback: 'Не удалось проверить',
  async send(body) {
    await ask('/api/profile/proof', { body })
    return undefined
  }
})

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
  const isProved = await new Promise<boolean>(resolve => {
    $proof.set({
      answer(given) {
        $proof.set(null)
        resolve(given)
      }
    })
  })
  return isProved ? await call() : null
}
