import type { Candidate, SourceKey } from '#api/engines/contract.ts'
import { recordsOf } from '#api/features/search/answer/answer-records.ts'
import { fittingOf, sortedByRank } from '#api/features/search/answer/match.ts'
import type { FindRivals } from '#api/features/search/answer/rivals.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import type { Person, PersonCard } from '#shared/contracts/person.ts'
import type { MoreAnswer } from '#shared/contracts/search.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { groupCards } from '#shared/identity/people/group.ts'
import { isDetailed } from '#shared/identity/people/headline.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'

type Sources = ReadonlyMap<SourceKey, CurrentSource>

type Regrouped = Pick<MoreAnswer, 'results_by_source' | 'matches' | 'results_count' | 'persons'>

/** Sorts further records of a search, and puts the people together that they and the records shown before belong to. */
export async function regroupWith(
  plan: SearchPlan,
  further: readonly MatchedRecord[],
  shownBefore: readonly Candidate[],
  sources: Sources,
  findRivals: FindRivals
): Promise<Regrouped> {
  const shown = sortedByRank([...further])
  const records = [...fittingOf(plan, shownBefore, sources), ...shown]
  const persons = await peopleOf(plan, records, shown, [], sources, findRivals)
  return { ...recordsOf(shown, mergeDuplicates(shown)), persons }
}

/**
 * The people to whom the named records belong, with all that was shown of them.
 *
 * @param ids Of people: an organisation may have no record but those of its people.
 */
export async function regroupNamed(
  plan: SearchPlan,
  shown: readonly Candidate[],
  named: readonly Candidate[],
  ids: readonly string[],
  sources: Sources,
  findRivals: FindRivals
): Promise<Regrouped> {
  const records = sortedByRank(fittingOf(plan, shown, sources))
  const persons = await peopleOf(plan, records, named, ids, sources, findRivals)
  const theirs = new Set(persons.flatMap(recordIdsOf))
  const own = records.filter(({ record_id }) => theirs.has(record_id))
  return { ...recordsOf(own, mergeDuplicates(own)), persons }
}

/** Those of the people of these records to whom some belong, or who have one of these ids. */
async function peopleOf(
  plan: SearchPlan,
  records: readonly MatchedRecord[],
  some: readonly Pick<MatchedRecord, 'record_id'>[],
  wanted: readonly string[],
  sources: Sources,
  findRivals: FindRivals
): Promise<Person[]> {
  const ids = new Set(some.map(({ record_id }) => record_id))
  const isWanted = (person: PersonCard) =>
    wanted.includes(person.id) || recordIdsOf(person).some(id => ids.has(id))
  const rivals = await findRivals(records)
  const people = groupCards(records, plan, isWanted, { answering: [...sources.keys()], rivals })
  return people.filter(isDetailed).filter(isWanted)
}
