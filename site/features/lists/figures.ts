import type { List } from '#shared/contracts/lists/lists.ts'
import { wantedRows } from '#site/lib/account/ended-lists.ts'

/** What the rows of a list have come to: every row is counted once, except in `wanted`. */
export interface ListFigures {
  /** Those that a search can answer and that the user has not left out. */
  wanted: number
  answered: number
  failed: number
  /** To be searched still. */
  left: number
  /** For want of credits. */
  leftOut: number
  /** Not searched before the list was stopped. */
  stopped: number
  /** Left out by the user. */
  notUsed: number
  repeats: number
  /** In which nothing can be searched. */
  unsearchable: number
}

export function figuresOf(list: List): ListFigures {
  const { repeats, skipped, skips, left, answered, failed } = list
  const { LEFT_OUT: leftOut = 0, STOPPED: stopped = 0, NOT_USED: notUsed = 0 } = skips
  const unsearchable = skipped - leftOut - stopped - notUsed
  return {
    wanted: wantedRows(list),
    answered,
    failed,
    left,
    leftOut,
    stopped,
    notUsed,
    repeats,
    unsearchable
  }
}
