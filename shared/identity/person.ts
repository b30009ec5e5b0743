import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { isoDate } from './birth-date.ts'
import type { Witnesses } from './independence.ts'
import { describe } from './links.ts'
import { formatPhone } from './phone.ts'
import { prepareName } from './prepared-name.ts'
import type { Judged } from './profile.ts'
import { NAMELESS, SAME_ROW } from './reasons.ts'
import { isFullDate } from './score-date.ts'
import { summarise } from './summary.ts'
import type {
  Facts,
  PartialDate,
  Person,
  PersonLabel,
  PersonLink,
  PersonName,
  SearchPlan,
  SummaryRow
} from './types.ts'
import type { Cluster } from './unions.ts'
import { judge, type Verdict } from './verdict.ts'

export const MATCH_ENOUGH = 0.85
export const PROBABLE_ENOUGH = 0.6
const REASONS_SHOWN = 6

/** A person on the way to the page, with what the label still has to be decided from. */
export interface Draft {
  person: Person
  verdict: Verdict
  /** For ties of equal scores: parts of the name, precision of the date, source. */
  completeness: number
  precision: number
}

const LISTS = [
  'phones',
  'emails',
  'inns',
  'snils',
  'passports',
  'ogrns',
  'vins',
  'plates',
  'addresses',
  'workplaces',
  'words'
] as const

/** What the records say in one list, each value once. */
const union = (records: readonly Judged[], list: (typeof LISTS)[number]): string[] => {
  let only: string[] | null = null
  let all: Set<string> | null = null
  for (const { facts } of records) {
    const said = facts[list]
    if (said.length === 0) continue
    if (!only) only = said
    else {
      all ??= new Set(only)
      for (const value of said) all.add(value)
    }
  }
  return all ? [...all] : (only ?? [])
}

/** What all records of a person say together. */
const mergeFacts = (records: readonly Judged[]): Facts => {
  const [first] = records
  if (first && records.length === 1) return first.facts
  const names = new Map<string, PersonName>()
  const dates = new Map<string, PartialDate>()
  for (const { facts } of records) {
    for (const name of facts.names) names.set(prepareName(name).key, name)
    for (const date of facts.birthDates) dates.set(isoDate(date), date)
  }
  const merged: Facts = {
    names: [...names.values()],
    birthDates: [...dates.values()],
    phones: [],
    emails: [],
    inns: [],
    snils: [],
    passports: [],
    ogrns: [],
    vins: [],
    plates: [],
    addresses: [],
    workplaces: [],
    words: []
  }
  for (const list of LISTS) merged[list] = union(records, list)
  return merged
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
export const labelOf = ({
  score,
  confirmed,
  contradicted,
  otherName,
  byIdentifier
}: Verdict): PersonLabel => {
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

export interface Found {
  witnesses: Witnesses
  /** Record id → ids of the equal rows of its source, its own first. */
  copies: ReadonlyMap<string, readonly string[]>
}

const linkCopies = (records: readonly Judged[], copies: Found['copies']): PersonLink[] =>
  records.flatMap(({ record_id }) =>
    (copies.get(record_id) ?? [])
      .slice(1)
      .map(copy => ({ from: record_id, to: copy, rule: 'duplicate', text: SAME_ROW }))
  )

const reasonsOf = (why: readonly string[], links: readonly PersonLink[]): string[] => {
  const reasons = new Set(why)
  for (const { text } of links) reasons.add(text)
  return [...reasons].slice(0, REASONS_SHOWN)
}

/** Describes one person from the records that were put together for them. */
export const draftPerson = (
  { members, edges }: Cluster,
  plan: SearchPlan,
  { witnesses, copies }: Found
): Draft => {
  const records = members
    .map(member => member.record)
    .sort((a, b) => b.match.score - a.match.score || (a.record_id < b.record_id ? -1 : 1))
  const facts = mergeFacts(records)
  const verdict = judge(facts, plan)
  const best = records[0]?.match
  const together = Math.round(verdict.score * 100) / 100
  const score = Math.max(together, best?.score ?? 0)
  const links = edges.map(describe)
  const why = best && best.score > together ? best.why : verdict.why
  const date = birthDateOf(records)
  const summary = summarise(records, witnesses)
  return {
    verdict: { ...verdict, score },
    completeness: partsOf(facts),
    precision: date ? isoDate(date).length : 0,
    person: {
      id: `person:${records[0]?.record_id ?? ''}`,
      label: labelOf({ ...verdict, score }),
      score,
      name: nameOf(summary, facts),
      birth_date: date && isoDate(date),
      record_ids: records.flatMap(({ record_id }) => copies.get(record_id) ?? [record_id]),
      why: links.length === 0 ? why.slice(0, REASONS_SHOWN) : reasonsOf(why, links),
      summary,
      links: [...links, ...linkCopies(records, copies)],
      related: []
    }
  }
}
