import * as v from 'valibot'
import { MATCH_BANDS, REASON_TONES, reasonShape } from './match.ts'
import { count, partialDate, share } from './values.ts'

export const PERSON_LABELS = ['match', 'probable', 'namesake', 'related'] as const
export type PersonLabel = (typeof PERSON_LABELS)[number]

/** A value of the summary table with the sources that state it. */
const summaryRow = v.strictObject({
  /** Russian field name: «Телефон». */
  field: v.string(),
  value: v.string(),
  /** Keys of the independent sources that state it. */
  sources: v.array(v.string()),
  /** ISO date of the newest of them, or null. */
  newest: v.nullable(v.string()),
  /** Another value of the same field contradicts it. */
  conflict: v.boolean()
})
export type SummaryRow = v.InferOutput<typeof summaryRow>

export const LINK_RULES = [
  'snils',
  'inn',
  'passport',
  'name_birth_date',
  'name_phone',
  'name_email',
  'duplicate'
] as const

/** A reason that joins two records of one person. */
const personLink = v.strictObject({
  from: v.string(),
  to: v.string(),
  rule: v.picklist(LINK_RULES),
  /** `contradict` where something beside the rule does not agree. */
  tone: v.picklist(REASON_TONES),
  text: v.string()
})
export type PersonLink = v.InferOutput<typeof personLink>

/** Records of others that share an address or a phone. */
const relation = v.strictObject({
  kind: v.picklist(['address', 'phone']),
  /** What is shared, as it is shown. */
  value: v.string(),
  record_ids: v.array(v.string()),
  /** «Связь по адресу: …». */
  text: v.string()
})
export type Relation = v.InferOutput<typeof relation>

/** One person resolved from found records. */
export const personShape = v.strictObject({
  id: v.string(),
  label: v.picklist(PERSON_LABELS),
  band: v.picklist(MATCH_BANDS),
  score: share,
  /** How many people of this answer have the same label and band, this one included. */
  fits: v.pipe(count, v.minValue(1)),
  name: v.string(),
  birth_date: v.nullable(partialDate),
  record_ids: v.array(v.string()),
  /** Why the person fits the query, then why the records belong together. */
  why: v.array(v.string()),
  /** Why the person fits the query. */
  query_reasons: v.array(reasonShape),
  summary: v.array(summaryRow),
  links: v.array(personLink),
  related: v.array(relation)
})
export type Person = v.InferOutput<typeof personShape>
