import * as v from 'valibot'
import { PERSONAL_READINGS, rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { READING_ROWS } from '#shared/identity/identifiers/reading-kinds.ts'
import type { Identifier } from '#shared/identity/identifiers/table.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { PARTY_ROLES } from '#shared/labels/parties.ts'
import { personNumber, READING_KINDS } from './reading.ts'
import { isoDate, partialDate, share } from './values.ts'

/** `missing` has nothing to compare, which is not wrong. */
export const REASON_TONES = ['agree', 'missing', 'contradict'] as const
export type ReasonTone = (typeof REASON_TONES)[number]

/**
 * Best first. `full`: all agrees; `missing`: the record lacks something asked; `near`: one letter, digit or year off,
 * or day and month swapped; `partial`: identifier agrees, name differs; `contradicts`: a detail differs.
 */
export const MATCH_BANDS = ['full', 'missing', 'near', 'partial', 'contradicts'] as const
export type MatchBand = (typeof MATCH_BANDS)[number]

export const IDENTIFIER_NAMES: readonly Identifier[] = unique(
  READING_ROWS.map(({ identifier }) => identifier)
)

const CHECKED_NAMES = unique(
  READING_ROWS.filter(({ kind }) => rulesOf(kind).isChecked).map(({ identifier }) => identifier)
)

/** Nobody has two at once, except former documents. */
const PERSONAL_NAMES = PERSONAL_READINGS.map(({ identifier }) => identifier)

export const AGREEING_NAME_PARTS = [
  'full_name',
  'surname_and_given_name',
  'surname_and_patronymic',
  'surname_and_initials',
  'surname_given_name_and_initial',
  'given_name_and_patronymic',
  'surname',
  'given_name',
  'patronymic',
  'initials',
  'initial'
] as const
export type AgreeingNameParts = (typeof AGREEING_NAME_PARTS)[number]

const OTHER_CODES = [
  'no_name',
  'no_full_name',
  'no_patronymic',
  'other_name',
  'other_surname',
  'other_given_name',
  'other_patronymic',
  'other_gender',
  'mistyped_surname',
  'mistyped_given_name',
  'mistyped_patronymic',
  'half_of_surname',
  'half_of_given_name',
  'surname_of_other_gender',
  'diminutive',
  'abbreviated_given_name',
  'variant_of_given_name',
  'different_spelling',
  'latin_spelling',
  'same_birth_date',
  'same_birth_year',
  'exchanged_day_and_month',
  'no_birth_date',
  'no_full_birth_date',
  'other_birth_date',
  'other_date_too',
  'other_birth_year',
  'other_birth_month',
  'other_birth_day',
  'near_birth_year',
  'near_birth_year_digit',
  'near_birth_month',
  'near_birth_day',
  'same_address',
  'other_address',
  'no_address',
  'all_words',
  'some_words',
  'no_text',
  'no_words',
  'same_organisation',
  'mistyped_organisation',
  'no_organisation_number',
  'near_organisation',
  'other_legal_form',
  'other_organisation',
  'connected_by_phone',
  'connected_by_email',
  'connected_by_inn',
  'connected_by_ogrn',
  'connected_by_address',
  'connected_by_organisation'
] as const

/** A code never changes its meaning; its text may. */
export type ReasonCode =
  | `${'same' | 'near' | 'other' | 'no'}_${Identifier}`
  | `no_valid_${'' | 'near_'}${Identifier}`
  | `other_${Identifier}_too`
  | `same_${AgreeingNameParts}${'' | '_and_birth_date' | '_and_birth_year'}`
  | (typeof OTHER_CODES)[number]

export const REASON_CODES: readonly ReasonCode[] = [
  ...IDENTIFIER_NAMES.flatMap(id => [`same_${id}`, `near_${id}`, `other_${id}`, `no_${id}`] as const),
  ...CHECKED_NAMES.flatMap(id => [`no_valid_near_${id}`, `no_valid_${id}`] as const),
  ...PERSONAL_NAMES.map(id => `other_${id}_too` as const),
  ...AGREEING_NAME_PARTS.flatMap(
    parts => [`same_${parts}`, `same_${parts}_and_birth_date`, `same_${parts}_and_birth_year`] as const
  ),
  ...OTHER_CODES
]

/** Part of the query; name and date may agree together. */
export type ReasonPart = 'name' | 'birth_date' | 'name_and_birth_date' | Identifier | 'address' | 'text'
const REASON_PARTS: readonly ReasonPart[] = [
  'name',
  'birth_date',
  'name_and_birth_date',
  ...IDENTIFIER_NAMES,
  'address',
  'text'
]

/** A reason as data and in Russian. */
export const reasonShape = v.strictObject({
  code: v.picklist(REASON_CODES),
  part: v.picklist(REASON_PARTS),
  tone: v.picklist(REASON_TONES),
  text: v.string(),
  record_ids: v.array(v.string())
})
export type StatedReason = v.InferOutput<typeof reasonShape>
export type Reason = Omit<StatedReason, 'record_ids'>

/** For lines with several identifiers: normal forms found in the record or card. */
export const lineIdentifiers = v.optional(v.array(v.string()))

/** Role of a person beside the subject. */
export const partyShape = v.strictObject({
  role: v.picklist(PARTY_ROLES),
  /** «врач» */
  label: v.string(),
  /** Distinguishes people of one role. */
  place: v.pipe(v.number(), v.integer(), v.minValue(1))
})
export type MatchParty = v.InferOutput<typeof partyShape>

export const joiningRule = v.strictObject({
  rule: v.string(),
  text: v.string(),
  /** By a personal number; else it may be another person. */
  is_certain: v.boolean()
})

/** How well a record answers, with reasons. */
export const matchShape = v.strictObject({
  score: share,
  /** «ИНН совпал», «ФИО совпало, год рождения другой» */
  why: v.array(v.string()),
  reasons: v.array(reasonShape),
  band: v.picklist(MATCH_BANDS),
  /** As precise as known. */
  record_date: v.optional(partialDate),
  /** First import; absent for external indices and the latest imports. */
  first_seen: v.optional(isoDate),
  reading: v.picklist(READING_KINDS),
  /** `person` of that reading. */
  person: v.optional(personNumber),
  /** Person of the record that answers; absent for the subject. */
  party: v.optional(partyShape),
  identifiers: lineIdentifiers,
  /** The linking rule of a record that does not answer the line itself. */
  further: v.optional(joiningRule)
})
export type Match = v.InferOutput<typeof matchShape>
