import type { ReadingKind } from '#shared/contracts/reading.ts'
import type { WebhookFailure } from '#shared/labels/webhooks.ts'
import type { ProblemCode } from '#shared/problems.ts'

/** By which way a search came. */
export type SearchDoor = 'page' | 'api' | 'list'

/** What a search came to: an answer of all sources or of some, a refusal, a caller who left, or a fault of ours. */
export type SearchOutcome = 'complete' | 'partial' | ProblemCode | 'left' | 'failed'

export interface CountedSearch {
  door: SearchDoor
  /** What its line was read as first; null where it was not. */
  kind: ReadingKind | null
  outcome: SearchOutcome
  seconds: number
}

/** What is counted where it happens. Nothing here takes longer than a microsecond, or rejects. */
export interface Metrics {
  searched(search: CountedSearch): void
  charged(credits: number, door: SearchDoor): void
  jobRan(job: string, isDone: boolean, seconds: number): void
  /** @param failure Null when it was taken. */
  webhookSent(failure: WebhookFailure | null): void
}

const nothing = () => {}

/** Of a process whose metrics nobody asks for. */
export const NO_METRICS: Metrics = {
  searched: nothing,
  charged: nothing,
  jobRan: nothing,
  webhookSent: nothing
}
