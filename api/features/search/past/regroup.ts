import type { Candidate, SourceKey } from '#api/engines/contract.ts'
import { recordsOf } from '#api/features/search/answer/answer-records.ts'
import type { FindCompeting } from '#api/features/search/answer/competing-matches.ts'
import { matchCandidate, sortedByRank } from '#api/features/search/answer/match.ts'
import type { CurrentSource } from '#api/features/sources/service.ts'
import type { Person, PersonCard } from '#shared/contracts/person.ts'
import type { MoreAnswer } from '#shared/contracts/search.ts'
import { isDetailed } from '#shared/identity/detailed.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { CompetingMatches } from '#shared/identity/people/competing-matches/competing-matches.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { groupCards } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { joinedAmong } from '#shared/identity/people/whole-person/further.ts'

type Sources = ReadonlyMap<SourceKey, CurrentSource>

type Regrouped = Pick<MoreAnswer, 'results_by_source' | 'matches' | 'results_count' | 'persons'>

export interface ShownRecords {
  records: readonly MatchedRecord[]
  competing: CompetingMatches
}

/** @param beside Further records, already matched. */
export async function matchShown(
  plan: SearchPlan,
  candidates: readonly Candidate[],
  sources: Sources,
  findCompeting: FindCompeting,
  beside: readonly MatchedRecord[] = []
): Promise<ShownRecords> {
  const matched = candidates.map(candidate => matchCandidate(candidate, plan, sources))
  const competing = await findCompeting([...matched, ...beside])
  const fitting = [...matched.filter(({ match }) => match.score > 0), ...beside]
  const others = matched.filter(({ match }) => match.score === 0)
  return { records: [...fitting, ...joinedAmong(others, fitting, plan, competing, null)], competing }
}

/** Groups new and shown records together. */
export async function regroupWith(
  plan: SearchPlan,
  further: readonly MatchedRecord[],
  shownBefore: readonly Candidate[],
  sources: Sources,
  findCompeting: FindCompeting
): Promise<Regrouped> {
  const shown = sortedByRank([...further])
  const records = await matchShown(plan, shownBefore, sources, findCompeting, shown)
  return { ...recordsOf(shown, mergeDuplicates(shown)), persons: peopleOf(plan, records, shown, [], sources) }
}

/** @param ids People: an organisation may have only its people's records. */
export function regroupNamed(
  plan: SearchPlan,
  shown: ShownRecords,
  named: readonly Candidate[],
  ids: readonly string[],
  sources: Sources
): Regrouped {
  const records = sortedByRank([...shown.records])
  const persons = peopleOf(plan, { ...shown, records }, named, ids, sources)
  const theirs = new Set(persons.flatMap(recordIdsOf))
  const own = records.filter(({ record_id }) => theirs.has(record_id))
  const rows = recordsOf(own, mergeDuplicates(own))
  return { ...rows, matches: withLinkRules(rows.matches, persons), persons }
}

/** @param areAdded All were just added to a person; other records get the rule that links them. */
export function withLinkRules(
  matches: MoreAnswer['matches'],
  persons: readonly Person[],
  areAdded = false
): MoreAnswer['matches'] {
  const links = persons.flatMap(person => person.links)
  const entries = Object.entries(matches).map(([id, match]) => {
    if (match.score > 0 && !areAdded) return [id, match] as const
    const link = links.find(({ from, to, rule }) => rule !== 'duplicate' && (from === id || to === id))
    const copied = links.find(({ from, to }) => from === id || to === id)
    const { rule = 'duplicate', text = '' } = link ?? copied ?? {}
    const further = { rule, text, is_certain: HARD_LINK_KINDS.some(kind => kind === rule) }
    const own =
      match.score > 0
        ? match
        : { ...match, why: text ? [further.is_certain ? text : possibly(text)] : [], reasons: [] }
    return [id, { ...own, further }] as const
  })
  return Object.fromEntries(entries)
}

const possibly = (text: string) => `возможно, тот же: ${text}`

function peopleOf(
  plan: SearchPlan,
  { records, competing }: ShownRecords,
  some: readonly Pick<MatchedRecord, 'record_id'>[],
  wanted: readonly string[],
  sources: Sources
): Person[] {
  const ids = new Set(some.map(({ record_id }) => record_id))
  const isWanted = (person: PersonCard) =>
    wanted.includes(person.id) || recordIdsOf(person).some(id => ids.has(id))
  const people = groupCards(records, plan, isWanted, { answering: [...sources.keys()], competing })
  return people.filter(isDetailed).filter(isWanted)
}
