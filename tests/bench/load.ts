import { join } from 'node:path'

/** Something to be asked of a server, again and again. */
export interface Ask {
  /** What it is counted under. */
  kind: string
  method: 'GET' | 'POST'
  path: string
  body?: string
}

export interface LoadOrder {
  port: number
  connections: number
  seconds: number
  asks: readonly Ask[]
  /** Cookie headers, used in turn; none asks without. */
  cookies: readonly string[]
  /** Place in the endless sequence of asks and cookies to begin at, so that no run repeats another. */
  from: number
  /** Asks begun each second, at an even pace; without it each connection asks as soon as it is answered. */
  perSecond?: number
}

/** Times in milliseconds. */
export interface Times {
  count: number
  p50: number
  p95: number
  p99: number
  max: number
}

export interface LoadResult extends Times {
  seconds: number
  perSecond: number
  /** Answers by status; what was never answered stands under 0. */
  statuses: Record<string, number>
  /** Answers that say `"charged":1`. */
  charged: number
  bytes: number
  kinds: Record<string, Times>
  /** Where the sequence goes on. */
  next: number
}

const CLIENT = join(import.meta.dir, 'load-client.ts')

/** Asks from a process of its own, so that what it costs falls on nobody who is measured. */
export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, CLIENT], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit'
  })
  // Left open: its end tells the client that nobody waits any more.
  child.stdin.write(`${JSON.stringify(order)}\n`)
  await child.stdin.flush()
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('the load client failed')
  return JSON.parse(text) as LoadResult
}

/** The share of answers that were a success, 0–1. */
export const successes = ({ statuses, count }: LoadResult) => (statuses[200] ?? 0) / Math.max(1, count)

/** Answers of a server that could not, and those that never came. */
export const failures = ({ statuses }: LoadResult) =>
  Object.entries(statuses).reduce(
    (all, [status, count]) => (status === '0' || status.startsWith('5') ? all + count : all),
    0
  )
