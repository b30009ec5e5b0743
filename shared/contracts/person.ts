import * as v from 'valibot'
import { HARD_LINK_KINDS, VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { HardLinkKind, VetoKind } from '#shared/identity/identifiers/table.ts'
import { lineIdentifiers, MATCH_BANDS, partyShape, REASON_TONES, reasonShape } from './match.ts'
import { personNumber } from './reading.ts'
import { personPhoneShape, relationShape, summaryRowShape } from './summary.ts'
import { count, partialDate, share } from './values.ts'

/** In the order in which people are shown. */
export const PERSON_LABELS = ['match', 'probable', 'namesake', 'related'] as const
export type PersonLabel = (typeof PERSON_LABELS)[number]

const OTHER_LINK_RULES = [
  'name_birth_date',
  'name_phone',
  'name_email',
  'name_flat',
  'duplicate',
  'ogrn',
  'organisation_contact'
] as const
export const LINK_RULES: readonly (HardLinkKind | (typeof OTHER_LINK_RULES)[number])[] = [
  ...HARD_LINK_KINDS,
  ...OTHER_LINK_RULES
]

/** A reason that joins two records of one person or organisation. */
const personLink = v.strictObject({
  from: v.string(),
  to: v.string(),
  rule: v.picklist(LINK_RULES),
  /** `contradict` where something beside the rule does not agree. */
  tone: v.picklist(REASON_TONES),
  text: v.string()
})
export type PersonLink = v.InferOutput<typeof personLink>

/** What never lets two people be one. */
const OTHER_VETO_CODES = [
  'other_gender',
  'other_patronymic',
  'other_given_name',
  'other_birth_date',
  'other_birth_year'
] as const
export type VetoCode = 'same_record' | `other_${VetoKind}` | (typeof OTHER_VETO_CODES)[number]
export const VETO_CODES: readonly VetoCode[] = [
  'same_record',
  ...VETO_KINDS.map(kind => `other_${kind}` as const),
  ...OTHER_VETO_CODES
]

/** Why two people who contradict each other in nothing are not joined. */
export const NOT_ENOUGH_CODES = [
  'fits_two_people',
  'changed_surname',
  'name_alone',
  'name_and_birth_year',
  'initials_alone',
  'loose_name',
  'shared_by_household',
  'contact_of_many'
] as const
export type NotEnoughCode = (typeof NOT_ENOUGH_CODES)[number]

/** Why one of the nearest other people is not this one. */
const personApart = v.strictObject({
  person_id: v.string(),
  /** A veto forbids to join them whatever agrees; else what agrees is not enough. */
  kind: v.picklist(['veto', 'not_enough']),
  code: v.picklist([...VETO_CODES, ...NOT_ENOUGH_CODES]),
  text: v.string(),
  /** «ФИО и год рождения». */
  agrees: v.string(),
  /** «полная дата рождения, номер или телефон»; null under a veto. */
  would_join: v.nullable(v.string()),
  /** What connects the two without saying that they are one; absent where nothing does. */
  connections: v.optional(v.array(v.string()))
})
export type PersonApart = v.InferOutput<typeof personApart>

export const SEXES = ['male', 'female'] as const

export const PERSON_KINDS = ['person', 'organisation'] as const
export type PersonKind = (typeof PERSON_KINDS)[number]

/**
 * One person or organisation resolved from found records. An organisation has the records that name nobody; the others
 * are its people's, who stand in `related`.
 */
const cardEntries = {
  /** The same for the same person of the same search; says nothing of anybody. */
  id: v.string(),
  kind: v.picklist(PERSON_KINDS),
  label: v.picklist(PERSON_LABELS),
  band: v.picklist(MATCH_BANDS),
  score: share,
  /** How many people of this answer have the same label and band, this one included. */
  fits: v.pipe(count, v.minValue(1)),
  name: v.string(),
  birth_date: v.nullable(partialDate),
  birth_year: v.nullable(count),
  /** What a source states. */
  sex: v.nullable(v.picklist(SEXES)),
  /** What the forms of the names tell where no source states it: an inference. */
  sex_by_name: v.nullable(v.picklist(SEXES)),
  /** Region, else town, as most records write it. */
  region: v.nullable(v.string()),
  /** Values that tell this one from others of the answer. */
  facts: v.pipe(v.array(v.strictObject({ field: v.string(), value: v.string() })), v.maxLength(2)),
  source_keys: v.array(v.string()),
  /** Of records of one source that name this one as somebody else in the same words, only the first: see `recordIdsOf`. */
  record_ids: v.array(v.string()),
  /** As whom records name this one, by the id of each that does so: absent where all are about it. */
  parties: v.optional(v.record(v.string(), partyShape)),
  /** Why the person fits the query, then why the records belong together. */
  why: v.array(v.string()),
  /** Why the person fits the query. */
  query_reasons: v.array(reasonShape),
  /** The `person` of the reading that it fits best. */
  person: v.optional(personNumber),
  identifiers: lineIdentifiers,
  related: v.array(relationShape)
}
export const personCardShape = v.strictObject(cardEntries)
/** What a list of people shows of one. */
export type PersonCard = v.InferOutput<typeof personCardShape>

/** With what is shown of one who is opened. */
export const personShape = v.strictObject({
  ...cardEntries,
  summary: v.array(summaryRowShape),
  phones: v.array(personPhoneShape),
  links: v.array(personLink),
  /** The nearest other people, the nearest first. */
  apart: v.pipe(v.array(personApart), v.maxLength(3))
})
export type Person = v.InferOutput<typeof personShape>

/** In an answer the first people are whole, and the others cards (`PEOPLE_DETAILED`). */
export const answerPerson = v.union([personShape, personCardShape])
export type AnswerPerson = v.InferOutput<typeof answerPerson>
