import { recordNumber } from '#api/lib/hash64.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import type { ReadingKind } from '#shared/contracts/reading.ts'
import type { Headline, SearchAnswer } from '#shared/contracts/search.ts'
import { headlineOutcome } from '#shared/identity/people/headline.ts'
import { askedText } from '#shared/texts/holders.ts'

/** Numbers of an answer, without values of records. */
export interface AnswerOutcome {
  kind: ReadingKind | null
  headline: Headline
  /** What it says where a number, an address or several people were asked. */
  headlineText: string | null
  best: (Pick<PersonCard, 'label' | 'band' | 'score'> & { recordNumbers: string[] }) | null
  sources: number
  failedSources: string[]
}

export function answerOutcomeOf(
  {
    headline,
    persons,
    readings,
    completeness,
    sources_meta,
    failed_sources
  }: Pick<
    SearchAnswer,
    'headline' | 'persons' | 'readings' | 'completeness' | 'sources_meta' | 'failed_sources'
  >,
  kind: ReadingKind | null
): AnswerOutcome {
  // Whom the headline speaks of, if anybody.
  const [best = persons[0]] = headlineOutcome(persons, readings).who
  return {
    kind,
    headline,
    headlineText: askedText(persons, readings, completeness.more),
    best: best
      ? {
          label: best.label,
          band: best.band,
          score: best.score,
          recordNumbers: recordsBehind(best).map(id => String(recordNumber(id)))
        }
      : null,
    sources: Object.values(sources_meta).filter(({ shown }) => shown > 0).length,
    failedSources: failed_sources
  }
}

/** Records that a card rests upon. Those of an organisation may be counted among the records of its people alone. */
export const recordsBehind = ({
  kind,
  record_ids,
  query_reasons
}: Pick<PersonCard, 'kind' | 'record_ids' | 'query_reasons'>): string[] =>
  kind === 'organisation'
    ? [...new Set([...record_ids, ...query_reasons.flatMap(reason => reason.record_ids)])]
    : record_ids
