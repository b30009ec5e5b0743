import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { loadCode } from '#site/lib/load-code.ts'

export interface Confirmation {
  /** «Удалить индекс demo_trial_01?» */
  title: string
  /** What will be gone, and that it stays gone. */
  text: ReactNode
  /** Names the object: «Удалить demo_trial_01». */
  action: string
  /** The word for a no, where «Отмена» would sound like the act itself. */
  dismiss?: string
  /** `remove` for what destroys, the default. */
  kind?: 'remove' | 'primary'
}

interface PendingConfirmation extends Confirmation {
  Dialog: typeof import('./Dialog.tsx').Dialog
  answer(agreed: boolean): void
}

/** The confirmation that waits for an answer. */
export const $confirmation = atom<PendingConfirmation | null>(null)

/**
 * Asks before a destructive act. The dialog is loaded for the first one.
 *
 * @returns whether the person agreed; closing the dialog is a no.
 * @throws AskError «Network error» where the dialog cannot be loaded.
 */
export async function confirm(confirmation: Confirmation): Promise<boolean> {
  const { Dialog } = await loadCode(() => import('./Dialog.tsx'))
  $confirmation.get()?.answer(false)
  return new Promise(resolve => {
    $confirmation.set({
      ...confirmation,
      Dialog,
      answer(agreed) {
        $confirmation.set(null)
        resolve(agreed)
      }
    })
  })
}
