import * as v from 'valibot'
import { PROBLEMS } from '#shared/problems.ts'
import { REASON_CODES } from './match.ts'
import { NOT_ENOUGH_CODES, VETO_CODES } from './person.ts'

/** `missing` when either side has no value. */
const COMPARE_TONES = ['agree', 'differ', 'missing'] as const
export type CompareTone = (typeof COMPARE_TONES)[number]

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

const comparedField = v.strictObject({
  field: v.string(),
  /** Values joined by «; », weightiest first; null without any. */
  a: v.nullable(v.string()),
  b: v.nullable(v.string()),
  tone: v.picklist(COMPARE_TONES),
  /** A person may have several, or the value has several spellings. */
  may_differ: v.optional(v.literal(true)),
  code: fieldCode,
  text: v.string(),
  sources_a: sourceKeys,
  sources_b: sourceKeys
})
export type ComparedField = v.InferOutput<typeof comparedField>

const argumentFor = v.strictObject({
  /** `one_card`: linked by the rules. */
  code: v.picklist([...REASON_CODES, ...FIELD_CODES, 'one_card']),
  text: v.string(),
  sources_a: sourceKeys,
  sources_b: sourceKeys
})
export type ArgumentFor = v.InferOutput<typeof argumentFor>

/** `veto` forbids linking; `not_enough` does not suffice; `difference` forbids nothing. */
const AGAINST_KINDS = ['veto', 'not_enough', 'difference'] as const

const argumentAgainst = v.strictObject({
  kind: v.picklist(AGAINST_KINDS),
  /** `other_kind`: a person and an organisation. */
  code: v.picklist([...VETO_CODES, ...NOT_ENOUGH_CODES, ...REASON_CODES, ...FIELD_CODES, 'other_kind']),
  text: v.string(),
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

/** A shared organisation or value beside both, which is no argument for one person. */
const connection = v.strictObject({
  code: v.picklist(CONNECTION_CODES),
  text: v.string(),
  sources_a: sourceKeys,
  sources_b: sourceKeys
})
export type ComparedConnection = v.InferOutput<typeof connection>

const DECIDING_CODES = [
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
  /** Only differences when the rules linked both. */
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
/** Of a person, organisation or record. */
export const idInSearch = v.pipe(v.string(WRONG), v.minLength(1, WRONG), v.maxLength(ID_MAX_CHARS, WRONG))

export const compareQuery = v.object({ a: idInSearch, b: idInSearch }, WRONG)
