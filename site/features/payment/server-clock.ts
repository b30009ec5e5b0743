/** How far the server's clock is ahead of the reader's, in milliseconds. */
let aheadMs = 0

/** An answer has travelled for a while: a difference of no more tells nothing, and would make a countdown jump. */
const TRAVEL_MS = 1_500

/** Learns the server's time from an answer that has just come. */
export function readServerTime(iso: string): void {
  const ahead = Date.parse(iso) - Date.now()
  if (Math.abs(ahead - aheadMs) > TRAVEL_MS) aheadMs = ahead
}

/** The server's time in milliseconds of the epoch; the reader's own until an answer came. */
export const serverNow = (): number => Date.now() + aheadMs
