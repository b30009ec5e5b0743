/** Records whose present version a batch brought, alone or with others, by what becomes of them without it. */
export interface BatchRemoval {
  removed: number
  /** They get their earlier version back. */
  restored: number
  /** They stay, because another batch brought the same. */
  kept: number
}

/** Hears how many records are gone, and how far the removal is, 0–1. */
export type RemovalProgress = (removed: number, part: number) => void
