import * as v from 'valibot'
import { isoDate, partialDate } from './values.ts'

/** A value is confirmed by two or more independent sources, stated by a single one, or contradicted by some. */
export const SUMMARY_STATES = ['confirmed', 'single', 'conflict'] as const
export type SummaryState = (typeof SUMMARY_STATES)[number]

/**
 * How what a source says stands to a value: `confirms` states all of it; `compatible` agrees but says less (initials, a
 * year alone, another spelling); `conflicts` states another.
 */
export const EVIDENCE_STATES = ['confirms', 'compatible', 'conflicts'] as const
export type EvidenceState = (typeof EVIDENCE_STATES)[number]

const evidenceShape = v.strictObject({
  source: v.string(),
  record_id: v.string(),
  /** What the record says, as it is written there. */
  text: v.pipe(v.string(), v.nonEmpty()),
  state: v.picklist(EVIDENCE_STATES),
  /** The record's own date, as precise as it is known. */
  record_date: v.nullable(partialDate),
  /** How fresh the source is. */
  source_date: v.nullable(isoDate)
})
export type Evidence = v.InferOutput<typeof evidenceShape>

const newestShape = v.strictObject({
  date: partialDate,
  /** Whether a record has this date of its own, or only its source. */
  of: v.picklist(['record', 'source'])
})
export type Newest = v.InferOutput<typeof newestShape>

/** A later record gives the value to somebody else. */
const formerShape = v.strictObject({
  person_id: v.string(),
  /** Of the first of the later records. */
  date: partialDate,
  /** «раньше; позже — у другого лица». */
  text: v.string()
})

/** A value of the summary table with what the sources say of it. */
export const summaryRowShape = v.strictObject({
  /** Russian field name: «Телефон». */
  field: v.string(),
  value: v.string(),
  /** Keys of the sources that confirm it by their own text; near copies of one source count once. */
  sources: v.array(v.string()),
  state: v.picklist(SUMMARY_STATES),
  /** As `state` says. */
  conflict: v.boolean(),
  /** The newest date of the records that confirm it or are compatible; of their sources where no record has one. */
  newest: v.nullable(newestShape),
  evidence: v.pipe(v.array(evidenceShape), v.minLength(1)),
  /** Keys of the sources that say nothing of it: no such value in their records, or no records of the person. */
  silent: v.strictObject({ no_field: v.array(v.string()), no_person: v.array(v.string()) }),
  /** Of a phone or an address. */
  former: v.optional(formerShape)
})
export type SummaryRow = v.InferOutput<typeof summaryRowShape>

/** A phone of the summary in normal form; what the numbering plan says of it is null where it says nothing. */
export const personPhoneShape = v.strictObject({
  phone: v.string(),
  operator: v.nullable(v.string()),
  region: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** How sure that is; null where nothing is known. */
  note: v.nullable(v.string())
})
export type PersonPhone = v.InferOutput<typeof personPhoneShape>

export const RELATION_KINDS = ['phone', 'address', 'workplace'] as const

/** A thing that another person has too: each pair of person and thing once. It never says that both are one. */
export const relationShape = v.strictObject({
  kind: v.picklist(RELATION_KINDS),
  /** What is shared, as the summary of this person shows it. */
  value: v.string(),
  person_id: v.string(),
  /** Records of the other person that have it. */
  record_ids: v.pipe(v.array(v.string()), v.minLength(1)),
  /** «общий телефон». */
  text: v.string()
})
export type Relation = v.InferOutput<typeof relationShape>
