import type { Config } from '#api/config.ts'
import { Refusal } from '#api/lib/refusal.ts'
import type { StatedPurpose } from '#shared/contracts/values.ts'
import { PURPOSES, type PurposeCode } from '#shared/labels/purposes.ts'
import type { GivenPurpose } from '#shared/rules/purpose.ts'

/** Why somebody is looked for, as it is kept with a search. */
export interface Purpose {
  code: PurposeCode
  caseRef: string | null
}

/** As rows of accounts, tokens, lists and searches have it. */
export interface StoredPurpose {
  purpose: PurposeCode | null
  caseRef: string | null
}

/** Null where none is stated. */
export const purposeIn = ({ purpose, caseRef }: StoredPurpose): Purpose | null =>
  purpose && { code: purpose, caseRef }

/**
 * The purpose of a search; none is asked for, heeded or kept under `SEARCH_PURPOSE=off`.
 *
 * @throws Refusal `PURPOSE_REQUIRED`, also of a case without a purpose.
 */
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
  // The usual case is one of the usual purpose.
  return { code, caseRef: case_ref || (purpose ? null : (usual?.caseRef ?? null)) }
}

/** That it was searched without a purpose, as long as each search needs one: nothing that it found is shown. */
export const lacksPurpose = (
  { config: { searchPurpose } }: { config: Pick<Config, 'searchPurpose'> },
  { purpose }: Pick<StoredPurpose, 'purpose'>
): boolean => searchPurpose === 'required' && purpose === null

/** @throws Refusal `PURPOSE_REQUIRED` of what `lacksPurpose`. */
export function requirePurpose(
  context: { config: Pick<Config, 'searchPurpose'> },
  stored: Pick<StoredPurpose, 'purpose'>
): void {
  if (lacksPurpose(context, stored))
    throw new Refusal('PURPOSE_REQUIRED', {
      text: 'Этот поиск сделан без цели. Повторите его и укажите цель.'
    })
}

/** What an answer says of its purpose. */
export const statedIn = ({ purpose }: { purpose: Purpose | null }): { purpose?: StatedPurpose } =>
  purpose ? { purpose: { code: purpose.code, title: PURPOSES[purpose.code], case_ref: purpose.caseRef } } : {}
