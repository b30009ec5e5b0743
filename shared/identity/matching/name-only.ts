import type { Reason } from '#shared/contracts/match.ts'

const BIRTH = /^(?:same_.*birth_(?:date|year)|exchanged_day_and_month)$/

/** Only a date of birth or an identifier tells one person from another of the same name. */
const isDistinguishing = ({ code, part }: Pick<Reason, 'code' | 'part'>): boolean =>
  BIRTH.test(code) || (code === `same_${part}` && part !== 'address')

/** Only a name or text supports the match; unknown codes count as such. */
export const isNameOnly = ({ reasons }: { reasons: readonly Pick<Reason, 'code' | 'part'>[] }): boolean =>
  !reasons.some(isDistinguishing)
