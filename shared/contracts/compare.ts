import * as v from 'valibot'
import { PROBLEMS } from '#shared/problems.ts'
import { REASON_CODES } from './match.ts'
import { NOT_ENOUGH_CODES, VETO_CODES } from './person.ts'

/** How a field of one person or record stands to that of another; missing where either has none. */
export const COMPARE_TONES = ['agree', 'differ', 'missing'] as const
export type CompareTone = (typeof COMPARE_TONES)[number]

/** Beside the codes of reasons: of fields that no query asks for. */
const FIELD_CODES = [
  'same_gender',
  'no_gender',
  'same_workplace',
  'other_workplace',
  'no_workplace',
  'same_organization',
  'other_organization',
  'no_organization',
  'same_value',
  'other_value',
  'no_value'
] as const
const fieldCode = v.picklist([...REASON_CODES, ...FIELD_CODES])
export type FieldCode = v.InferOutput<typeof fieldCode>

const sourceKeys = v.array(v.string())

/** A field of two people or records, side by side. */
const comparedField = v.strictObject({
  /** Russian field name: «Телефон». */
  field: v.string(),
  /** What each side has, its weightiest value first, parted by «; »; null where it has none. */
  a: v.nullable(v.string()),
  b: v.nullable(v.string()),
  tone: v.picklist(COMPARE_TONES),
  /** The two differ in what a person may have several of, or what is written in many ways. */
  may_differ: v.optional(v.literal(true)),
  code: fieldCode,
  text: v.string(),
  /** Keys of the sources that state it, on each side. */
  sources_a: sourceKeys,
  sources_b: sourceKeys
})
export type ComparedField = v.InferOutput<typeof comparedField>

/** What speaks for one person. */
const argumentFor = v.strictObject({
  /** `one_card`: the rules have joined them. */
  code: v.picklist([...REASON_CODES, ...FIELD_CODES, 'one_card']),
  text: v.string(),
  sources_a: sourceKeys,
  sources_b: sourceKeys
})
export type ArgumentFor = v.InferOutput<typeof argumentFor>

/** A veto forbids to join, whatever agrees; else what agrees is not enough; a mere difference forbids nothing. */
export const AGAINST_KINDS = ['veto', 'not_enough', 'difference'] as const

/** What speaks against, the weightiest first. */
const argumentAgainst = v.strictObject({
  kind: v.picklist(AGAINST_KINDS),
  /** `other_kind`: a person and an organisation. */
  code: v.picklist([...VETO_CODES, ...NOT_ENOUGH_CODES, ...REASON_CODES, ...FIELD_CODES, 'other_kind']),
  text: v.string(),
  /** As that of the field. */
  may_differ: v.optional(v.literal(true)),
  sources_a: sourceKeys,
  sources_b: sourceKeys
})
export type ArgumentAgainst = v.InferOutput<typeof argumentAgainst>

export const CONNECTION_CODES = [
  'shared_organisation',
  'connected_address',
  'connected_phone',
  'connected_email'
] as const

/** An organisation of both, or what one has that something beside the other has: no argument for one person. */
const connection = v.strictObject({
  code: v.picklist(CONNECTION_CODES),
  text: v.string(),
  sources_a: sourceKeys,
  sources_b: sourceKeys
})
export type ComparedConnection = v.InferOutput<typeof connection>

/** What would join two that stand apart. */
export const DECIDING_CODES = [
  'full_birth_date',
  'personal_number',
  'contact',
  'personal_phone',
  'flat',
  'full_name',
  'two_facts',
  'number_over_difference',
  'nothing_by_rules',
  'own_verdict',
  'organisation_number',
  'organisation_contact'
] as const
export type DecidingCode = (typeof DECIDING_CODES)[number]

const deciding = v.strictObject({ code: v.picklist(DECIDING_CODES), text: v.string() })
export type Deciding = v.InferOutput<typeof deciding>

const comparisonEntries = {
  fields: v.array(comparedField),
  for: v.array(argumentFor),
  /** Of two that the rules have joined only differences. */
  against: v.array(argumentAgainst),
  would_decide: v.array(deciding),
  connections: v.optional(v.array(connection))
}
export const comparison = v.strictObject(comparisonEntries)
export type PeopleComparison = v.InferOutput<typeof comparison>

/** `GET /api/search/{search_id}/compare`. */
export const compareAnswer = v.strictObject({ success: v.literal(true), ...comparisonEntries })

const WRONG = PROBLEMS.BAD_INPUT.text
const ID_MAX_CHARS = 1_024
/** Of a person, an organisation or a record. */
export const idInSearch = v.pipe(v.string(WRONG), v.minLength(1, WRONG), v.maxLength(ID_MAX_CHARS, WRONG))

/** Query of `GET /api/search/{search_id}/compare`: ids of people or records. */
export const compareQuery = v.object({ a: idInSearch, b: idInSearch }, WRONG)
