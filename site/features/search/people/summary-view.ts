import type { OperatorInfo } from '#shared/contracts/operator.ts'
import type { Person, SummaryRow } from '#shared/contracts/person.ts'
import { isPhoneForSummary } from '#shared/identity/identifiers/phone.ts'
import { PHONE_LABEL } from '#shared/labels/fields.ts'
import { type Results, sourcesOf } from '#site/features/search/records/results-view.ts'
import { dateText } from '#site/features/search/texts.ts'
import { type StripView, stripOf } from './strip.ts'

/** A value of the consensus table and who stands behind it. */
export interface SourcedValue {
  value: string
  strip: StripView
}

/** One field of the consensus table; several values contradict or complete one another. */
export interface SummaryField {
  field: string
  values: SourcedValue[]
  /** ISO date of the newest witness, or null. */
  newest: string | null
  conflict: boolean
  /** One independent source only. */
  lone: boolean
}

/** The consensus table of a person, without phones that fail the check of the summary. */
export function summaryOf(person: Person, results: Results): SummaryField[] {
  const all = results.sources.map(({ number }) => number)
  const witnesses = numbersOf(sourcesOf(person, results), results)
  const byField = Map.groupBy(person.summary.filter(passesPhoneCheck), ({ field }) => field)
  return [...byField].map(([field, rows]) => ({
    field,
    values: rows.map(row => {
      const rivals = rows.filter(other => row.conflict && other !== row && other.conflict)
      const agreeing = numbersOf(row.sources, results)
      const contradicting = numbersOf(
        rivals.flatMap(({ sources }) => sources),
        results
      )
      return { value: row.value, strip: stripOf(all, agreeing, contradicting, witnesses) }
    }),
    newest: rows.reduce<string | null>(
      (last, { newest }) => (newest && (!last || newest > last) ? newest : last),
      null
    ),
    conflict: rows.some(({ conflict }) => conflict),
    lone: new Set(rows.flatMap(({ sources }) => sources)).size === 1
  }))
}

/** Phones of a person that pass the check, as the summary writes them. */
export function phonesOf(person: Person): string[] {
  return person.summary
    .filter(row => row.field === PHONE_LABEL && passesPhoneCheck(row))
    .map(({ value }) => value)
}

/** What is known of a phone's range, when the answer speaks of this very phone. */
export function operatorOf(phone: string, operator: OperatorInfo | null): OperatorInfo | null {
  const tail = (text: string) => text.replace(/\D/g, '').slice(-10)
  return operator && tail(operator.phone) === tail(phone) ? operator : null
}

/** What a card says under the name and the date: the first value of the next `room` fields of the summary. */
export function pairsOf(person: Person, room: number): SummaryRow[] {
  const onCard = [person.name, dateText(person.birth_date ?? '')]
  const rows = person.summary.filter(row => passesPhoneCheck(row) && !onCard.includes(dateText(row.value)))
  return [...new Map(rows.toReversed().map(row => [row.field, row])).values()].reverse().slice(0, room)
}

/** Placeholders never come: the server leaves them out of every summary. */
function passesPhoneCheck({ field, value }: SummaryRow): boolean {
  return field !== PHONE_LABEL || isPhoneForSummary(value.replace(/\D/g, ''))
}

function numbersOf(keys: string[], { numbers }: Results): number[] {
  return keys.flatMap(key => numbers.get(key) ?? [])
}
