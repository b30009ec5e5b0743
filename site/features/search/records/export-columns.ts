import type { SummaryRow } from '#shared/contracts/summary.ts'
import { IDENTIFIER_KINDS } from '#shared/identity/identifiers/words.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { passesPhoneCheck } from '#site/features/search/summary/summary-view.ts'
import { dateText } from '#site/features/search/texts.ts'
import type { ExportedAnswer, ExportedPerson } from './export-view.ts'

type ExportedRecord = ExportedAnswer['sources'][number]['records'][number]

/** What somebody or a record states, by the columns that are sorted by. Several values stand behind «; ». */
export interface ColumnTexts {
  names: string
  /** ISO where it is a full date. */
  born: string
  phones: string
  emails: string
  documents: string
  addresses: string
  /** «Место работы: ООО «Демо»; Должность: кассир» */
  others: string
}
type Place = keyof ColumnTexts

const PLACES: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...IDENTIFIER_KINDS.map(kind => [FIELD_LABELS[kind], 'documents'] as const),
  [FIELD_LABELS.phone, 'phones'],
  [FIELD_LABELS.email, 'emails'],
  [FIELD_LABELS.full_name, 'names'],
  [FIELD_LABELS.birth_date, 'born'],
  [FIELD_LABELS.address, 'addresses']
])
const NAME_PARTS: readonly string[] = [
  FIELD_LABELS.last_name,
  FIELD_LABELS.first_name,
  FIELD_LABELS.middle_name
]

interface Stated {
  field: string
  text: string
}

export const joined = (texts: readonly string[]): string => [...new Set(texts)].join('; ')

/** The values of a card, without phones that fail the check of the summary. */
export const columnsOfSummary = (summary: readonly SummaryRow[]): ColumnTexts =>
  columnsOf(summary.filter(passesPhoneCheck).map(({ field, value }) => ({ field, text: dateText(value) })))

/**
 * What a record writes, sorted by what its card was made of; without a card by the names of its fields. A field whose value
 * no column shows stands among the others, so that none is lost.
 */
export function columnsOfRecord({ record_id, fields }: ExportedRecord, person?: ExportedPerson): ColumnTexts {
  const written = Object.entries(fields).map(([field, text]): Stated => ({ field, text }))
  const evident = (person?.summary ?? []).flatMap(({ field, evidence }) =>
    evidence
      .filter(piece => piece.record_id === record_id && PLACES.has(field))
      .map(({ text }): Stated => ({ field, text }))
  )
  const usual = written.filter(({ field }) => PLACES.has(field))
  const hasName = [...evident, ...usual].some(({ field }) => PLACES.get(field) === 'names')
  const parts = NAME_PARTS.flatMap(label => fields[label] ?? [])
  const name = hasName || parts.length === 0 ? [] : [{ field: FIELD_LABELS.full_name, text: parts.join(' ') }]
  const shown = [...evident, ...usual, ...name]
  const isShown = ({ field, text }: Stated): boolean =>
    shown.some(other => other.text === text || (NAME_PARTS.includes(field) && isWordOf(text, other)))
  return columnsOf([...shown, ...written.filter(stated => !isShown(stated))])
}

const isWordOf = (part: string, { field, text }: Stated): boolean =>
  PLACES.get(field) === 'names' && ` ${text} `.includes(` ${part} `)

function columnsOf(stated: readonly Stated[]): ColumnTexts {
  const texts = (place: Place) => stated.filter(({ field }) => (PLACES.get(field) ?? 'others') === place)
  const values = (place: Place) => joined(texts(place).map(({ text }) => text))
  const named = (place: Place) => joined(texts(place).map(({ field, text }) => `${field}: ${text}`))
  return {
    names: values('names'),
    born: values('born').replace(/^(\d\d)\.(\d\d)\.(\d{4})$/, '$3-$2-$1'),
    phones: values('phones'),
    emails: values('emails'),
    documents: named('documents'),
    addresses: values('addresses'),
    others: named('others')
  }
}
