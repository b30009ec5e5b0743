import { PERSON_REASONS_SHOWN } from '#shared/constants.ts'
import type { Person, PersonLabel, PersonLink, Relation, SummaryRow } from '#shared/contracts/person.ts'
import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { formatPhone } from '#shared/identity/identifiers/phone.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { NAMELESS, SAME_RECORD } from '#shared/identity/matching/sentences.ts'
import type { MatchResult } from '#shared/identity/matching/types.ts'
import { mergeAttributes } from '#shared/identity/records/merged-attributes.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { MatchedRecord } from './linkage-record.ts'
import { describeLink, type Edge } from './links.ts'
import type { IndependentSources } from './source-independence.ts'
import { summarize } from './summary.ts'

export const MATCH_ENOUGH = 0.85
export const PROBABLE_ENOUGH = 0.6

/** A person on the way to the page, with what the label still has to be decided from. */
export interface PersonDraft {
  person: Person
  /** The name is somebody else's than was asked for. */
  otherName: boolean
  /** For ties of equal scores: parts of the name, precision of the date, source. */
  completeness: number
  precision: number
}

/** The name that the summary puts first, else the contact by which the person was found. */
const nameOf = (summary: readonly SummaryRow[], attributes: Attributes): string => {
  const named = summary[0]?.field === FIELD_LABELS.full_name ? summary[0].value : ''
  const [phone] = attributes.phones
  return named || (attributes.emails[0] ?? (phone ? formatPhone(phone) : NAMELESS))
}

/** The fullest date that most records give. */
const birthDateOf = (records: readonly MatchedRecord[]): PartialDate | null => {
  const [only] = records
  if (only && records.length === 1 && only.attributes.birthDates.length < 2)
    return only.attributes.birthDates[0] ?? null
  const counts = new Map<string, { date: PartialDate; count: number }>()
  for (const { attributes } of records)
    for (const date of attributes.birthDates) {
      const iso = isoDate(date)
      const known = counts.get(iso)
      if (known) known.count += 1
      else counts.set(iso, { date, count: 1 })
    }
  const ranked = [...counts.values()].sort(
    (a, b) =>
      Number(isFullDate(b.date)) - Number(isFullDate(a.date)) ||
      b.count - a.count ||
      isoDate(b.date).length - isoDate(a.date).length
  )
  return ranked[0]?.date ?? null
}

/** The label by the query alone; a tie to a better person may still make it `related`. */
export const labelOf = (
  { confirmed, contradicted, otherName, byIdentifier }: MatchResult,
  score: number
): PersonLabel => {
  if (otherName && byIdentifier) return 'related'
  if (contradicted) return 'namesake'
  if (score >= MATCH_ENOUGH && confirmed) return 'match'
  return score >= PROBABLE_ENOUGH ? 'probable' : 'namesake'
}

const isWhole = (part: string | undefined): number => Number(part !== undefined && part.length > 1)

const partsOf = (attributes: Attributes): number => {
  let most = 0
  for (const { surname, given, patronymic } of attributes.names)
    most = Math.max(most, isWhole(surname) + isWhole(given) + isWhole(patronymic))
  return most
}

/** The records that were put together for a person, and why. */
export interface PersonRecords {
  records: readonly MatchedRecord[]
  edges: readonly Edge[]
}

export interface PersonContext {
  independentSources: IndependentSources
  /** Record id → the other rows of its source that say the same; absent when there are none. */
  copies: ReadonlyMap<string, readonly MatchedRecord[]>
}

const NO_COPIES: readonly MatchedRecord[] = []

const reasonsOf = (why: string[], links: readonly PersonLink[]): string[] => {
  if (links.length === 0) return why.length > PERSON_REASONS_SHOWN ? why.slice(0, PERSON_REASONS_SHOWN) : why
  const reasons = new Set(why)
  for (const { text } of links) reasons.add(text)
  return [...reasons].slice(0, PERSON_REASONS_SHOWN)
}

const byScore = (a: MatchedRecord, b: MatchedRecord): number =>
  b.match.score - a.match.score || (a.record_id < b.record_id ? -1 : 1)

/** Describes one person from the records that were put together for them. */
export const draftPerson = (
  together: PersonRecords,
  plan: SearchPlan,
  { independentSources: witnesses, copies }: PersonContext,
  ties: Relation[] = []
): PersonDraft => {
  const records = together.records.length > 1 ? together.records.toSorted(byScore) : together.records
  const attributes = mergeAttributes(records)
  const best = records[0]?.match
  const verdict = best && records.length === 1 ? best : matchRecord(attributes, plan)
  const score = Math.max(verdict.score, best?.score ?? 0)
  const { why, reasons: queryReasons } = best && best.score > verdict.score ? best : verdict
  const links = together.edges.map(describeLink)
  const reasons = reasonsOf(why, links)
  const recordIds: string[] = []
  for (const { record_id: from } of records) {
    recordIds.push(from)
    for (const { record_id: to } of copies.get(from) ?? NO_COPIES) {
      recordIds.push(to)
      links.push({ from, to, rule: 'duplicate', tone: 'agree', text: SAME_RECORD })
    }
  }
  const date = birthDateOf(records)
  const birthDate = date && isoDate(date)
  const summary = summarize(records, witnesses)
  return {
    otherName: verdict.otherName,
    completeness: partsOf(attributes),
    precision: birthDate?.length ?? 0,
    person: {
      id: `person:${records[0]?.record_id ?? ''}`,
      label: labelOf(verdict, score),
      score,
      name: nameOf(summary, attributes),
      birth_date: birthDate,
      record_ids: recordIds,
      why: reasons,
      query_reasons: queryReasons,
      summary,
      links,
      related: ties
    }
  }
}
