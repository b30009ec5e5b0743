/** Effect of removing the records whose present version a batch brought. */
export interface BatchRemoval {
  removed: number
  /** Return to an earlier version. */
  restored: number
  kept: number
}

/** Receives removed records and the finished share, 0–1. */
export type RemovalProgress = (removed: number, part: number) => void
