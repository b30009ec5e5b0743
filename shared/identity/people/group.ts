import type { Person, PersonLabel, Relation } from '#shared/contracts/person.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { createCannotLink } from './cannot-link.ts'
import { clusterRecords } from './clusters.ts'
import { createNameComparer } from './compare-record-names.ts'
import { type DuplicateGroup, mergeDuplicates } from './duplicates.ts'
import type { MatchedRecord } from './linkage-record.ts'
import { makeLinkageRecords } from './make-linkage-records.ts'
import { draftPerson, type PersonDraft, type PersonRecords } from './person.ts'
import { findRelations } from './related.ts'
import { sharedContacts } from './shared-contacts.ts'
import { findIndependentSources } from './source-independence.ts'

const LABEL_ORDER: Record<PersonLabel, number> = { match: 0, probable: 1, related: 2, namesake: 3 }

const byWorth = (a: PersonDraft, b: PersonDraft): number =>
  b.person.score - a.person.score ||
  LABEL_ORDER[a.person.label] - LABEL_ORDER[b.person.label] ||
  b.completeness - a.completeness ||
  b.precision - a.precision ||
  (a.person.id < b.person.id ? -1 : 1)

/** Somebody of another name who shares an address or a phone with a person that fits the query is related, no more. */
const relabel = (drafts: readonly PersonDraft[]): void => {
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

const byId = (a: MatchedRecord, b: MatchedRecord): number => (a.record_id < b.record_id ? -1 : 1)

/** In one order, whatever the order of the records. */
const sorted = (rows: readonly DuplicateGroup<MatchedRecord>[]): DuplicateGroup<MatchedRecord>[] =>
  rows
    .map(copies => (copies.length === 1 ? copies : (copies.toSorted(byId) as DuplicateGroup<MatchedRecord>)))
    .sort(([a], [b]) => byId(a, b))

interface People {
  together: readonly PersonRecords[]
  /** By person; empty when nobody is tied to another. */
  ties: readonly Relation[][]
}

/** A single record is a person for itself. */
const findPeople = (records: readonly MatchedRecord[]): People => {
  if (records.length < 2)
    return { together: records.map(record => ({ records: [record], edges: [] })), ties: [] }
  const compare = createNameComparer()
  const profiles = makeLinkageRecords(records, sharedContacts(records))
  const clusters = clusterRecords(profiles, compare, createCannotLink(compare))
  return {
    together: clusters.map(({ members, edges }) => ({ records: members.map(({ record }) => record), edges })),
    ties: findRelations(clusters.map(({ members }) => members))
  }
}

/**
 * Puts found records together into persons (`docs/search.md` §4), best first; every record is in exactly one. Equal
 * rows of one source go together as they are. Hard and soft links join, vetoes part, a tie between two people joins
 * neither; a shared address or phone only relates. The order of the records does not matter.
 *
 * @param rows The records with equal rows put together, for a caller that has done so.
 */
export const groupPersons = (
  records: readonly MatchedRecord[],
  plan: SearchPlan,
  rows: readonly DuplicateGroup<MatchedRecord>[] = mergeDuplicates(records)
): Person[] => {
  const distinct = sorted(rows)
  const single = distinct.map(([record]) => record)
  const copies = new Map<string, MatchedRecord[]>()
  for (const same of distinct) if (same.length > 1) copies.set(same[0].record_id, same.slice(1))
  const { together, ties } = findPeople(single)
  const witnesses = findIndependentSources(single)
  const drafts = together.map((found, at) =>
    draftPerson(found, plan, { independentSources: witnesses, copies }, ties[at])
  )
  relabel(drafts)
  return drafts.sort(byWorth).map(({ person }) => person)
}
