import type { SQL } from 'bun'
import { withExclusiveLock } from '#api/db/exclusive-lock.ts'
import { loadFailure } from '#api/db/load-failure.ts'
import type { RemovalProgress, SearchEngine } from '#api/engines/contract.ts'
import { ImportError } from './import-error.ts'
import { beginUndo, bookRemoved, finishUndo, type ListedBatch, listBatches } from './undo-store.ts'

const number = new Intl.NumberFormat('ru-RU')

export const lockOfFile = (sourceId: number, sha256: string) => `import:${sourceId}:${sha256}`

function stateOf({ state, finishedAt }: ListedBatch): string {
  if (state === 'done') return 'загружена'
  if (state === 'running') return 'не завершена'
  return finishedAt ? 'удалена' : 'удаление не завершено'
}

export function describeBatches(batches: readonly ListedBatch[]): string {
  if (batches.length === 0) return 'Партий нет'
  return batches
    .map(batch => {
      const counts = [`сохранено ${number.format(batch.stored)}`]
      if (batch.rejected > 0) counts.push(`отклонено ${number.format(batch.rejected)}`)
      if (batch.suppressed > 0) counts.push(`по списку исключений ${number.format(batch.suppressed)}`)
      const day = batch.startedAt.toISOString().slice(0, 16).replace('T', ' ')
      return `№ ${batch.id}  ${batch.sourceKey}  ${stateOf(batch)}  ${day} UTC  ${counts.join(', ')}  ${batch.fileName}`
    })
    .join('\n')
}

/**
 * Removes what a batch brought. Safe to repeat; an interrupted removal continues. Throws an `ImportError` for an
 * unknown batch or while its file is being imported.
 */
export async function undoBatch(
  owner: SQL,
  engine: SearchEngine,
  id: number,
  onProgress: RemovalProgress
): Promise<{ batch: ListedBatch; removed: number }> {
  const [batch] = await listBatches(owner, { id })
  if (!batch) throw new ImportError(`Партии № ${id} нет. Список: bun run import --batches`)
  const busyError = () =>
    new ImportError(`Файл партии № ${id} сейчас загружает другой процесс. Остановите его.`)
  try {
    const removed = await withExclusiveLock(
      owner,
      lockOfFile(batch.sourceId, batch.sha256),
      busyError,
      async () => {
        await beginUndo(owner, id)
        const count = await engine.removeBatch(id, bookRemoved, onProgress)
        await finishUndo(owner, id)
        return count
      }
    )
    return { batch, removed }
  } catch (error) {
    const reason = loadFailure(error)
    throw reason === null ? error : new ImportError(reason)
  }
}

export function describeRemoval({ batch, removed }: { batch: ListedBatch; removed: number }): string {
  const lines = [
    `Партия № ${batch.id} (${batch.sourceKey}, ${batch.fileName}): удалено записей ${number.format(removed)}`
  ]
  const remaining = batch.stored - removed
  if (batch.state !== 'undone' && remaining > 0) {
    lines.push(
      `Остальные её строки (${number.format(remaining)}) повторяли уже известные записи или переписаны позже`
    )
  }
  return lines.join('\n')
}
