import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import { showToast } from './toast-store.ts'

/**
 * Puts text on the clipboard and says so in the one polite message.
 *
 * @returns whether it worked: a page without https has no clipboard of its own, then the old command is tried.
 * @param done What is said when it worked.
 */
export async function copyText(text: string, done = 'Скопировано'): Promise<boolean> {
  const copied = await writeClipboard(text)
  showToast(copied ? done : 'Не удалось скопировать', COPY_FEEDBACK_MS)
  return copied
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return writeBySelection(text)
  }
}

function writeBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  const focused = document.activeElement
  area.value = text
  area.className = 'sr'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
