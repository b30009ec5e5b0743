/** What a turn of asking how the payments go has found. */
interface Turn {
  /** Nothing more is expected soon: all are paid, or their time is over. */
  isEnded: boolean
  /** Money has been seen, and the network is confirming it. */
  isMoving: boolean
  /** Turns in a row that brought nothing new. */
  unchanged: number
  /** Turns in a row that failed. */
  failures: number
}

const MOVING_MS = { first: 2_000, most: 8_000 }
const WAITING_MS = { first: 3_000, most: 15_000 }
const FAILED_MS = { first: 5_000, most: 60_000 }
/** Late money and money too much come days after, or never. */
const ENDED_MS = 60_000
const GROWTH = 1.25

const grown = ({ first, most }: typeof MOVING_MS, times: number, growth = GROWTH) =>
  Math.min(most, Math.round(first * growth ** times))

/** How long to wait before the payments are asked for again, in milliseconds: longer each time that nothing is new. */
export function pauseAfter({ isEnded, isMoving, unchanged, failures }: Turn): number {
  if (failures > 0) return grown(FAILED_MS, failures - 1, 2)
  if (isEnded) return ENDED_MS
  return grown(isMoving ? MOVING_MS : WAITING_MS, unchanged)
}
