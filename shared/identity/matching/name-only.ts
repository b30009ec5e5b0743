import type { Reason } from '#shared/contracts/match.ts'
import { IDENTIFIER_WORDS } from '#shared/identity/identifiers/table.ts'

/** Codes of what tells one person from another: beside a name, only a date of birth or an identifier, of whatever sort. */
const distinguishing = (): RegExp =>
  new RegExp(
    `^(?:same_(?:.*birth_(?:date|year)|(?:${Object.keys(IDENTIFIER_WORDS).join('|')})[a-z]*)|exchanged_day_and_month)$`
  )
const DISTINGUISHES = /* @__PURE__ */ distinguishing()

/** Nothing but the name or a text speaks for the match; an unknown code counts as such. */
export function isNameOnly({ reasons }: { reasons: readonly Pick<Reason, 'code'>[] }): boolean {
  return !reasons.some(({ code }) => DISTINGUISHES.test(code))
}
