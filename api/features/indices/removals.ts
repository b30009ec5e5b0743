import type { SQL } from 'bun'
import type { Actor } from '#api/db/audit.ts'
import type { SearchEngine } from '#api/engines/contract.ts'
import { ImportError, type ListedBatch, listBatches, undoBatch } from '#api/features/imports/service.ts'
import { isDatabaseDown } from '#api/lib/database-down.ts'
import { log } from '#api/lib/log.ts'
import type { PlannedRemoval } from '#shared/contracts/admin-indices.ts'
import { noteUndo } from './store.ts'

interface RemovalContext {
  sql: SQL
  engine: SearchEngine
}

/** Batches that this process takes back, which may go on for minutes after whoever asked has their answer. */
export interface Removals {
  /**
   * Takes a batch back, or joins who does it already. Another process that is at it, or that loads the same file, makes
   * it throw an `ImportError`. Without an actor it goes on with what was interrupted.
   */
  start(context: RemovalContext, batch: ListedBatch, actor: Actor | null): Promise<PlannedRemoval>
  /** How far a removal is, 0–1; null of one that this process does not do. */
  progressOf(batchId: number): number | null
}

export function createRemovals(): Removals {
  const underWay = new Map<number, { part: number; result: Promise<PlannedRemoval> }>()

  async function remove(
    { sql, engine }: RemovalContext,
    batch: ListedBatch,
    actor: Actor | null
  ): Promise<PlannedRemoval> {
    // Noted when it is certain that it begins, and before anything of it is gone.
    const noting = {
      ...engine,
      removeBatch: async (...removal: Parameters<typeof engine.removeBatch>) => {
        if (actor) await noteUndo(sql, batch, actor)
        return await engine.removeBatch(...removal)
      }
    }
    const { removal } = await undoBatch(sql, noting, batch.id, (_removed, part) => {
      const known = underWay.get(batch.id)
      if (known) known.part = part
    })
    return removal
  }

  return {
    start(context, batch, actor) {
      const known = underWay.get(batch.id)
      if (known) return known.result
      const result = remove(context, batch, actor).finally(() => underWay.delete(batch.id))
      underWay.set(batch.id, { part: 0, result })
      return result
    },
    progressOf: batchId => underWay.get(batchId)?.part ?? null
  }
}

export const isUndoing = ({ state, finishedAt }: ListedBatch) => state === 'undone' && finishedAt === null

/** Goes on with removals that a process left unfinished, without waiting for them. */
export async function resumeRemovals(context: RemovalContext & { removals: Removals }): Promise<void> {
  const batches = (await listBatches(context.sql, {})).filter(isUndoing)
  for (const batch of batches) {
    context.removals.start(context, batch, null).catch(error => {
      // Somebody else is at it, or the next round tries again.
      if (error instanceof ImportError || isDatabaseDown(error)) return
      log.error('removal_failed', { batch: batch.id, error })
    })
  }
}
