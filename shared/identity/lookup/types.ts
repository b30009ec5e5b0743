import type { Reading } from '#shared/contracts/reading.ts'

/** From strict to loose. A looser form never outranks a stricter one. */
const MATCH_FORMS = ['identifier', 'exact', 'initials', 'part', 'fuzzy', 'phonetic', 'text'] as const
export type MatchForm = (typeof MATCH_FORMS)[number]

/** One gender, both, or undecidable. */
export type SurnameForm = 'male' | 'female' | 'common'

/** All keys must be among the keys of a record. */
export interface PlanStep {
  /** Index of the reading in the plan. */
  reading: number
  form: MatchForm
  /** Tier n+1 runs only when tiers up to n gave some person of theirs fewer than `ENOUGH_HITS`. */
  tier: number
  /** Omits a detail of the line: looked up whatever stricter tiers gave. */
  withoutDetail?: true
  /** Keys of `recordKeys`, joined by AND. Empty only for a lone surname. */
  keys: string[]
  /** A lone surname, looked up in the ordered surname column. */
  surname?: string
  surnameForm?: SurnameForm
}

export interface SearchPlan {
  query: string
  readings: Reading[]
  steps: PlanStep[]
}
