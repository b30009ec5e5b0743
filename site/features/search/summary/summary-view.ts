import type { OperatorInfo } from '#shared/contracts/operator.ts'
import type { Person } from '#shared/contracts/person.ts'
import type { EvidenceState, SummaryRow } from '#shared/contracts/summary.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { isPhoneForSummary } from '#shared/identity/identifiers/phone.ts'
import { SOURCE_BASES } from '#shared/labels/sources.ts'
import { PHONE_LABEL } from '#shared/labels/usual-fields.ts'
import type { Results } from '#site/features/search/records/results-view.ts'
import {
  type CellState,
  reasonStripOf,
  type StripView,
  stripOf
} from '#site/features/search/sources/strip.ts'
import { dateText, exchangedText } from '#site/features/search/texts.ts'

/** A value of the consensus table and who stands behind it. */
export interface SourcedValue {
  field: string
  value: string
  /** The first value of its field: the others follow it without the name. */
  isFirst: boolean
  strip: StripView
  /** Date of the newest record that confirms it, at least in part; empty where none is dated. */
  newest: string
  /** «значения расходятся», or null. */
  clash: string | null
  /** One independent source only, though several cells may say it. */
  lone: boolean
  /** «раньше; позже — у другого лица», or null. */
  former: string | null
  row: SummaryRow
}

/** An organisation that a person has to do with: its numbers are not theirs. */
export interface OrganisationPart {
  id: string
  name: string
  /** «ООО «Демо-Логистика», генеральный директор». */
  title: string
  values: SourcedValue[]
}

const STATES: Record<EvidenceState, CellState> = { confirms: 'yes', compatible: 'part', conflicts: 'no' }

/** The consensus table of a person, without phones that fail the check of the summary. */
export function summaryOf({ summary }: Pick<Person, 'summary'>, { places }: Results): SourcedValue[] {
  const byField = Map.groupBy(summary.filter(passesPhoneCheck), ({ field }) => field)
  return [...byField].flatMap(([field, rows]) =>
    rows.map((row, at) => {
      const strip = stripOf(places, statesOf(row))
      return {
        field,
        value: dateText(row.value),
        isFirst: at === 0,
        strip,
        newest: row.newest?.of === 'record' ? dateText(row.newest.date) : '',
        clash: row.state === 'conflict' ? (exchangedText(row, summary) ?? 'значения расходятся') : null,
        // A cell that stands alone says it itself.
        lone: row.state === 'single' && strip.cells.filter(({ state }) => state === 'yes').length !== 1,
        former: row.former?.text ?? null,
        row
      }
    })
  )
}

/** How each source stands to a value. The evidence is sorted, and the first piece of a source says most for it. */
function statesOf({ evidence }: SummaryRow): Map<string, CellState> {
  const states = new Map<string, CellState>()
  for (const { source, state } of evidence) states.getOrInsert(source, STATES[state])
  return states
}

/** The organisations that a person works for, each with its own values. */
export function organisationsOf(person: Person, results: Results): OrganisationPart[] {
  if (person.kind === 'organisation') return []
  const parts = person.related.flatMap(({ kind, person_id, text }): OrganisationPart[] => {
    const other = results.answer.persons.find(({ id }) => id === person_id)
    if (kind !== 'workplace' || other?.kind !== 'organisation') return []
    return [
      {
        id: person_id,
        name: other.name,
        title: `${other.name}, ${text}`,
        values: isDetailed(other) ? summaryOf(other, results) : []
      }
    ]
  })
  return [...new Map(parts.map(part => [part.id, part])).values()]
}

/** What one record says of a value. */
export interface ProofLine {
  recordId: string
  sourceTitle: string
  strip: StripView
  /** As it is written there. */
  written: string
  recordDate: string
  sourceDate: string
  basis: string
}

/** Every record that says something of a value, and the sources that say nothing, by why. */
export function proofOf({ evidence, silent }: SummaryRow, { places, answer }: Results) {
  const numbersOf = (keys: readonly string[]) =>
    places.filter(({ key }) => keys.includes(key)).map(({ number }) => number)
  return {
    lines: evidence.map(({ source, record_id, text, state, record_date, source_date }): ProofLine => {
      const meta = answer.sources_meta[source]
      return {
        recordId: record_id,
        sourceTitle: meta?.title ?? source,
        strip: reasonStripOf(places, new Map([[source, STATES[state]]])),
        written: text,
        recordDate: dateText(record_date ?? ''),
        sourceDate: dateText(source_date ?? ''),
        basis: meta ? SOURCE_BASES[meta.basis] : ''
      }
    }),
    noField: numbersOf(silent.no_field),
    noPerson: numbersOf(silent.no_person)
  }
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
  ofLine: OperatorInfo | null
): OperatorInfo | null {
  if (ofLine && digitsOf(ofLine.phone) === digitsOf(phone)) return ofLine
  const listed = phones.find(other => digitsOf(other.phone) === digitsOf(phone))
  if (!listed || listed.operator === null) return null
  const { operator, region, country, note } = listed
  return {
    phone: listed.phone,
    operator,
    region: region ?? '',
    country: country ?? '',
    // An answer that an earlier release stored says none.
    note: note ?? ''
  }
}

/** Placeholders never come: the server leaves them out of every summary. */
export function passesPhoneCheck({ field, value }: SummaryRow): boolean {
  return field !== PHONE_LABEL || isPhoneForSummary(value.replace(/\D/g, ''))
}
