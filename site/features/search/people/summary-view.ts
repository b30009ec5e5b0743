import type { OperatorInfo } from '#shared/contracts/operator.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { EvidenceState, Newest, SummaryRow } from '#shared/contracts/summary.ts'
import { isPhoneForSummary } from '#shared/identity/identifiers/phone.ts'
import { PHONE_LABEL } from '#shared/labels/fields.ts'
import { NUMBERING_NOTES } from '#shared/labels/numbering.ts'
import { type Results, sourcesOf } from '#site/features/search/records/results-view.ts'
import { dateText, monthText } from '#site/features/search/texts.ts'
import { type StripView, type Support, stripOf } from './strip.ts'

/** A value of the consensus table and who stands behind it. */
export interface SourcedValue {
  value: string
  strip: StripView
  /** «раньше; позже — у другого лица», or null. */
  former: string | null
}

/** One field of the consensus table; several values contradict or complete one another. */
export interface SummaryField {
  field: string
  values: SourcedValue[]
  /** The newest date of the values; null when nothing is dated. */
  newest: Newest | null
  conflict: boolean
  /** One independent source only. */
  lone: boolean
}

const SUPPORT: Record<EvidenceState, Support> = {
  confirms: 'agree',
  compatible: 'part',
  conflicts: 'contradict'
}

/** How each source stands to a value. The evidence is sorted, and the first piece of a source says most for it. */
function supportOf({ evidence }: SummaryRow, { numbers }: Results): Map<number, Support> {
  const support = new Map<number, Support>()
  for (const { source, state } of evidence) {
    const number = numbers.get(source)
    if (number !== undefined) support.getOrInsert(number, SUPPORT[state])
  }
  return support
}

/** A date of a record says more than one of a source, whichever is later. */
function newestOf(rows: SummaryRow[]): Newest | null {
  const dates = rows.flatMap(({ newest }) => newest ?? [])
  const ofRecords = dates.filter(({ of }) => of === 'record')
  const [first, ...others] = ofRecords.length > 0 ? ofRecords : dates
  return first ? others.reduce((last, next) => (next.date > last.date ? next : last), first) : null
}

/** «12.2025, запись», «06.2026, источник»: which of them is so old. */
export function newestText({ date, of }: Newest): string {
  return `${monthText(date)}, ${of === 'record' ? 'запись' : 'источник'}`
}

/** The consensus table of a person, without phones that fail the check of the summary. */
export function summaryOf(person: Person, results: Results): SummaryField[] {
  const all = results.sources.map(({ number }) => number)
  const witnesses = numbersOf(sourcesOf(person, results), results)
  const byField = Map.groupBy(person.summary.filter(passesPhoneCheck), ({ field }) => field)
  return [...byField].map(([field, rows]) => ({
    field,
    values: rows.map(row => ({
      value: row.value,
      strip: stripOf(all, supportOf(row, results), witnesses),
      former: row.former?.text ?? null
    })),
    newest: newestOf(rows),
    conflict: rows.some(({ state }) => state === 'conflict'),
    lone: new Set(rows.flatMap(({ sources }) => sources)).size === 1
  }))
}

/** Phones of a person that pass the check, as the summary writes them. */
export function phonesOf(person: Person): string[] {
  return person.summary
    .filter(row => row.field === PHONE_LABEL && passesPhoneCheck(row))
    .map(({ value }) => value)
}

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(-10)

/** What the numbering plan says of a phone of the summary; null where it says nothing. */
export function operatorOf(
  phone: string,
  { phones }: Pick<Person, 'phones'>,
  asked: OperatorInfo | null
): OperatorInfo | null {
  if (asked && digitsOf(asked.phone) === digitsOf(phone)) return asked
  const known = phones.find(other => digitsOf(other.phone) === digitsOf(phone))
  if (!known || known.operator === null) return null
  const { operator, region, country } = known
  return {
    phone: known.phone,
    operator,
    region: region ?? '',
    country: country ?? '',
    note: NUMBERING_NOTES.official
  }
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
