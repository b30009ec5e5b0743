import type { ReadingKind } from '#shared/identity/query/types.ts'

/** How well a record answers the query, with the reasons a person can read. */
export interface Match {
  /** 0–1. */
  score: number
  /** «ИНН совпал», «ФИО совпало, год рождения другой». */
  why: string[]
  /** Kind of the reading that found it. */
  reading: ReadingKind
}

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
