import type { Match } from '#shared/contracts/match.ts'

/** A match with what a label needs to know of it. */
export interface MatchResult extends Match {
  /** The score before it is rounded to what is shown. */
  exact: number
  /** A date of birth or an identifier of the query agrees, and nothing contradicts. */
  confirmed: boolean
  contradicted: boolean
  /** The name is somebody else's. */
  otherName: boolean
  /** An identifier of the query agrees. */
  byIdentifier: boolean
}
