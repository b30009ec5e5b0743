import { atom } from 'nanostores'
import type { ReactNode } from 'react'
import { errorText } from '#site/lib/ask.ts'
import { loadCode } from '#site/lib/load-code.ts'
import { tell } from '#site/lib/toast-store.ts'

/** The dialog over the page; `AdminShell` draws it. */
export const $dialog = atom<ReactNode>(null)

export const closeDialog = (): void => $dialog.set(null)

/** Opens a dialog whose code comes with it: `openDialog(async () => <Edit />)` after an `import()`. Never rejects. */
export async function openDialog(draw: () => Promise<ReactNode>): Promise<void> {
  try {
    $dialog.set(await loadCode(draw))
  } catch (error) {
    tell(errorText(error))
  }
}
