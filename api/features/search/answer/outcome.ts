import { recordNumber } from '#api/lib/hash64.ts'
import type { PersonCard } from '#shared/contracts/person.ts'
import type { ReadingKind } from '#shared/contracts/reading.ts'
import type { Headline, SearchAnswer } from '#shared/contracts/search.ts'

/** What an answer comes to in numbers, without a value of any record. */
export interface AnswerOutcome {
  /** What the line was read as first. */
  kind: ReadingKind | null
  headline: Headline
  best: (Pick<PersonCard, 'label' | 'band' | 'score'> & { recordNumbers: string[] }) | null
  /** With records. */
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
