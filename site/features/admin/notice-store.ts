import { atom } from 'nanostores'

const BANNER_MS = 5_000

export interface Notice {
  tone: 'moss' | 'red'
  text: string
}

/** What the last act came to; null when there is nothing to say. */
export const $notice = atom<Notice | null>(null)

let timer: ReturnType<typeof setTimeout> | undefined

/** Says it for five seconds, in place of what was said before. */
export function showNotice(tone: Notice['tone'], text: string): void {
  clearTimeout(timer)
  $notice.set({ tone, text })
  timer = setTimeout(dropNotice, BANNER_MS)
}

export const dropNotice = (): void => $notice.set(null)
