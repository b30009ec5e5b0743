import { PERSON_REASONS_SHOWN } from '#shared/constants.ts'
import type { Match, Reason } from '#shared/contracts/match.ts'
import type { Person } from '#shared/contracts/person.ts'

/** A reason as a card draws it. */
export type ShownReason = Pick<Reason, 'tone' | 'text'>

/** Why a person fits the query, then why its records belong together, each text once. */
export function reasonsOf({ query_reasons, links }: Person): ShownReason[] {
  const reasons = new Map<string, ShownReason>()
  for (const reason of query_reasons) reasons.set(reason.text, reason)
  for (const { rule, tone, text } of links)
    if (rule !== 'duplicate' && !reasons.has(text)) reasons.set(text, { tone, text })
  return [...reasons.values()].slice(0, PERSON_REASONS_SHOWN)
}

/** Codes of what tells one person from another: beside a name, only a date of birth or an identifier. */
const DISTINGUISHES =
  /^(?:same_(?:.*birth_(?:date|year)|phone|email|inn|snils|passport|ogrn|ogrnip|vin|plate)|exchanged_day_and_month)$/

/** Nothing but the name or a text speaks for the match; a code that the page has not learnt yet counts as such. */
export function isNameOnly({ reasons }: Pick<Match, 'reasons'>): boolean {
  return !reasons.some(({ code }) => DISTINGUISHES.test(code))
}
