import * as v from 'valibot'
import { isoDate, partialDate } from './values.ts'

/** `confirmed` by two independent sources. */
const SUMMARY_STATES = ['confirmed', 'single', 'conflict'] as const
export type SummaryState = (typeof SUMMARY_STATES)[number]

/** `confirms` states all of the value; `compatible` says less; `conflicts` states another. */
const EVIDENCE_STATES = ['confirms', 'compatible', 'conflicts'] as const
export type EvidenceState = (typeof EVIDENCE_STATES)[number]

const evidenceShape = v.strictObject({
  source: v.string(),
  record_id: v.string(),
  /** As written in the record. */
  text: v.pipe(v.string(), v.nonEmpty()),
  state: v.picklist(EVIDENCE_STATES),
  /** As precise as known. */
  record_date: v.nullable(partialDate),
  source_date: v.nullable(isoDate)
})
export type Evidence = v.InferOutput<typeof evidenceShape>

const newestShape = v.strictObject({
  date: partialDate,
  of: v.picklist(['record', 'source'])
})
export type Newest = v.InferOutput<typeof newestShape>

/** A later record gives the value to another person. */
const formerShape = v.strictObject({
  person_id: v.string(),
  /** First of the later records. */
  date: partialDate,
  /** «раньше; позже — у другого лица» */
  text: v.string()
})

/** A value with what sources say about it. */
export const summaryRowShape = v.strictObject({
  /** «Телефон» */
  field: v.string(),
  value: v.string(),
  /** Sources that confirm it; near copies count once. */
  sources: v.array(v.string()),
  state: v.picklist(SUMMARY_STATES),
  conflict: v.boolean(),
  /** Newest confirming or compatible record, else the newest of their sources. */
  newest: v.nullable(newestShape),
  evidence: v.pipe(v.array(evidenceShape), v.minLength(1)),
  silent: v.strictObject({ no_field: v.array(v.string()), no_person: v.array(v.string()) }),
  /** Phones and addresses only. */
  former: v.optional(formerShape)
})
export type SummaryRow = v.InferOutput<typeof summaryRowShape>

/** Normal form; null where the numbering plan is silent. */
export const personPhoneShape = v.strictObject({
  phone: v.string(),
  operator: v.nullable(v.string()),
  region: v.nullable(v.string()),
  country: v.nullable(v.string()),
  /** Reliability; null when unknown. */
  note: v.nullable(v.string())
})
export type PersonPhone = v.InferOutput<typeof personPhoneShape>

const RELATION_KINDS = ['phone', 'address', 'workplace'] as const

/** A value shared with another person, which proves no identity. */
export const relationShape = v.strictObject({
  kind: v.picklist(RELATION_KINDS),
  value: v.string(),
  person_id: v.string(),
  record_ids: v.pipe(v.array(v.string()), v.minLength(1)),
  /** «общий телефон» */
  text: v.string()
})
export type Relation = v.InferOutput<typeof relationShape>
