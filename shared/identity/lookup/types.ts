import type { Reading } from '#shared/contracts/reading.ts'

/** From strict to loose. A looser form never outranks a stricter one. */
const MATCH_FORMS = ['identifier', 'exact', 'initials', 'part', 'fuzzy', 'phonetic', 'text'] as const
export type MatchForm = (typeof MATCH_FORMS)[number]

/** Form of a surname: of one gender, or the same for both, or not to be told. */
export type SurnameForm = 'male' | 'female' | 'common'

/** One look-up: all keys must be in a record's key array. */
export interface PlanStep {
  /** Index of the reading in the plan. */
  reading: number
  form: MatchForm
  /** Steps of tier n+1 are looked up only when tiers ≤ n gave some person of theirs fewer than `ENOUGH_HITS`. */
  tier: number
  /** Leaves out a detail of the line, which narrows and never hides: looked up whatever stricter tiers gave. */
  withoutDetail?: true
  /** Keys as `recordKeys` makes them, AND. Empty only for a lone surname. */
  keys: string[]
  /** A lone surname: found by the ordered surname column instead of the keys. */
  surname?: string
  /** The form of that surname; every form where it is left out. */
  surnameForm?: SurnameForm
}

/** What an engine looks up. Made by `planSearch`, engine-neutral. */
export interface SearchPlan {
  query: string
  readings: Reading[]
  steps: PlanStep[]
}
