export const PERSON_LABELS = ['match', 'probable', 'namesake', 'related'] as const
export type PersonLabel = (typeof PERSON_LABELS)[number]

/** A value of the summary table with the sources that state it. */
export interface SummaryRow {
  /** Russian field name: «Телефон». */
  field: string
  value: string
  /** Keys of the independent sources that state it. */
  sources: string[]
  /** ISO date of the newest of them, or null. */
  newest: string | null
  /** Another value of the same field contradicts it. */
  conflict: boolean
}

/** A reason that joins two records of one person. */
export interface PersonLink {
  from: string
  to: string
  rule: string
  text: string
}

/** One person resolved from found records. */
export interface Person {
  id: string
  label: PersonLabel
  score: number
  name: string
  birth_date: string | null
  record_ids: string[]
  why: string[]
  summary: SummaryRow[]
  links: PersonLink[]
  /** Records of others that share an address or a phone: «Связь по адресу: …». */
  related: { record_ids: string[]; text: string }[]
}
