import { atom } from 'nanostores'

/** Whether the dialog of all keys stands open. */
export const $isHelpOpen = atom(false)
