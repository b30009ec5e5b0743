import type { PeopleComparison } from '#shared/contracts/compare.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { organisationViews } from '#shared/identity/organisations/card.ts'
import { clusterMentions } from '#shared/identity/organisations/clusters.ts'
import { personInRecordKey } from '#shared/identity/organisations/connect.ts'
import { createConnections } from '#shared/identity/organisations/connections.ts'
import {
  type CompetingMatches,
  NO_COMPETING_MATCHES
} from '#shared/identity/people/competing-matches/competing-matches.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { clusterAnsweringPeople, sortDuplicateGroups } from '#shared/identity/people/group.ts'
import type { LinkageRecord, MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { partyId } from '#shared/identity/people/person-id.ts'
import {
  argumentsAgainst,
  argumentsFor,
  connectionsOf,
  fieldsOf,
  judgeSides,
  type Side,
  wouldDecide
} from './arguments.ts'
import { compareFields } from './fields.ts'
import { compareKinds, compareOrganisations, type OrganisationSide } from './organisations.ts'
import { SIDES } from './texts.ts'

interface PersonSide extends Side {
  kind: 'person'
  records: readonly MatchedRecord[]
}
type AnySide = PersonSide | OrganisationSide

const personSide = (person: Cluster, own: Cluster): PersonSide => ({
  kind: 'person',
  person,
  own,
  records: own.members.map(({ record }) => record)
})

const aloneOf = (record: LinkageRecord): Cluster => ({
  members: [record],
  representatives: [record],
  edges: [],
  keptApart: record.siblings && new Set(record.siblings),
  tie: 0
})

const createFinder = (shown: readonly MatchedRecord[], plan: SearchPlan, competing: CompetingMatches) => {
  const groups = sortDuplicateGroups(mergeDuplicates(shown))
  const headOf = new Map(groups.flatMap(group => group.map(({ record_id }) => [record_id, group[0]])))
  const distinct = groups.map(([record]) => record)
  const { separated, clusters, compare } = clusterAnsweringPeople(distinct, plan, competing)
  const organisations = clusterMentions(separated.mentions)

  const findPerson = (id: string, head: MatchedRecord | undefined): AnySide | null => {
    const answering = head && personInRecordKey(head)
    for (const person of clusters)
      for (const member of person.members) {
        const { record } = member
        if (partyId(plan.query, record.party, record.record_id) === id) return personSide(person, person)
        if (personInRecordKey(record) === answering) return personSide(person, aloneOf(member))
      }
    return null
  }

  const findOrganisation = (id: string, head: MatchedRecord | undefined): AnySide | null => {
    for (const organisation of organisations) {
      const { id: own, views } = organisationViews(organisation, plan)
      if (own === id) return { kind: 'organisation', organisation, own: organisation, records: views }
      const at = organisation.mentions.findIndex(
        ({ isOwn, record }) => isOwn && record.record_id === head?.record_id
      )
      const [mention, view] = [organisation.mentions[at], views[at]]
      if (mention && view)
        return {
          kind: 'organisation',
          organisation,
          own: { mentions: [mention], links: [] },
          records: [view]
        }
    }
    return null
  }

  return {
    compare,
    connectionsBetween: createConnections(separated.mentions, shown),
    find: (id: string): AnySide | null =>
      findPerson(id, headOf.get(id)) ?? findOrganisation(id, headOf.get(id))
  }
}

const overlap = (a: AnySide, b: AnySide): boolean => {
  if (a.kind !== b.kind) return false
  if (a.kind === 'person') return b.records.some(record => a.records.includes(record))
  const ids = new Set(a.records.map(({ record_id }) => record_id))
  if (a.kind === 'organisation' && b.kind === 'organisation' && a.organisation !== b.organisation)
    return false
  return b.records.some(({ record_id }) => ids.has(record_id))
}

interface ComparedPeople {
  comparison: PeopleComparison
  records: readonly MatchedRecord[]
}

/**
 * Compares two people, organisations or records of an answer field by field, by the rules of linkage.
 * @param competing Competing matches of the shown records: see `clusterFoundRecords`.
 * @returns `unknown` when one of them was not found; `one` when one contains the other.
 */
export const comparePeople = (
  shown: readonly MatchedRecord[],
  plan: SearchPlan,
  a: string,
  b: string,
  competing: CompetingMatches = NO_COMPETING_MATCHES
): ComparedPeople | 'unknown' | 'one' => {
  const { find, compare, connectionsBetween } = createFinder(shown, plan, competing)
  const [one, other] = [find(a), find(b)]
  if (!one || !other) return 'unknown'
  if (overlap(one, other)) return 'one'
  const records = [...one.records, ...other.records]
  if (one.kind === 'organisation' && other.kind === 'organisation')
    return { records, comparison: compareOrganisations(one, other) }
  if (one.kind === 'organisation' || other.kind === 'organisation')
    return { records, comparison: compareKinds(one.records, other.records) }
  const sides = judgeSides(one, other, compare)
  const rows = compareFields(one.records, other.records)
  return {
    records,
    comparison: {
      fields: fieldsOf(rows, sides),
      for: argumentsFor(rows, sides),
      against: argumentsAgainst(rows, sides),
      would_decide: wouldDecide(sides),
      connections: connectionsOf(connectionsBetween(one.records, other.records, SIDES), rows)
    }
  }
}
