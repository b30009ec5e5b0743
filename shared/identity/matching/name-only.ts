import type { Reason } from '#shared/contracts/match.ts'

/** Of a date of birth, beside a name or alone. */
const BIRTH = /^(?:same_.*birth_(?:date|year)|exchanged_day_and_month)$/

/** Whether a reason tells one person from another: beside a name, only a date of birth or an identifier. */
const isDistinguishing = ({ code, part }: Pick<Reason, 'code' | 'part'>): boolean =>
  // An identifier is a part by itself; so is an address, which many share.
  BIRTH.test(code) || (code === `same_${part}` && part !== 'address')

/** Nothing but the name or a text speaks for the match; an unknown code counts as such. */
export const isNameOnly = ({ reasons }: { reasons: readonly Pick<Reason, 'code' | 'part'>[] }): boolean =>
  !reasons.some(isDistinguishing)
