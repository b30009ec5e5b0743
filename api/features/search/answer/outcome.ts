import { recordNumber } from '#api/lib/hash64.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import type { ReadingKind } from '#shared/contracts/reading.ts'
import type { Headline, SearchAnswer } from '#shared/contracts/search.ts'

/** Numbers of an answer, without values of records. */
export interface AnswerOutcome {
  kind: ReadingKind | null
  headline: Headline
  best: (Pick<PersonCard, 'label' | 'band' | 'score'> & { recordNumbers: string[] }) | null
  sources: number
  failedSources: string[]
}

export function outcomeOf(
  {
    headline,
    persons: [best],
    sources_meta,
    failed_sources
  }: Pick<SearchAnswer, 'headline' | 'persons' | 'sources_meta' | 'failed_sources'>,
  kind: ReadingKind | null
): AnswerOutcome {
  return {
    kind,
    headline,
    best: best
      ? {
          label: best.label,
          band: best.band,
          score: best.score,
          recordNumbers: best.record_ids.map(id => String(recordNumber(id)))
        }
      : null,
    sources: Object.values(sources_meta).filter(({ shown }) => shown > 0).length,
    failedSources: failed_sources
  }
}
