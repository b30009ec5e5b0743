import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { partKey, tripleKey, wordKey } from '#shared/identity/lookup/keys.ts'
import { nameForms } from '#shared/identity/lookup/name-key.ts'
import type { PlanStep, SearchPlan } from '#shared/identity/lookup/types.ts'
import { personInRecordKey } from '#shared/identity/organisations/connect.ts'
import type { CompetingMatches } from '#shared/identity/people/competing-matches/competing-matches.ts'
import { linkingValueKeys } from '#shared/identity/people/competing-matches/competing-steps.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { clusterAnsweringPeople, sortDuplicateGroups } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { makeLinkageRecords } from '#shared/identity/people/make-linkage-records.ts'
import { partyId } from '#shared/identity/people/person-id.ts'
import type { Attributes } from '#shared/identity/records/types.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { tokenize } from '#shared/identity/text/tokenize.ts'

/** A person hardly states more; the surest come first. */
const STEPS_MAX = 64

/** Look-ups by what the records state. They find other people too: `joinedAmong` decides. */
export const wholePersonSteps = (records: readonly MatchedRecord[]): PlanStep[] => {
  const lists = new Map<string, string[]>()
  const add = (...keys: string[]) => lists.set(keys.join('\n'), keys)
  const linkageRecords = makeLinkageRecords(records, new Set())
  for (const kind of HARD_LINK_KINDS)
    for (const { numbers } of linkageRecords) for (const value of numbers[kind]) add(`${kind}:${value}`)
  for (const { attributes } of records) {
    const surnames = unique(attributes.names.flatMap(name => nameForms(name).surnames))
    for (const key of linkingValueKeys(attributes)) for (const surname of surnames) add(key, partKey(surname))
    const flats = attributes.displayValues.addresses.filter(({ link, namesFlat }) => !link && namesFlat)
    for (const { normal } of flats)
      for (const name of wholeNames(attributes))
        add(...tokenize(normal).slice(-FLAT_WORDS).map(wordKey), name)
  }
  return [...lists.values()]
    .slice(0, STEPS_MAX)
    .map((keys): PlanStep => ({ reading: 0, form: 'identifier', tier: 0, keys }))
}

/** Street, house and flat, without the town. */
const FLAT_WORDS = 3

const wholeNames = ({ names }: Attributes): string[] =>
  names.flatMap(name => {
    const { surnames, givens, patronymics } = nameForms(name)
    const [surname, given, patronymic] = [surnames[0], givens[0], patronymics[0]]
    return surname && given && patronymic ? [tripleKey(surname, given, patronymic)] : []
  })

/** Records of a card as this person; none for an unknown id. */
export const recordsOfPerson = (
  shown: readonly MatchedRecord[],
  plan: SearchPlan,
  competing: CompetingMatches,
  id: string
): MatchedRecord[] =>
  recordsByPerson(shown, plan, competing).find(members =>
    members.some(({ party, record_id }) => partyId(plan.query, party, record_id) === id)
  ) ?? []

/**
 * Records linked to those of an answer, each as its linked people only.
 * @param own Records to link to, of `shown`; null for any.
 */
export const joinedAmong = (
  found: readonly MatchedRecord[],
  shown: readonly MatchedRecord[],
  plan: SearchPlan,
  competing: CompetingMatches,
  own: readonly MatchedRecord[] | null
): MatchedRecord[] => {
  if (found.length === 0) return []
  const all = [...shown, ...found]
  const headOf = new Map(
    mergeDuplicates(all).flatMap(group => group.map(({ record_id }) => [record_id, group[0].record_id]))
  )
  const nameOf = (record: MatchedRecord) =>
    personInRecordKey({ ...record, record_id: headOf.get(record.record_id) ?? record.record_id })
  const foundIds = new Set(found.map(({ record_id }) => record_id))
  const wanted = own && new Set(own.map(nameOf))
  const isWanted = (record: MatchedRecord) =>
    wanted ? wanted.has(nameOf(record)) : !foundIds.has(record.record_id)
  const joined = new Set(
    recordsByPerson(all, plan, competing).flatMap(members =>
      members.some(isWanted) ? members.map(nameOf) : []
    )
  )
  return found.flatMap((record): MatchedRecord[] => {
    const people = (record.people ?? [record]).filter(person => joined.has(nameOf(person)))
    const [first] = people
    if (!first || record.match.score > 0) return first ? [record] : []
    return [{ ...first, fields: record.fields, ...(record.people && { people }) }]
  })
}

export const recordsByPerson = (
  records: readonly MatchedRecord[],
  plan: SearchPlan,
  competing: CompetingMatches
): MatchedRecord[][] => {
  const distinct = sortDuplicateGroups(mergeDuplicates(records)).map(([record]) => record)
  return clusterAnsweringPeople(distinct, plan, competing).clusters.map(({ members }) =>
    members.map(({ record }) => record)
  )
}
