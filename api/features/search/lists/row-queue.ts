import type { SQL } from 'bun'
import { type WaitingRow, waitingRows } from './run-store.ts'

const READ_AHEAD = 100
/** Rows that are to be tried again later are looked for this often. */
const LOOK_MS = 1_000

/** The rows of a list that one process has still to search. */
export interface RowQueue {
  /** The next row, once there is one; null when none waits, or the run ends. */
  next(): Promise<WaitingRow | null>
  /** The row is written, or to be looked for again. */
  done(n: number): void
  /** Rows in hand and those that come next. */
  near(): number[]
}

export function createRowQueue(sql: SQL, listId: number, signal: AbortSignal): RowQueue {
  const inHand = new Set<number>()
  let ahead: WaitingRow[] = []
  let isOver = false
  let filling: Promise<void> | null = null

  async function fill(): Promise<void> {
    const held = [...inHand]
    const { rows, waitMs } = await waitingRows(sql, listId, held, READ_AHEAD)
    ahead = rows
    if (ahead.length > 0) return
    isOver = held.length === 0 && waitMs === null
    // Others are at the last rows, which may be tried again.
    if (!isOver) await Bun.sleep(held.length > 0 ? LOOK_MS / 10 : Math.min(LOOK_MS, waitMs ?? LOOK_MS))
  }

  return {
    async next() {
      while (!signal.aborted && !isOver) {
        const row = ahead.shift()
        if (row) {
          inHand.add(row.n)
          return row
        }
        filling ??= fill().finally(() => {
          filling = null
        })
        await filling
      }
      return null
    },

    done(n) {
      inHand.delete(n)
    },

    near: () => [...inHand, ...ahead.map(({ n }) => n)]
  }
}
