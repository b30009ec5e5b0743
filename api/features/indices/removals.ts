import type { SQL } from 'bun'
import type { Book } from '#api/book/contract.ts'
import type { Actor } from '#api/db/audit.ts'
import {
  BusyError,
  ImportError,
  type ListedBatch,
  listBatches,
  undoBatch,
  WAITING_TEXT,
  WAITING_TOLD_MS
} from '#api/features/imports/service.ts'
import type { Sources } from '#api/features/sources/service.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import { OperatorError } from '#api/lib/operator-error.ts'
import type { PlannedRemoval } from '#shared/contracts/admin/indices.ts'
import { noteUndo } from './store.ts'

interface RemovalContext {
  sql: SQL
  book: Book
  sources: Pick<Sources, 'forget'>
}

/** Removals of this process, which may outlive their request. */
export interface Removals {
  /** Without an actor resumes one. @throws ImportError while another process holds the source. */
  start(context: RemovalContext, batch: ListedBatch, actor: Actor | null): Promise<PlannedRemoval>
  stateOf(batchId: number): RemovalState
}

/** Null for other processes. */
export interface RemovalState {
  /** 0–1. */
  part: number | null
  /** Reason of a wait, as a sentence. */
  note: string | null
}

export function createRemovals(): Removals {
  const underWay = new Map<number, { part: number; result: Promise<PlannedRemoval> }>()
  const waiting = new Map<number, { note: string; until: number }>()

  function forgetTold(): void {
    const now = performance.now()
    for (const [id, { until }] of waiting) if (until <= now) waiting.delete(id)
  }

  async function remove(
    { sql, book, sources }: RemovalContext,
    batch: ListedBatch,
    actor: Actor | null
  ): Promise<PlannedRemoval> {
    // Audited once it surely starts, before records go.
    const noting = {
      ...book,
      removeBatch: async (...removal: Parameters<typeof book.removeBatch>) => {
        if (actor) await noteUndo(sql, batch, actor)
        return await book.removeBatch(...removal)
      }
    }
    try {
      const { removal } = await undoBatch(sql, noting, batch.id, (_removed, part) => {
        const removing = underWay.get(batch.id)
        if (removing) removing.part = part
      })
      waiting.delete(batch.id)
      return removal
    } catch (error) {
      const note = noteOf(error)
      if (note) waiting.set(batch.id, { note, until: performance.now() + WAITING_TOLD_MS })
      throw error
    } finally {
      sources.forget()
    }
  }

  return {
    start(context, batch, actor) {
      forgetTold()
      const removing = underWay.get(batch.id)
      if (removing) return removing.result
      const result = remove(context, batch, actor).finally(() => underWay.delete(batch.id))
      underWay.set(batch.id, { part: 0, result })
      return result
    },
    stateOf(batchId) {
      forgetTold()
      return { part: underWay.get(batchId)?.part ?? null, note: waiting.get(batchId)?.note ?? null }
    }
  }
}

/** Null when another process works on it. */
function noteOf(error: unknown): string | null {
  if (error instanceof BusyError) return WAITING_TEXT
  return error instanceof OperatorError && !(error instanceof ImportError) ? error.message : null
}

export const isUndoing = ({ state, finishedAt }: ListedBatch) => state === 'undone' && finishedAt === null

export async function resumeRemovals(context: RemovalContext & { removals: Removals }): Promise<void> {
  const batches = (await listBatches(context.sql, {})).filter(isUndoing)
  for (const batch of batches) {
    context.removals.start(context, batch, null).catch(error => {
      // Another process works, or the next round retries.
      if (error instanceof ImportError || isDatabaseDown(error)) return
      log.error('removal_failed', { batch: batch.id, error })
    })
  }
}
