import type { AnswerPerson, Person } from '#shared/contracts/person.ts'
import { sortedByFit } from '#shared/identity/fit-order.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { compareBands } from '#shared/identity/matching/match-band.ts'
import { createConnections } from '#shared/identity/organisations/connections.ts'
import { addOrganisations } from '#shared/identity/organisations/organisations.ts'
import { separateOrganisations } from '#shared/identity/organisations/separate.ts'
import { createCannotLink } from './cannot-link.ts'
import { clusterRecords } from './clusters.ts'
import { type CompareRecordNames, createNameComparer } from './compare-record-names.ts'
import { type CompetingMatches, NO_COMPETING_MATCHES } from './competing-matches/competing-matches.ts'
import { withoutCompeting } from './competing-matches/without-competing.ts'
import type { Cluster } from './constrained-clusters.ts'
import { type DuplicateGroup, mergeDuplicates } from './duplicates.ts'
import { explainNonmatch } from './explain-nonmatch.ts'
import type { LinkageRecord, MatchedRecord } from './linkage-record.ts'
import { linkingContacts } from './linking-contacts.ts'
import { makeLinkageRecords } from './make-linkage-records.ts'
import { allPeople, answeringPeople } from './match-people.ts'
import { buildPerson, idOfPerson, type PersonDraft, type PersonRecords } from './person.ts'
import { addFacts } from './profile.ts'
import { findSharings, type Sharing } from './related.ts'
import { findIndependentSources } from './source-independence.ts'

const compareTexts = (a = '', b = ''): number => (a < b ? -1 : 1)

const byDetail = (a: PersonDraft, b: PersonDraft): number =>
  compareBands(a.person.band, b.person.band) ||
  b.completeness - a.completeness ||
  b.precision - a.precision ||
  compareTexts(a.person.record_ids[0], b.person.record_ids[0])

/** Best first; of equals, who has more of what was asked in more detail. */
const ranked = <T extends PersonDraft>(drafts: readonly T[]): T[] =>
  sortedByFit(drafts.toSorted(byDetail), ({ person }) => person)

/** Another name that shares an address or phone with a good match is only related. */
const relabel = (drafts: readonly PersonDraft[]): void => {
  const fitting = new Set(
    drafts
      .filter(({ person }) => person.label === 'match' || person.label === 'probable')
      .map(({ person }) => person.id)
  )
  for (const { person, otherName } of drafts) {
    if (!otherName || person.label !== 'namesake') continue
    const contacts = person.related.filter(({ kind }) => kind !== 'workplace')
    if (contacts.some(({ person_id }) => fitting.has(person_id))) person.label = 'related'
  }
}

const byId = (a: MatchedRecord, b: MatchedRecord): number => (a.record_id < b.record_id ? -1 : 1)

const countFits = (drafts: readonly PersonDraft[]): void => {
  const alike = Map.groupBy(drafts, ({ person }) => `${person.label} ${person.band}`)
  for (const people of alike.values()) for (const { person } of people) person.fits = people.length
}

export const sortDuplicateGroups = (
  groups: readonly DuplicateGroup<MatchedRecord>[]
): DuplicateGroup<MatchedRecord>[] =>
  groups.map(group => group.toSorted(byId) as DuplicateGroup<MatchedRecord>).sort(([a], [b]) => byId(a, b))

/**
 * Clusters distinct records into persons.
 * @param competing Competing matches that decide about incomplete names (`competingSteps`).
 */
export const clusterFoundRecords = (
  records: readonly MatchedRecord[],
  { records: competing, unsure }: CompetingMatches = NO_COMPETING_MATCHES
): { clusters: readonly Cluster[]; compare: CompareRecordNames } => {
  const compare = createNameComparer()
  const all = competing.length > 0 ? [...records, ...competing] : records
  const linkageRecords = makeLinkageRecords(all, linkingContacts(all))
  const isUnsure = ({ record }: LinkageRecord): boolean => unsure.has(record.record_id)
  const clusters = clusterRecords(linkageRecords, compare, createCannotLink(compare), isUnsure)
  const isCompeting = ({ index }: LinkageRecord): boolean => index >= records.length
  return {
    compare,
    clusters: competing.length > 0 ? withoutCompeting(clusters, isCompeting, compare) : clusters
  }
}

interface ResolvedPeople {
  clusters: readonly Cluster[]
  people: readonly PersonRecords[]
  /** By person; empty when nobody shares anything. */
  sharings: readonly Sharing[][]
  compare: CompareRecordNames
}

/** `clusterFoundRecords` for people, without organisations. */
export const clusterAnsweringPeople = (
  distinct: readonly MatchedRecord[],
  plan: SearchPlan,
  competing: CompetingMatches
) => {
  const separated = separateOrganisations(answeringPeople(distinct), plan)
  const competingPeople = separateOrganisations(allPeople(competing.records), plan).people
  return { separated, ...clusterFoundRecords(separated.people, { ...competing, records: competingPeople }) }
}

const resolve = (
  { clusters, compare }: ReturnType<typeof clusterFoundRecords>,
  line: string
): ResolvedPeople => {
  return {
    clusters,
    compare,
    people: clusters.map(({ members, edges }) => {
      const records = members.map(({ record }) => record)
      return { id: idOfPerson(line, records), records, edges }
    }),
    sharings: findSharings(clusters.map(({ members }) => members))
  }
}

interface GroupOptions {
  duplicateGroups?: readonly DuplicateGroup<MatchedRecord>[]
  answering?: readonly string[]
  competing?: CompetingMatches
}

/**
 * Resolves found records to persons, best first, whatever their order (`docs/how-it-works/matching.md` §2). A record that names
 * several people is in each of them. A tie joins neither side; a shared address or phone only relates. Organisations
 * have cards of their own.
 */
export const groupPersons = (
  records: readonly MatchedRecord[],
  plan: SearchPlan,
  options?: GroupOptions
): Person[] => {
  const { cards, explain } = group(records, plan, options)
  explain(() => true)
  return cards
}

export const groupCards = (
  records: readonly MatchedRecord[],
  plan: SearchPlan,
  isAsked: (person: Person, place: number) => boolean,
  options?: GroupOptions
): AnswerPerson[] => {
  const { cards, explain } = group(records, plan, options)
  const ids = new Set(cards.filter(isAsked).map(({ id }) => id))
  const best = cards.find(({ label }) => label !== 'related')
  for (const id of [best?.id, ...(cards[0]?.related ?? []).map(({ person_id }) => person_id)])
    if (id !== undefined) ids.add(id)
  explain(({ id }) => ids.has(id))
  return cards.map(card => (ids.has(card.id) ? card : withoutDetail(card)))
}

const withoutDetail = ({ summary: _, phones: __, links: ___, apart: ____, ...card }: Person): AnswerPerson =>
  card

/** `explain` selects the cards that say why others are not the same person. */
const group = (
  records: readonly MatchedRecord[],
  plan: SearchPlan,
  {
    duplicateGroups = mergeDuplicates(records),
    answering = [],
    competing = NO_COMPETING_MATCHES
  }: GroupOptions = {}
): { cards: Person[]; explain: (isAsked: (person: Person) => boolean) => void } => {
  const groups = sortDuplicateGroups(duplicateGroups)
  const distinct = groups.map(([record]) => record)
  const duplicates = new Map(groups.map(([{ record_id }, ...others]) => [record_id, others]))
  const { separated, ...found } = clusterAnsweringPeople(distinct, plan, competing)
  const { clusters, people, sharings, compare } = resolve(found, plan.query)
  const context = {
    independentSources: findIndependentSources(distinct),
    answering,
    duplicates,
    ids: people.map(({ id }) => id)
  }
  const persons = people.map((person, at) => ({
    ...buildPerson(person, plan, context, sharings[at]),
    cluster: clusters[at] as Cluster
  }))
  relabel(persons)
  const organisations = addOrganisations(separated.mentions, persons, plan, context)
  const drafts = [...persons, ...organisations]
  countFits(drafts)
  const cards = ranked(drafts).map(({ person }) => person)
  addFacts(cards)
  const explain = (isAsked: (person: Person) => boolean): void => {
    const people = ranked(persons)
    const apart = explainNonmatch(
      people.map(({ cluster }) => cluster),
      people.map(({ person }) => person.id),
      compare,
      at => isAsked(people[at]?.person as Person),
      createConnections(separated.mentions, distinct)
    )
    for (const [at, { person }] of people.entries()) person.apart = apart[at] ?? []
  }
  return { cards, explain }
}
