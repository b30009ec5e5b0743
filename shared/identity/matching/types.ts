import type { Match, Reason } from '#shared/contracts/match.ts'

export interface MatchResult extends Omit<Match, 'reasons' | 'party'> {
  reasons: Reason[]
  exact: number
  /** A date or identifier agrees, and nothing contradicts. */
  confirmed: boolean
  contradicted: boolean
  otherName: boolean
  byIdentifier: boolean
  /** How many of name, date and identifiers agree; 0 for a line about several people. */
  agreeingFacts: number
  /** Only an organisation of the record was asked for. */
  isConnected: boolean
}
