import * as v from 'valibot'
import { HARD_LINK_KINDS, VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { HardLinkKind, VetoKind } from '#shared/identity/identifiers/table.ts'
import { lineIdentifiers, MATCH_BANDS, partyShape, REASON_TONES, reasonShape } from './match.ts'
import { personNumber } from './reading.ts'
import { personPhoneShape, relationShape, summaryRowShape } from './summary.ts'
import { count, partialDate, share } from './values.ts'

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
const LINK_RULES: readonly (HardLinkKind | (typeof OTHER_LINK_RULES)[number])[] = [
  ...HARD_LINK_KINDS,
  ...OTHER_LINK_RULES
]

const personLink = v.strictObject({
  from: v.string(),
  to: v.string(),
  rule: v.picklist(LINK_RULES),
  /** `contradict` when other details disagree. */
  tone: v.picklist(REASON_TONES),
  text: v.string()
})
export type PersonLink = v.InferOutput<typeof personLink>

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

/** Why two compatible people are not linked. */
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

/** Why one of the nearest people is another. */
const personApart = v.strictObject({
  person_id: v.string(),
  /** `veto` forbids linking; `not_enough` does not suffice. */
  kind: v.picklist(['veto', 'not_enough']),
  code: v.picklist([...VETO_CODES, ...NOT_ENOUGH_CODES]),
  text: v.string(),
  /** «ФИО и год рождения» */
  agrees: v.string(),
  /** «полная дата рождения, номер или телефон»; null under a veto. */
  would_join: v.nullable(v.string()),
  /** Shared values that do not link. */
  connections: v.optional(v.array(v.string()))
})
export type PersonApart = v.InferOutput<typeof personApart>

export const SEXES = ['male', 'female'] as const

export const PERSON_KINDS = ['person', 'organisation'] as const
export type PersonKind = (typeof PERSON_KINDS)[number]

/** An organisation has records without people; its people are in `related`. */
const cardEntries = {
  /** Stable within a search, meaningless elsewhere. */
  id: v.string(),
  kind: v.picklist(PERSON_KINDS),
  label: v.picklist(PERSON_LABELS),
  band: v.picklist(MATCH_BANDS),
  score: share,
  /** People of the answer with the same label and band. */
  fits: v.pipe(count, v.minValue(1)),
  name: v.string(),
  birth_date: v.nullable(partialDate),
  birth_year: v.nullable(count),
  /** As stated by a source. */
  sex: v.nullable(v.picklist(SEXES)),
  /** Inferred from names, when no source states it. */
  sex_by_name: v.nullable(v.picklist(SEXES)),
  /** Most frequent region, else town. */
  region: v.nullable(v.string()),
  facts: v.pipe(v.array(v.strictObject({ field: v.string(), value: v.string() })), v.maxLength(2)),
  source_keys: v.array(v.string()),
  /** Of repeated statements of one source only the first: see `recordIdsOf`. */
  record_ids: v.array(v.string()),
  /** Roles in records about somebody else, by record id. */
  parties: v.optional(v.record(v.string(), partyShape)),
  /** Reasons of the match, then of the linking. */
  why: v.array(v.string()),
  query_reasons: v.array(reasonShape),
  /** `person` of the best reading. */
  person: v.optional(personNumber),
  identifiers: lineIdentifiers,
  related: v.array(relationShape)
}
export const personCardShape = v.strictObject(cardEntries)
export type PersonCard = v.InferOutput<typeof personCardShape>

export const personShape = v.strictObject({
  ...cardEntries,
  summary: v.array(summaryRowShape),
  phones: v.array(personPhoneShape),
  links: v.array(personLink),
  apart: v.pipe(v.array(personApart), v.maxLength(3))
})
export type Person = v.InferOutput<typeof personShape>

/** The first people have details, the others are cards (`PEOPLE_DETAILED`). */
export const answerPerson = v.union([personShape, personCardShape])
export type AnswerPerson = v.InferOutput<typeof answerPerson>
