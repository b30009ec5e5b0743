import type { Truth } from '#tests/quality/truth.ts'

/** One measured figure beside its goal. */
export interface Figure {
  /** What is measured, in Russian as the table shows it. */
  title: string
  value: number
  /** Of how many it is a share or a count. */
  of: number
  goal: { atLeast: number } | { atMost: number }
  /** What the suite holds where the goal is not reached yet; never below what was reached before. */
  held?: { atLeast: number } | { atMost: number }
  /** The first cases that speak against it. */
  failures: string[]
}

/** How many people, lines or records each kind of question is asked with. */
export type Measure = (truth: Truth, sampleSize: number) => Promise<Figure[]>

export const isReached = (value: number, bound: NonNullable<Figure['held']>): boolean =>
  'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost

const FAILURES_TOLD = 3

export const firstOf = (failures: readonly string[]): string[] => failures.slice(0, FAILURES_TOLD)
