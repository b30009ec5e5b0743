import { PERSON_REASONS_SHOWN } from '#shared/constants.ts'
import type { Match, Reason } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'

/** A reason as a card draws it. */
export type ShownReason = Pick<Reason, 'tone' | 'text'>

const eachTextOnce = (reasons: readonly ShownReason[]): ShownReason[] =>
  [...new Map(reasons.map(({ tone, text }) => [text, { tone, text }])).values()].slice(
    0,
    PERSON_REASONS_SHOWN
  )

/** Why a person fits the query. */
export const queryReasonsOf = ({ query_reasons }: Person): ShownReason[] => eachTextOnce(query_reasons)

/** Why the records of a person are those of one person; copies of one row need no reason. */
export const linkReasonsOf = ({ links }: Person): ShownReason[] =>
  eachTextOnce(links.filter(({ rule }) => rule !== 'duplicate'))

/** Codes of what tells one person from another: beside a name, only a date of birth or an identifier. */
const DISTINGUISHES =
  /^(?:same_(?:.*birth_(?:date|year)|phone|email|inn|snils|passport|ogrn|ogrnip|vin|plate)|exchanged_day_and_month)$/

/** Nothing but the name or a text speaks for the match; a code that the page has not learnt yet counts as such. */
export function isNameOnly({ reasons }: Pick<Match, 'reasons'>): boolean {
  return !reasons.some(({ code }) => DISTINGUISHES.test(code))
}
