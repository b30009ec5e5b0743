import { PERSON_REASONS_SHOWN } from '#shared/constants.ts'
import type { Reason, ReasonPart, StatedReason } from '#shared/contracts/match.ts'
import type { Person, PersonLabel, PersonLink } from '#shared/contracts/person.ts'
import type { PersonPhone, SummaryRow } from '#shared/contracts/summary.ts'
import { isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { formatPhone, normalizePhone } from '#shared/identity/identifiers/phone.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { matchRecord } from '#shared/identity/matching/match-record.ts'
import { isNameOnly } from '#shared/identity/matching/name-only.ts'
import { NAMELESS, SAME_RECORD } from '#shared/identity/matching/sentences.ts'
import type { MatchResult } from '#shared/identity/matching/types.ts'
import { shownParty } from '#shared/identity/parties/stated.ts'
import { mergeAttributes } from '#shared/identity/records/merged-attributes.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { canonicalDate } from './canonical-values.ts'
import { firstSameStatements } from './duplicates.ts'
import type { MatchedRecord } from './linkage-record.ts'
import { describeLink, type Edge } from './links.ts'
import { partyId } from './person-id.ts'
import { regionOf, sexByNameOf, sexOf } from './profile.ts'
import type { Sharing } from './related.ts'
import { describeSharings } from './relations.ts'
import { type SummaryContext, summarize } from './summary.ts'

const MATCH_ENOUGH = 0.85
export const PROBABLE_ENOUGH = 0.6

/** Beside so many agreeing facts one difference is likely a slip. */
const FACTS_BEYOND_ONE_SLIP = 3

export interface PersonDraft {
  person: Person
  match: MatchResult
  otherName: boolean
  /** Breaks ties: whole parts of the name, then precision of the birth date. */
  completeness: number
  precision: number
  records: readonly MatchedRecord[]
}

const nameOf = (summary: readonly SummaryRow[], { identifiers }: Attributes): string => {
  const [first] = summary
  if (first?.field === FIELD_LABELS.full_name && first.value) return first.value
  const [phone] = identifiers.phone
  return identifiers.email[0] ?? (phone ? formatPhone(phone) : NAMELESS)
}

/** Only a name in a list of losses matches, perhaps a namesake's. */
const isOnlyLoss = ({ isLossEntry, match }: MatchedRecord): boolean =>
  isLossEntry === true && isNameOnly(match)

/** The label by the query alone; a relation may still make it `related`. */
const labelOf = (
  { confirmed, contradicted, otherName, byIdentifier, isConnected, agreeingFacts, band, score }: MatchResult,
  records: readonly MatchedRecord[]
): PersonLabel => {
  if (isConnected || (otherName && byIdentifier)) return 'related'
  const isOther = contradicted && agreeingFacts < FACTS_BEYOND_ONE_SLIP
  if (isOther || records.every(isOnlyLoss)) return 'namesake'
  if (score >= MATCH_ENOUGH && confirmed && band === 'full') return 'match'
  return score >= PROBABLE_ENOUGH ? 'probable' : 'namesake'
}

export const isFoundByWords = ({ kind, label, query_reasons }: Person): boolean => {
  const agreeing = query_reasons.filter(({ tone }) => tone === 'agree')
  return (
    kind === 'person' &&
    label === 'namesake' &&
    agreeing.length > 0 &&
    agreeing.every(({ code }) => code === 'all_words' || code === 'some_words')
  )
}

const isWhole = (part: string | undefined): number => Number(part !== undefined && part.length > 1)

const wholePartsOf = ({ names }: Attributes): number => {
  let most = 0
  for (const { surname, given, patronymic } of names)
    most = Math.max(most, isWhole(surname) + isWhole(given) + isWhole(patronymic))
  return most
}

export interface PersonRecords {
  id: string
  records: readonly MatchedRecord[]
  edges: readonly Edge[]
}

export interface PersonContext extends SummaryContext {
  ids: readonly string[]
  duplicates: ReadonlyMap<string, readonly MatchedRecord[]>
}

const NO_DUPLICATES: readonly MatchedRecord[] = []

const reasonsOf = (why: string[], links: readonly PersonLink[]): string[] =>
  [...new Set([...why, ...links.map(({ text }) => text)])].slice(0, PERSON_REASONS_SHOWN)

/** Records behind a reason; for one that only all state together, each that speaks of its part in this tone. */
const stateReason = (reason: Reason, records: readonly MatchedRecord[]): StatedReason => {
  const saying = records.filter(({ match }) => match.reasons.some(({ code }) => code === reason.code))
  const speaking =
    saying.length > 0
      ? saying
      : records.filter(({ match }) =>
          match.reasons.some(({ part, tone }) => tone === reason.tone && speaksOf(part, reason.part))
        )
  const record_ids = (speaking.length > 0 ? speaking : records).map(({ record_id }) => record_id)
  return { ...reason, record_ids }
}

/** «Имя и дата рождения» covers name and date. */
const speaksOf = (part: ReasonPart, other: ReasonPart): boolean =>
  other.includes(part) || part.includes(other)

const byScore = (a: MatchedRecord, b: MatchedRecord): number =>
  b.match.score - a.match.score || (a.record_id < b.record_id ? -1 : 1)

export const idOfPerson = (line: string, records: readonly MatchedRecord[]): string => {
  const [first, ...others] = records
  const best =
    first && others.reduce((leader, record) => (byScore(record, leader) < 0 ? record : leader), first)
  return partyId(line, best?.party, best?.record_id ?? '')
}

/** Links between the records that speak; duplicates need none. */
const linksBetween = (edges: readonly Edge[], speaker: ReadonlyMap<string, string>): PersonLink[] => {
  const links = new Map<string, PersonLink>()
  for (const edge of edges) {
    const link = describeLink(edge)
    const [from, to] = [speaker.get(link.from) ?? link.from, speaker.get(link.to) ?? link.to]
    if (from !== to) links.getOrInsert(`${[from, to].sort()} ${link.rule}`, { ...link, from, to })
  }
  return [...links.values()]
}

const phonesOf = (summary: readonly SummaryRow[]): PersonPhone[] => {
  const phones: PersonPhone[] = []
  for (const { field, value } of summary) {
    const phone = field === FIELD_LABELS.phone ? normalizePhone(value) : null
    if (phone !== null) phones.push({ phone, operator: null, region: null, country: null, note: null })
  }
  return phones
}

/** Describes one person from the records that were joined. */
export const buildPerson = (
  { id, records: unordered, edges }: PersonRecords,
  plan: SearchPlan,
  context: PersonContext,
  sharings: readonly Sharing[] = []
): PersonDraft => {
  const all = unordered.toSorted(byScore)
  const statements = firstSameStatements(all)
  const records = [...new Set(statements.values())]
  const attributes = mergeAttributes(records)
  const [first, ...others] = records
  const merged = first && others.length === 0 ? first.match : matchRecord(attributes, plan)
  // A record that lacks a detail must not speak for others that have it.
  const { score, why } = merged
  const speaker = new Map([...statements].map(([{ record_id }, by]) => [record_id, by.record_id]))
  const links = linksBetween(edges, speaker)
  const reasons = reasonsOf(why, links)
  const recordIds: string[] = []
  const parties: NonNullable<Person['parties']> = {}
  for (const record of all) {
    const { record_id: from, party } = record
    if (statements.get(record) === record) recordIds.push(from)
    if (party) parties[from] = shownParty(party)
    for (const { record_id: to } of context.duplicates.get(from) ?? NO_DUPLICATES) {
      if (party) parties[to] = shownParty(party)
      else {
        recordIds.push(to)
        links.push({ from, to, rule: 'duplicate', tone: 'agree', text: SAME_RECORD })
      }
    }
  }
  const date = canonicalDate(records)
  const birthDate = date && isoDate(date)
  const sex = sexOf(records)
  const { summary, related } = describeSharings(sharings, summarize(records, context), context.ids)
  return {
    match: merged,
    otherName: merged.otherName,
    completeness: wholePartsOf(attributes),
    precision: birthDate?.length ?? 0,
    records: all,
    person: {
      id,
      kind: 'person',
      label: labelOf(merged, records),
      band: merged.band,
      score,
      fits: 1,
      name: nameOf(summary, attributes),
      birth_date: birthDate,
      birth_year: date?.year ?? null,
      sex,
      sex_by_name: sex ? null : sexByNameOf(records),
      region: regionOf(records),
      facts: [],
      source_keys: [...new Set(records.map(({ source }) => source))].sort(),
      record_ids: recordIds,
      ...(Object.keys(parties).length > 0 && { parties }),
      why: reasons,
      query_reasons: merged.reasons.map(reason => stateReason(reason, records)),
      ...(merged.person !== undefined && { person: merged.person }),
      ...(merged.identifiers && { identifiers: merged.identifiers }),
      summary: summary as SummaryRow[],
      phones: phonesOf(summary),
      links,
      apart: [],
      related
    }
  }
}
