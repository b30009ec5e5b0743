import type { Match, Reason } from '#shared/contracts/match.ts'

/** A match with what the label of a person depends on. */
export interface MatchResult extends Omit<Match, 'reasons' | 'party'> {
  reasons: Reason[]
  /** The score before it is rounded to what is shown. */
  exact: number
  /** A date of birth or an identifier of the query agrees, and nothing contradicts. */
  confirmed: boolean
  contradicted: boolean
  /** The name is not the one of the query. */
  otherName: boolean
  /** An identifier of the query agrees. */
  byIdentifier: boolean
  /** How many of name, date and identifiers agree; 0 in a line about several people. */
  agreeingFacts: number
  /** Nobody of this name is asked, but an organisation of the record. */
  isConnected: boolean
}
