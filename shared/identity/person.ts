import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { isoDate } from './birth-date.ts'
import type { Witnesses } from './independence.ts'
import { describe, type Edge } from './links.ts'
import { mergeFacts } from './merged-facts.ts'
import { formatPhone } from './phone.ts'
import type { Judged, Member } from './profile.ts'
import { NAMELESS, SAME_ROW } from './reasons.ts'
import type { Tie } from './related.ts'
import { isFullDate } from './score-date.ts'
import { summarise } from './summary.ts'
import type { Facts, PartialDate, Person, PersonLabel, PersonLink, SearchPlan, SummaryRow } from './types.ts'
import { judge, type Verdict } from './verdict.ts'

export const MATCH_ENOUGH = 0.85
export const PROBABLE_ENOUGH = 0.6
const REASONS_SHOWN = 6

/** A person on the way to the page, with what the label still has to be decided from. */
export interface Draft {
  person: Person
  /** The name is somebody else's than was asked for. */
  otherName: boolean
  /** For ties of equal scores: parts of the name, precision of the date, source. */
  completeness: number
  precision: number
}

/** The name that the summary puts first, else the contact by which the person was found. */
const nameOf = (summary: readonly SummaryRow[], facts: Facts): string => {
  const named = summary[0]?.field === FIELD_LABELS.full_name ? summary[0].value : ''
  const [phone] = facts.phones
  return named || (facts.emails[0] ?? (phone ? formatPhone(phone) : NAMELESS))
}

/** The fullest date that most records give. */
const birthDateOf = (records: readonly Judged[]): PartialDate | null => {
  const [only] = records
  if (only && records.length === 1 && only.facts.birthDates.length < 2)
    return only.facts.birthDates[0] ?? null
  const counts = new Map<string, { date: PartialDate; count: number }>()
  for (const { facts } of records)
    for (const date of facts.birthDates) {
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
  { confirmed, contradicted, otherName, byIdentifier }: Verdict,
  score: number
): PersonLabel => {
  if (otherName && byIdentifier) return 'related'
  if (contradicted) return 'namesake'
  if (score >= MATCH_ENOUGH && confirmed) return 'match'
  return score >= PROBABLE_ENOUGH ? 'probable' : 'namesake'
}

const isWhole = (part: string | undefined): number => Number(part !== undefined && part.length > 1)

const partsOf = (facts: Facts): number => {
  let most = 0
  for (const { surname, given, patronymic } of facts.names)
    most = Math.max(most, isWhole(surname) + isWhole(given) + isWhole(patronymic))
  return most
}

/** The records that were put together for a person, and why. */
export interface Together {
  members: readonly Member[]
  edges: readonly Edge[]
}

export interface Found {
  witnesses: Witnesses
  /** Record id → ids of the equal rows of its source, its own first. */
  copies: ReadonlyMap<string, readonly string[]>
}

const linkCopies = (links: PersonLink[], ids: readonly string[]): void => {
  const [from = ''] = ids
  for (const to of ids.slice(1)) links.push({ from, to, rule: 'duplicate', text: SAME_ROW })
}

const reasonsOf = (why: readonly string[], links: readonly PersonLink[]): string[] => {
  const reasons = new Set(why)
  for (const { text } of links) reasons.add(text)
  return [...reasons].slice(0, REASONS_SHOWN)
}

const byScore = ({ record: a }: Member, { record: b }: Member): number =>
  b.match.score - a.match.score || (a.record_id < b.record_id ? -1 : 1)

/** Describes one person from the records that were put together for them. */
export const draftPerson = (
  { members, edges }: Together,
  plan: SearchPlan,
  { witnesses, copies }: Found,
  ties: Tie[] = []
): Draft => {
  const ordered = [...members].sort(byScore)
  const records = ordered.map(member => member.record)
  const facts = mergeFacts(records)
  const verdict = judge(facts, plan)
  const best = records[0]?.match
  const together = Math.round(verdict.score * 100) / 100
  const score = Math.max(together, best?.score ?? 0)
  const why = best && best.score > together ? best.why : verdict.why
  const links = edges.map(describe)
  const reasons = links.length === 0 ? why.slice(0, REASONS_SHOWN) : reasonsOf(why, links)
  const recordIds: string[] = []
  for (const { record_id } of records) {
    const ids = copies.get(record_id) ?? [record_id]
    recordIds.push(...ids)
    linkCopies(links, ids)
  }
  const date = birthDateOf(records)
  const birthDate = date && isoDate(date)
  const summary = summarise(ordered, witnesses)
  return {
    otherName: verdict.otherName,
    completeness: partsOf(facts),
    precision: birthDate?.length ?? 0,
    person: {
      id: `person:${records[0]?.record_id ?? ''}`,
      label: labelOf(verdict, score),
      score,
      name: nameOf(summary, facts),
      birth_date: birthDate,
      record_ids: recordIds,
      why: reasons,
      summary,
      links,
      related: ties
    }
  }
}
