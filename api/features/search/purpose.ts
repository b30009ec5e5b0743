import type { Config } from '#api/config.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { StatedPurpose } from '#shared/contracts/values.ts'
import { PURPOSES, type PurposeCode } from '#shared/labels/purposes.ts'
import type { GivenPurpose } from '#shared/rules/purpose.ts'

export interface Purpose {
  code: PurposeCode
  caseRef: string | null
}

export interface StoredPurpose {
  purpose: PurposeCode | null
  caseRef: string | null
}

export const storedPurposeOf = ({ purpose, caseRef }: StoredPurpose): Purpose | null =>
  purpose && { code: purpose, caseRef }

/** Purpose of a search; null under `SEARCH_PURPOSE=off`. @throws Refusal `PURPOSE_REQUIRED`, also for a case alone. */
export function purposeOf(
  { config: { searchPurpose } }: { config: Pick<Config, 'searchPurpose'> },
  usual: Purpose | null,
  { purpose, case_ref }: GivenPurpose = {}
): Purpose | null {
  if (searchPurpose === 'off') return null
  const code = purpose ?? usual?.code
  if (!code) {
    if (searchPurpose === 'required' || case_ref) throw new Refusal('PURPOSE_REQUIRED')
    return null
  }
  return { code, caseRef: case_ref || (purpose ? null : (usual?.caseRef ?? null)) }
}

/** Searched without a purpose that is required now: nothing is shown. */
export const lacksPurpose = (
  { config: { searchPurpose } }: { config: Pick<Config, 'searchPurpose'> },
  { purpose }: Pick<StoredPurpose, 'purpose'>
): boolean => searchPurpose === 'required' && purpose === null

/** @throws Refusal `PURPOSE_REQUIRED` when `lacksPurpose`. */
export function requirePurpose(
  context: { config: Pick<Config, 'searchPurpose'> },
  stored: Pick<StoredPurpose, 'purpose'>
): void {
  if (lacksPurpose(context, stored))
    throw new Refusal('PURPOSE_REQUIRED', {
      text: 'Этот поиск сделан без цели. Повторите его и укажите цель.'
    })
}

export const purposeField = ({ purpose }: { purpose: Purpose | null }): { purpose?: StatedPurpose } =>
  purpose ? { purpose: { code: purpose.code, title: PURPOSES[purpose.code], case_ref: purpose.caseRef } } : {}
