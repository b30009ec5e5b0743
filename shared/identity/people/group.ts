import type { Person, PersonLabel, SearchPlan } from '#shared/identity/types.ts'
import { vetoer } from './cannot-link.ts'
import { clusterRecords } from './clusters.ts'
import { type Copies, mergeDuplicates } from './duplicates.ts'
import { type Judged, makeProfiles, nameComparer } from './linkage-record.ts'
import { type Draft, draftPerson, type Together } from './person.ts'
import { findTies, type Tie } from './related.ts'
import { joiningContacts } from './shared-contacts.ts'
import { independentWitnesses } from './source-independence.ts'

export type { Judged } from './linkage-record.ts'

const LABEL_ORDER: Record<PersonLabel, number> = { match: 0, probable: 1, related: 2, namesake: 3 }

const byWorth = (a: Draft, b: Draft): number =>
  b.person.score - a.person.score ||
  LABEL_ORDER[a.person.label] - LABEL_ORDER[b.person.label] ||
  b.completeness - a.completeness ||
  b.precision - a.precision ||
  (a.person.id < b.person.id ? -1 : 1)

/** Somebody of another name who shares an address or a phone with a person that fits the query is related, no more. */
const relabel = (drafts: readonly Draft[]): void => {
  const tied = drafts.filter(
    ({ person, otherName }) => otherName && person.label === 'namesake' && person.related.length > 0
  )
  if (tied.length === 0) return
  const fitting = new Set(
    drafts
      .filter(({ person }) => person.label === 'match' || person.label === 'probable')
      .flatMap(({ person }) => person.record_ids)
  )
  for (const { person } of tied)
    if (person.related.some(tie => tie.record_ids.some(id => fitting.has(id)))) person.label = 'related'
}

const byId = (a: Judged, b: Judged): number => (a.record_id < b.record_id ? -1 : 1)

/** In one order, whatever the order of the records. */
const sorted = (rows: readonly Copies<Judged>[]): Copies<Judged>[] =>
  rows
    .map(copies => (copies.length === 1 ? copies : (copies.toSorted(byId) as Copies<Judged>)))
    .sort(([a], [b]) => byId(a, b))

interface People {
  together: readonly Together[]
  /** By person; empty when nobody is tied to another. */
  ties: readonly Tie[][]
}

/** A single record is a person for itself. */
const findPeople = (records: readonly Judged[]): People => {
  if (records.length < 2)
    return { together: records.map(record => ({ records: [record], edges: [] })), ties: [] }
  const compare = nameComparer()
  const profiles = makeProfiles(records, joiningContacts(records))
  const clusters = clusterRecords(profiles, compare, vetoer(compare))
  return {
    together: clusters.map(({ members, edges }) => ({ records: members.map(({ record }) => record), edges })),
    ties: findTies(clusters.map(({ members }) => members))
  }
}

/**
 * Puts found records together into persons (`design/search.md` §4), best first; every record is in exactly one. Equal
 * rows of one source go together as they are. Hard and soft links join, vetoes part, a tie between two people joins
 * neither; a shared address or phone only relates. The order of the records does not matter.
 *
 * @param rows The records with equal rows put together, for a caller that has done so.
 */
export const groupPersons = (
  records: readonly Judged[],
  plan: SearchPlan,
  rows: readonly Copies<Judged>[] = mergeDuplicates(records)
): Person[] => {
  const distinct = sorted(rows)
  const single = distinct.map(([record]) => record)
  const copies = new Map<string, Judged[]>()
  for (const same of distinct) if (same.length > 1) copies.set(same[0].record_id, same.slice(1))
  const { together, ties } = findPeople(single)
  const witnesses = independentWitnesses(single)
  const drafts = together.map((found, at) => draftPerson(found, plan, { witnesses, copies }, ties[at]))
  relabel(drafts)
  return drafts.sort(byWorth).map(({ person }) => person)
}
