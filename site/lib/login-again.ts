import { atom } from 'nanostores'
import type { ReactNode } from 'react'

/** Draws the login that stands over the page while calls wait for it; null while none does. */
export const $loginAgain = atom<(() => ReactNode) | null>(null)
