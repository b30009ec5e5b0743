import { atom } from 'nanostores'
import type { PurposeCode } from '#shared/labels/purposes.ts'

/** What the next searches of this page state; null leaves it to what is usual for the account. */
export const $stated = atom<{ purpose: PurposeCode | null; case_ref: string } | null>(null)

/** As the body of a search has it. */
export const statedFields = (): { purpose?: PurposeCode; case_ref?: string } => {
  const stated = $stated.get()
  return stated?.purpose
    ? { purpose: stated.purpose, ...(stated.case_ref && { case_ref: stated.case_ref }) }
    : {}
}
