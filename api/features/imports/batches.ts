import type { SQL } from 'bun'
import type { BatchRemoval, Book, RemovalProgress } from '#api/book/contract.ts'
import { type ExclusiveLock, withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { withSoleLock } from '#api/db/shared-lock.ts'
import { forgetColumns, lockOfColumns, lockOfUndo, restartRekey } from '#api/features/sources/service.ts'
import { OperatorError, PartDownError } from '#api/lib/operator-error.ts'
import { asImportError, BusyError, ImportError } from './import-error.ts'
import { countsOf } from './report.ts'
import { beginUndo, bookRemoved, finishUndo, type ListedBatch, listBatches } from './undo-store.ts'

const number = new Intl.NumberFormat('ru-RU')

const UNFINISHED =
  'Отмена начата и не закончена: неубранные записи ещё находятся. Когда причина исчезнет, работающий сервер закончит её ' +
  'сам; её можно и повторить.'

/** Portions leave room for others. */
const PORTION_MS = 2_000
const POLL_MS = 50

export const lockOfFile = (sourceId: number, sha256: string) => `import:${sourceId}:${sha256}`

function stateOf({ state, finishedAt }: ListedBatch): string {
  if (state === 'done') return 'загружена'
  if (state === 'running') return 'не завершена'
  return finishedAt ? 'удалена' : 'удаление не завершено'
}

const momentOf = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`

export function describeBatches(batches: readonly ListedBatch[]): string {
  if (batches.length === 0) return 'Партий нет'
  return batches
    .map(batch => {
      const day = momentOf(batch.startedAt)
      return `№ ${batch.id}  ${batch.sourceKey}  ${stateOf(batch)}  ${day}  ${countsOf(batch)}  ${batch.fileName}`
    })
    .join('\n')
}

export interface PlannedUndo {
  batch: ListedBatch
  removal: BatchRemoval
}

/** Forecast of `undoBatch`. @throws ImportError for an unknown batch. */
export async function planUndo(owner: SQL, book: Book, id: number): Promise<PlannedUndo> {
  const batch = await findBatch(owner, id)
  return { batch, removal: await book.planRemoval(id) }
}

async function findBatch(owner: SQL, id: number): Promise<ListedBatch> {
  const [batch] = await listBatches(owner, { id })
  if (!batch) throw new ImportError(`Партии № ${id} нет. Список: bun run import --batches`)
  return batch
}

/**
 * Removes a batch; changed records return to their earlier version. Resumable.
 * @throws ImportError for an unknown batch, or while its file or source is busy; OperatorError when the engine fails.
 */
export async function undoBatch(
  owner: SQL,
  book: Book,
  id: number,
  onProgress: RemovalProgress
): Promise<PlannedUndo> {
  const batch = await findBatch(owner, id)
  const otherError = new ImportError(
    `Из источника «${batch.sourceKey}» сейчас убирают другую партию. Дождитесь и повторите.`
  )
  const locks: ExclusiveLock[] = [
    {
      name: lockOfFile(batch.sourceId, batch.sha256),
      busyError: () => new ImportError(`Файл партии № ${id} сейчас загружает другой процесс. Остановите его.`)
    },
    { name: lockOfUndo(batch.sourceId), busyError: () => otherError }
  ]
  const columns: ExclusiveLock = {
    name: lockOfColumns(batch.sourceId),
    busyError: () => new BusyError('Источник занят.')
  }
  let hasBegun = batch.state === 'undone'
  async function remove(connection: SQL): Promise<PlannedUndo> {
    hasBegun = true
    await beginUndo(owner, id)
    await restartRekey(owner, batch.sourceKey)
    const removal = await book.removeBatch(id, bookRemoved, onProgress)
    await finishUndo(owner, id)
    // Columns without records are open again unless a load is under way.
    await withSoleLock(connection, columns, () => forgetColumns(owner, batch.sourceId)).catch(error => {
      if (!(error instanceof BusyError)) throw error
    })
    return { batch, removal }
  }
  for (const until = performance.now() + PORTION_MS; ; await Bun.sleep(POLL_MS)) {
    try {
      return await withExclusiveLocks(owner, locks, remove)
    } catch (error) {
      if (error === otherError && performance.now() < until) continue
      const reason = asImportError(error)
      throw hasBegun ? unfinished(reason) : reason
    }
  }
}

/** Refused by the engine in the middle. */
function unfinished(error: unknown): unknown {
  if (!(error instanceof OperatorError) || error instanceof ImportError) return error
  const Stopped = error instanceof PartDownError ? PartDownError : OperatorError
  return new Stopped(`${UNFINISHED} Причина: ${error.message}`, { cause: error })
}

const ofBatch = ({ id, sourceKey, fileName }: ListedBatch) => `Партия № ${id} (${sourceKey}, ${fileName})`

export function describeUndone(batch: ListedBatch): string | null {
  const { state, finishedAt } = batch
  if (state !== 'undone' || !finishedAt) return null
  return `${ofBatch(batch)} убрана раньше: ${momentOf(finishedAt)}. Удалять нечего`
}

export function describePlan({ batch, removal: { removed, restored, kept } }: PlannedUndo): string {
  return (
    `${ofBatch(batch)}: записей удалится ${number.format(removed)}, вернётся к прежнему виду ` +
    `${number.format(restored)}, останется, потому что их принесли и другие партии, ${number.format(kept)}`
  )
}

export function describeRemoval({ batch, removal: { removed, restored, kept } }: PlannedUndo): string {
  return (
    `${ofBatch(batch)}: удалено записей ${number.format(removed)}, возвращён прежний вид ` +
    `${number.format(restored)}, осталось от других партий ${number.format(kept)}`
  )
}
