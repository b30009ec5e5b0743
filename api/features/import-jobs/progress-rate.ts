import type { Heartbeat } from './run-store.ts'

/** Recent rate, because files may slow down. */
const WINDOW_MS = 20_000

interface Point {
  at: number
  done: number
  rows: number
}

export function createProgressRate(now = performance.now.bind(performance)) {
  const points: Point[] = []
  let latest: Point = { at: 0, done: 0, rows: 0 }
  return {
    /** @param done 0–1. */
    advance(done: number, rows: number): void {
      latest = { at: now(), done, rows }
      points.push(latest)
      while (points.length > 2 && (points[0]?.at ?? 0) < latest.at - WINDOW_MS) points.shift()
    },

    told(): Pick<Heartbeat, 'part' | 'rows' | 'rowsPerSecond' | 'secondsLeft'> {
      const [first = latest] = points
      const seconds = (now() - first.at) / 1_000
      const [advanced, rows] = [latest.done - first.done, latest.rows - first.rows]
      const isKnown = seconds >= 1 && advanced > 0
      return {
        part: Math.min(1, latest.done),
        rows: latest.rows,
        rowsPerSecond: isKnown ? Math.round(rows / seconds) : null,
        secondsLeft: isKnown ? Math.ceil(((1 - Math.min(1, latest.done)) / advanced) * seconds) : null
      }
    }
  }
}
