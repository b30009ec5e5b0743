import { clusterRecords } from './clusters.ts'
import { mergeDuplicates } from './duplicates.ts'
import { independentWitnesses } from './independence.ts'
import { type Draft, draftPerson, type Together } from './person.ts'
import { type Judged, makeProfiles, nameComparer, readMember } from './profile.ts'
import { findTies, type Tie } from './related.ts'
import { sharedContacts } from './shared-contacts.ts'
import type { Person, SearchPlan } from './types.ts'
import { vetoer } from './veto.ts'

export type { Judged } from './profile.ts'

const LABEL_ORDER = ['match', 'probable', 'related', 'namesake']

const byWorth = (a: Draft, b: Draft): number =>
  b.person.score - a.person.score ||
  LABEL_ORDER.indexOf(a.person.label) - LABEL_ORDER.indexOf(b.person.label) ||
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

const sorted = (records: readonly Judged[]): Judged[] =>
  [...records].sort((a, b) => (a.record_id < b.record_id ? -1 : 1))

interface People {
  together: readonly Together[]
  /** By person; empty when nobody is tied to another. */
  ties: readonly Tie[][]
}

/** A single record is a person for itself. */
const findPeople = (records: readonly Judged[]): People => {
  if (records.length < 2)
    return { together: records.map(record => ({ members: [readMember(record)], edges: [] })), ties: [] }
  const compare = nameComparer()
  const profiles = makeProfiles(records, sharedContacts(records))
  const clusters = clusterRecords(profiles, compare, vetoer(compare))
  return { together: clusters, ties: findTies(clusters.map(cluster => cluster.members)) }
}

/**
 * Puts found records together into persons (`design/search.md` §4), best first; every record is in exactly one. Equal
 * rows of one source go together as they are. Hard and soft links join, vetoes part, a tie between two people joins
 * neither; a shared address or phone only relates. The order of the records does not matter.
 */
export const groupPersons = (records: readonly Judged[], plan: SearchPlan): Person[] => {
  const groups = mergeDuplicates(sorted(records))
  const copies = new Map(groups.map(({ record, ids }) => [record.record_id, ids]))
  const single = groups.map(({ record }) => record)
  const { together, ties } = findPeople(single)
  const witnesses = independentWitnesses(single)
  const drafts = together.map((found, at) => draftPerson(found, plan, { witnesses, copies }, ties[at]))
  relabel(drafts)
  return drafts.sort(byWorth).map(({ person }) => person)
}
