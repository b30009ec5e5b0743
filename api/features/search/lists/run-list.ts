import { setTimeout } from 'node:timers/promises'
import type { Context } from '#api/context.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { Refusal } from '#api/lib/refusal.ts'
import { LIST_ROWS_AT_ONCE, RISK_SLOW_SECONDS } from '#shared/constants.ts'
import { SKIP_REASONS } from '#shared/labels/lists.ts'
import { type ClaimedList, renewList } from './lease-store.ts'
import { createRowQueue } from './row-queue.ts'
import { createRowWriter } from './row-writer.ts'
import { finishList, noteFailure, noteSkipped, pauseItself, postpone, type WaitingRow } from './run-store.ts'
import { BeingPrepared, SourceSilent, searchRow } from './search-row.ts'

const RENEW_MS = 1_000
/** Without a sign of life for so long the list may be another's soon (`LEASE_SECONDS`). */
const LOST_MS = 3_500
const REST_MS = 2_000
/** Longer than until the next turn, so that other searches of a slowed account come between. */
const SLOWED_MS = 1_500 * RISK_SLOW_SECONDS

/** Failures that say nothing of the row by themselves: an outage brings them too. */
const TROUBLES = new Set(['SEARCH_DOWN', 'OVERLOADED', 'TOO_MANY_SEARCHES'])

/** Searches the rows of a list until none waits, it is paused, stopped or deleted, or is no more this process's. */
export async function runList(
  context: Context,
  list: ClaimedList,
  runner: string,
  stop: AbortSignal
): Promise<void> {
  const { sql } = context
  const end = new AbortController()
  const signal = AbortSignal.any([stop, end.signal])
  const queue = createRowQueue(sql, list.id, signal)
  const writer = createRowWriter(sql, list.id)
  let answeredAt = Number.NEGATIVE_INFINITY
  /** When rows were in trouble last, by number. */
  const troubledAt = new Map<number, number>()
  let renewedAt = performance.now()

  async function renew(): Promise<void> {
    try {
      if (!(await renewList(sql, list.id, runner))) return end.abort()
      renewedAt = performance.now()
    } catch {
      if (performance.now() - renewedAt > LOST_MS) end.abort()
    }
  }
  let renewing: Promise<void> | null = null
  const timer = setInterval(() => {
    if (performance.now() - renewedAt > LOST_MS) end.abort()
    renewing ??= renew().finally(() => {
      renewing = null
    })
  }, RENEW_MS)

  async function search(row: WaitingRow): Promise<void> {
    try {
      await writer.write(await searchRow(context, list, row, signal))
      answeredAt = performance.now()
      troubledAt.delete(row.n)
    } catch (error) {
      if (!signal.aborted) await fail(row, error)
    }
  }

  /**
   * Whether trouble is the row's own: it comes again although another row was answered since, or, where each row that
   * could be is in trouble too, although the engine is well.
   */
  async function isAtFault(n: number): Promise<boolean> {
    const before = troubledAt.get(n)
    troubledAt.set(n, performance.now())
    if (before === undefined) return false
    const isAll = () => queue.near().every(each => troubledAt.has(each))
    const isOwn = answeredAt > before || (isAll() && (await context.engine.health()).ok)
    // The next try is judged anew.
    if (isOwn) troubledAt.delete(n)
    return isOwn
  }

  async function fail({ n }: WaitingRow, error: unknown): Promise<void> {
    const code = error instanceof Refusal ? error.code : null
    if (code === 'NO_CREDITS') {
      await pauseItself(sql, list.id, 'credits')
      return end.abort()
    }
    // Paused or deleted, maybe with its account.
    if (code === 'LIST_STATE' || code === 'NOT_SIGNED_IN') return end.abort()
    if (code !== null && (Object.hasOwn(SKIP_REASONS, code) || code === 'UNKNOWN_READING'))
      return await noteSkipped(sql, list.id, n, code)
    if (error instanceof BeingPrepared) return await postpone(sql, list.id, n, 'BEING_PREPARED')
    const isTrouble = code !== null && TROUBLES.has(code)
    if (isDatabaseDown(error) || (isTrouble && !(await isAtFault(n))))
      return await setTimeout(REST_MS, undefined, { signal }).catch(() => {})
    if (code === 'SEARCH_SLOWED') return await setTimeout(SLOWED_MS, undefined, { signal }).catch(() => {})
    if (code === null && !(error instanceof SourceSilent)) log.error('list_row_failed', { error })
    await noteFailure(
      sql,
      list.id,
      n,
      error instanceof SourceSilent ? 'SOURCE_SILENT' : (code ?? 'UNEXPECTED')
    )
  }

  async function lane(): Promise<void> {
    for (let row = await queue.next(); row !== null; row = await queue.next()) {
      const { n } = row
      await search(row).finally(() => queue.done(n))
    }
  }

  try {
    const lanes = Array.from({ length: LIST_ROWS_AT_ONCE }, lane)
    const ends = await Promise.allSettled(lanes)
    for (const { reason } of ends.filter(each => each.status === 'rejected'))
      if (!signal.aborted) throw reason
    if (!signal.aborted) await finishList(sql, list.id)
  } finally {
    clearInterval(timer)
    await renewing
  }
}
