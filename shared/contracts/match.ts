import * as v from 'valibot'
import { PERSONAL_READINGS, rulesOf } from '#shared/identity/identifiers/kinds.ts'
import { READING_ROWS } from '#shared/identity/identifiers/readings.ts'
import type { Identifier } from '#shared/identity/identifiers/table.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { PARTY_ROLES } from '#shared/labels/parties.ts'
import { personNumber, READING_KINDS } from './reading.ts'
import { isoDate, partialDate, share } from './values.ts'

/** A reason agrees, has nothing to compare, or contradicts; missing is not wrong. */
export const REASON_TONES = ['agree', 'missing', 'contradict'] as const
export type ReasonTone = (typeof REASON_TONES)[number]

/**
 * How what was asked stands to a record, best first: `full` all agrees; `missing` the rest agrees and the record lacks
 * something asked; `near` the name or a detail is nearly the one asked (one letter or digit, the year before or after,
 * day and month exchanged); `partial` an identifier agrees and the name is another; `contradicts` a detail is another.
 */
export const MATCH_BANDS = ['full', 'missing', 'near', 'partial', 'contradicts'] as const
export type MatchBand = (typeof MATCH_BANDS)[number]

/** Identifiers of a person, an organisation or a thing, as reasons name them. */
export const IDENTIFIER_NAMES: readonly Identifier[] = unique(
  READING_ROWS.map(({ identifier }) => identifier)
)

/** Identifiers with a check digit. */
const CHECKED_NAMES = unique(
  READING_ROWS.filter(({ kind }) => rulesOf(kind).isChecked).map(({ identifier }) => identifier)
)

/** Identifiers of which nobody has two at once, but for a former document. */
const PERSONAL_NAMES = PERSONAL_READINGS.map(({ identifier }) => identifier)

/** Parts of a name that may agree together. */
export const NAME_PARTS = [
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
export type NameParts = (typeof NAME_PARTS)[number]

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

/** Stable: a code never changes its meaning, whatever becomes of the text beside it. */
export type ReasonCode =
  | `${'same' | 'near' | 'other' | 'no'}_${Identifier}`
  | `no_valid_${'' | 'near_'}${Identifier}`
  | `other_${Identifier}_too`
  | `same_${NameParts}${'' | '_and_birth_date' | '_and_birth_year'}`
  | (typeof OTHER_CODES)[number]

export const REASON_CODES: readonly ReasonCode[] = [
  ...IDENTIFIER_NAMES.flatMap(id => [`same_${id}`, `near_${id}`, `other_${id}`, `no_${id}`] as const),
  ...CHECKED_NAMES.flatMap(id => [`no_valid_near_${id}`, `no_valid_${id}`] as const),
  ...PERSONAL_NAMES.map(id => `other_${id}_too` as const),
  ...NAME_PARTS.flatMap(
    parts => [`same_${parts}`, `same_${parts}_and_birth_date`, `same_${parts}_and_birth_year`] as const
  ),
  ...OTHER_CODES
]

/** The part of the query that a reason speaks of; name and date may agree in one breath. */
export type ReasonPart = 'name' | 'birth_date' | 'name_and_birth_date' | Identifier | 'address' | 'text'
export const REASON_PARTS: readonly ReasonPart[] = [
  'name',
  'birth_date',
  'name_and_birth_date',
  ...IDENTIFIER_NAMES,
  'address',
  'text'
]

/** One thing that speaks for or against a record, as data and in Russian. */
export const reasonShape = v.strictObject({
  code: v.picklist(REASON_CODES),
  part: v.picklist(REASON_PARTS),
  tone: v.picklist(REASON_TONES),
  text: v.string(),
  /** The records that say so, or that lack what was asked. */
  record_ids: v.array(v.string())
})
export type StatedReason = v.InferOutput<typeof reasonShape>
/** The reason itself, whichever records state it. */
export type Reason = Omit<StatedReason, 'record_ids'>

/**
 * Only of a line with two identifiers or more: the normal forms of those that a record or a card has, in plain text
 * or as an organisation's beside the person too. It says which typed number found what, and which found nothing.
 */
export const lineIdentifiers = v.optional(v.array(v.string()))

/** As whom a record names somebody whom it is not about. */
export const partyShape = v.strictObject({
  role: v.picklist(PARTY_ROLES),
  /** «врач» */
  label: v.string(),
  /** Tells the people of one record apart, who may be of one role. */
  place: v.pipe(v.number(), v.integer(), v.minValue(1))
})
export type StatedParty = v.InferOutput<typeof partyShape>

/** What joined a record to a person. */
export const joiningRule = v.strictObject({
  rule: v.string(),
  text: v.string(),
  /** By a number that is one person's alone; else it may be somebody else's. */
  is_certain: v.boolean()
})

/** How well a record answers the query, with the reasons a person can read. */
export const matchShape = v.strictObject({
  score: share,
  /** The reasons as sentences: «ИНН совпал», «ФИО совпало, год рождения другой». */
  why: v.array(v.string()),
  reasons: v.array(reasonShape),
  band: v.picklist(MATCH_BANDS),
  /** The record's own date, as precise as it is known. */
  record_date: v.optional(partialDate),
  /** When the record first came into the base; absent of an adopted index, and of what has come a moment ago. */
  first_seen: v.optional(isoDate),
  /** Kind of the reading that found it. */
  reading: v.picklist(READING_KINDS),
  /** The `person` of that reading. */
  person: v.optional(personNumber),
  /** Whom of its people the record answers for; absent of whom it is about. */
  party: v.optional(partyShape),
  identifiers: lineIdentifiers,
  /** Of a record that does not answer the line and was added to a person of it: the rule of linkage that joined it. */
  further: v.optional(joiningRule)
})
export type Match = v.InferOutput<typeof matchShape>
