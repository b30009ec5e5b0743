import type { SourceKey } from '#api/engines/contract.ts'
import type { Findings } from '#api/engines/search.ts'
import type { CurrentSource, CurrentSources } from '#api/features/sources/service.ts'
import { PEOPLE_DETAILED } from '#shared/constants.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import type { Detail, SearchAnswer } from '#shared/contracts/search.ts'
import type { SearchPlan } from '#shared/identity/lookup/types.ts'
import { mergeDuplicates } from '#shared/identity/people/duplicates.ts'
import { groupCards } from '#shared/identity/people/group.ts'
import { headlineOf } from '#shared/identity/people/headline.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { suggestLines } from '#shared/identity/people/suggestions.ts'
import { beingPrepared, INDEX_UPDATING, MAY_BE_INCOMPLETE } from '#shared/labels/sources.ts'
import { recordsOf } from './answer-records.ts'
import type { AnswerMaterial } from './ask-more.ts'
import { completenessOf } from './completeness.ts'
import { countBySource } from './match.ts'

export type Assembled = Omit<
  SearchAnswer,
  | 'success'
  | 'query'
  | 'search_id'
  | 'searched_at'
  | 'query_time_ms'
  | 'charged'
  | 'requests_left'
  | 'operator_info'
>

export function assemble(
  plan: SearchPlan,
  { policy, sources, rekeyed }: CurrentSources,
  { failed, more, magnitudes }: Pick<Findings, 'failed' | 'more' | 'magnitudes'>,
  { matched: { records }, competing, totals, rest }: AnswerMaterial,
  detail: Detail
): Assembled {
  const rows = mergeDuplicates([...records])
  const people = rest ? [...records, ...rest.first] : records
  const duplicateGroups = rest ? mergeDuplicates([...people]) : rows
  const suggestions = suggestLines(
    plan,
    records.map(record => record.attributes),
    magnitudes
  )
  const isAdopted = (key: SourceKey) => policy.sources.get(key)?.adopted === true
  // Nothing continues a partial answer, and only its own search finds external records again.
  const isLast = failed.size > 0 || people.some(({ source }) => isAdopted(source))
  const isInDetail = (_card: PersonCard, place: number) =>
    detail === 'full' || isLast || place < PEOPLE_DETAILED
  const answering = answeringSources(sources, { failed, more }, people)
  const persons = groupCards(people, plan, isInDetail, { duplicateGroups, answering, competing })
  const isRekeyed = [...sources.values()].some(source => source.isRekeyed)
  const mayMiss = isRekeyed || [...sources.values()].some(({ isBehind }) => isBehind)
  const counts = rest?.counts ?? countBySource(records)
  const shown = recordsOf(records, rows)
  return {
    headline: headlineOf(persons, plan.readings, failed.size > 0 || mayMiss),
    readings: plan.readings,
    ...shown,
    persons,
    ...(suggestions.length > 0 && { suggestions }),
    results_count: shown.results_count + (rest?.numbers.length ?? 0),
    ...completenessOf(counts, { failed }, policy, totals, sources),
    ...(mayMiss && {
      completeness_note: `${isRekeyed ? beingPrepared(rekeyed ?? 0) : INDEX_UPDATING}. ${MAY_BE_INCOMPLETE}.`
    }),
    failed_sources: [...failed]
  }
}

function answeringSources(
  sources: ReadonlyMap<SourceKey, CurrentSource>,
  { failed, more }: Pick<Findings, 'failed' | 'more'>,
  shown: readonly MatchedRecord[]
): SourceKey[] {
  const seen = new Set(shown.map(({ source }) => source))
  return [...sources.keys()].filter(key => !failed.has(key) && (seen.has(key) || !more.has(key)))
}
