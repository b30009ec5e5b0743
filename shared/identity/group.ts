import { clusterRecords } from './clusters.ts'
import { mergeDuplicates } from './duplicates.ts'
import { independentWitnesses } from './independence.ts'
import { type Draft, draftPerson } from './person.ts'
import { type Judged, makeProfiles, nameComparer } from './profile.ts'
import { findTies, type Tie } from './related.ts'
import { compareNames } from './score-name.ts'
import type { Person, PersonName, SearchPlan } from './types.ts'
import { vetoer } from './veto.ts'

export type { Judged } from './profile.ts'

/** A phone or e-mail of more names than this is a company's and links nobody. */
const NAMES_OF_ONE_CONTACT = 4

/** Names that are not just other writings of each other; counting stops when there are too many. */
const hasTooManyNames = (names: readonly PersonName[]): boolean => {
  const different: PersonName[] = []
  for (const name of names) {
    const known = different.some(other => {
      const { contradicts, score } = compareNames(other, name)
      return contradicts.length === 0 && score > 0
    })
    if (!known) different.push(name)
    if (different.length > NAMES_OF_ONE_CONTACT) return true
  }
  return false
}

const sharedContacts = (records: readonly Judged[]): Set<string> => {
  const names = new Map<string, PersonName[]>()
  for (const { facts } of records)
    for (const contact of [...facts.phones, ...facts.emails]) {
      const known = names.get(contact)
      if (known) known.push(...facts.names)
      else names.set(contact, [...facts.names])
    }
  return new Set([...names].filter(([, list]) => hasTooManyNames(list)).map(([contact]) => contact))
}

const LABEL_ORDER = ['match', 'probable', 'related', 'namesake']

const byWorth = (a: Draft, b: Draft): number =>
  b.person.score - a.person.score ||
  LABEL_ORDER.indexOf(a.person.label) - LABEL_ORDER.indexOf(b.person.label) ||
  b.completeness - a.completeness ||
  b.precision - a.precision ||
  (a.person.id < b.person.id ? -1 : 1)

/** Somebody of another name who shares an address or a phone with a person that fits the query is related, no more. */
const relabel = (drafts: readonly Draft[], ties: readonly Tie[][]): void => {
  const ownerOf = new Map(drafts.flatMap(({ person }) => person.record_ids.map(id => [id, person] as const)))
  drafts.forEach(({ person, verdict }, at) => {
    if (person.label !== 'namesake' || !verdict.otherName) return
    const fits = (ties[at] ?? []).some(tie =>
      tie.record_ids.some(id => ['match', 'probable'].includes(ownerOf.get(id)?.label ?? ''))
    )
    if (fits) person.label = 'related'
  })
}

/**
 * Puts found records together into persons (`design/search.md` §4), best first; every record is in exactly one. Equal
 * rows of one source go together as they are. Hard and soft links join, vetoes part, a tie between two people joins
 * neither; a shared address or phone only relates. The order of the records does not matter.
 */
export const groupPersons = (records: readonly Judged[], plan: SearchPlan): Person[] => {
  const ordered = [...records].sort((a, b) => (a.record_id < b.record_id ? -1 : 1))
  const groups = mergeDuplicates(ordered)
  const copies = new Map(groups.map(({ record, ids }) => [record.record_id, ids]))
  const single = groups.map(({ record }) => record)

  const shared = sharedContacts(single)
  const profiles = makeProfiles(single, contact => shared.has(contact))
  const compare = nameComparer()
  const clusters = clusterRecords(profiles, compare, vetoer(compare))
  const witnesses = independentWitnesses(single)
  const drafts = clusters.map(cluster => draftPerson(cluster, plan, { witnesses, copies }))
  const ties = findTies(clusters.map(cluster => cluster.members))
  drafts.forEach(({ person }, at) => {
    person.related = ties[at] ?? []
  })
  relabel(drafts, ties)
  return drafts.sort(byWorth).map(({ person }) => person)
}
