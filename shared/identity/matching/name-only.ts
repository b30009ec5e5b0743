import type { Reason } from '#shared/contracts/match.ts'

/** Codes of what tells one person from another: beside a name, only a date of birth or an identifier. */
const DISTINGUISHES =
  /^(?:same_(?:.*birth_(?:date|year)|phone|email|inn|snils|passport|ogrn|ogrnip|vin|plate)|exchanged_day_and_month)$/

/** Nothing but the name or a text speaks for the match; an unknown code counts as such. */
export function isNameOnly({ reasons }: { reasons: readonly Pick<Reason, 'code'>[] }): boolean {
  return !reasons.some(({ code }) => DISTINGUISHES.test(code))
}
