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
