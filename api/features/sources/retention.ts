import type { SQL } from 'bun'
import type { SearchEngine } from '#api/engines/contract.ts'
import { lastKeepingDay } from '#shared/rules/passport.ts'
import { oneByOne } from './one-by-one.ts'
import { bookExpired } from './retention-store.ts'
import { ifAlone } from './source-locks.ts'
import { type DeclaredSource, declaredSources } from './store.ts'

const WARNING_DAYS = 30
const DAY_MS = 86_400_000

export interface Retention {
  /** The last day on which the records may be kept. */
  until: string
  isOver: boolean
  /** The end is near enough to warn of it. */
  isNear: boolean
  daysLeft: number
}

/** Null for a source without a declared one. */
export function retentionOf({ obtained_at, retention_days, today }: DeclaredSource): Retention | null {
  if (obtained_at === null || retention_days === null) return null
  const until = lastKeepingDay({ obtained_at, retention_days })
  const daysLeft = Math.round((Date.parse(until) - Date.parse(today)) / DAY_MS)
  return { until, daysLeft, isOver: daysLeft < 0, isNear: daysLeft >= 0 && daysLeft <= WARNING_DAYS }
}

/**
 * Removes records of sources whose retention is over; says how many.
 *
 * @param most No source is begun after so many; an engine that removes a source as a whole may remove more.
 */
export async function removeExpired(
  { sql, engine }: { sql: SQL; engine: SearchEngine },
  most: number
): Promise<number> {
  let removed = 0
  const interrupted = await engine.interruptedRemovals()
  await oneByOne(await declaredSources(sql), async source => {
    if (removed >= most || source.adopted || source.status === 'deleting') return
    const isOver = source.records > 0 && retentionOf(source)?.isOver === true
    // What was booked is to go, also of a source whose passport was renewed since.
    if (!isOver && !interrupted.has(source.key)) return
    removed += await ifAlone(sql, source.id, async () => {
      if (isOver)
        return await engine.removeOfSource(source.key, most - removed, (tx, counts) =>
          bookExpired(tx, source, counts.get(source.key) ?? 0)
        )
      await engine.finishRemoval(source.key)
      return 0
    })
  })
  return removed
}
