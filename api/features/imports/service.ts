import { basename } from 'node:path'
import type { SQL } from 'bun'
import { type ExclusiveLock, withExclusiveLocks } from '#api/db/exclusive-lock.ts'
import { withSharedLock } from '#api/db/shared-lock.ts'
import {
  findSource,
  forgetColumns,
  isDeletedSince,
  isUnused,
  type LoadedSource,
  latestAct,
  lockOfColumns,
  rememberIdColumn,
  removeUnused
} from '#api/features/sources/service.ts'
import { lockOfFile } from './batches.ts'
import { admitSource } from './check-passport.ts'
import { checkAskedLabels } from './columns/asked-labels.ts'
import { checkColumnNames } from './columns/column-name-warnings.ts'
import { chooseIdColumn, type IdColumn } from './columns/id-column.ts'
import { asImportError, BusyError, changedMeanwhile, ImportError } from './import-error.ts'
import { type LoadedTable, type LoadPlace, loadTable } from './load-table.ts'
import { fingerprintOf, type ImportDependencies, type ImportRequest, type ImportResult } from './request.ts'
import { closeBatch, forgetEmptyBatch, isSoleBatch, openBatch, rowsOf } from './store.ts'

export { type PlannedUndo, planUndo, undoBatch } from './batches.ts'
export { columnParties } from './columns/column-parties.ts'
export { detectColumnKind } from './columns/detect-column-kind.ts'
export { describeIdColumn } from './columns/id-column.ts'
export { hasExponent, repairCell } from './columns/repair-cell.ts'
export { isNumberingRow } from './files/header-row.ts'
export { cellsReader, openTable, type ReadOptions } from './files/reader.ts'
export {
  BusyError,
  ImportError,
  LimitError,
  SAVED_ONCE,
  WAITING_TEXT,
  WAITING_TOLD_MS
} from './import-error.ts'
export { previewOf } from './preview.ts'
export { applyRemap, rekeyPortion } from './rekey.ts'
export { remarksOf, rowCountsOf } from './report.ts'
export type { ImportResult } from './request.ts'
export { type ListedBatch, listBatches } from './undo-store.ts'

/** Retries when another import takes the source back. */
const TRIES_MAX = 3
const WAITS = 'Источник занят: меняют виды его колонок или начинают другую загрузку. Жду, пока это закончится'

/**
 * Imports a file, resumable and counted in the same transactions. Rows are stored, suppressed or rejected.
 * @throws ImportError for what the operator can fix; stored rows stay.
 */
export async function importTable(
  request: ImportRequest,
  dependencies: ImportDependencies
): Promise<ImportResult> {
  const { owner } = dependencies
  await checkAskedLabels(request.table, request.rules)
  await checkColumnNames(owner, request, dependencies.warn)
  const today = new Date().toISOString().slice(0, 10)
  const before = await latestAct(owner)
  for (let tries = 1; ; tries += 1) {
    const source = await admitSource(owner, request.sourceKey, request.passport, today)
    let hasBegun = false
    const onBatch = (id: number) => {
      hasBegun = true
      dependencies.onBatch?.(id)
    }
    try {
      return await importInto(source, request, { ...dependencies, onBatch })
    } catch (error) {
      const isDeleted = await isGone(owner, source).catch(() => false)
      if (isDeleted) {
        const mayRepeat = tries < TRIES_MAX && !hasBegun && !source.hasRecords
        if (mayRepeat && !(await isDeletedSince(owner, request.sourceKey, before))) continue
        throw deletedMeanwhile(request.sourceKey, error)
      }
      await removeUnused(owner, source).catch(() => {})
      throw error
    }
  }
}

async function isGone(owner: SQL, { key, id }: LoadedSource): Promise<boolean> {
  return (await findSource(owner, key))?.id !== id
}

const deletedMeanwhile = (key: string, cause: unknown) =>
  new ImportError(
    `Индекс «${key}» удалён, пока шла загрузка: уже загруженные в него записи удаляются вместе с ним.`,
    { cause }
  )

async function importInto(
  source: LoadedSource,
  request: ImportRequest,
  dependencies: ImportDependencies
): Promise<ImportResult> {
  const { owner } = dependencies
  const idColumn = await rememberedIdColumn(request, owner, source)
  const fingerprint = await fingerprintOf(request)
  const lock: ExclusiveLock = {
    name: lockOfFile(source.id, fingerprint.toString('hex')),
    busyError: () => new BusyError('Этот же файл сейчас загружает другой процесс. Дождитесь его и повторите.')
  }
  try {
    return await withExclusiveLocks(owner, [lock], async connection => {
      const batch = await openBatch(owner, source.id, basename(request.file), fingerprint)
      dependencies.onBatch?.(batch.id)
      // An empty source has no fixed columns.
      const turn = {
        whenAlone: () => forgetColumns(owner, source.id),
        onWait() {
          if (dependencies.neverWaits) throw new BusyError(WAITS)
          dependencies.report?.(WAITS)
        }
      }
      try {
        return await withSharedLock(connection, lockOfColumns(source.id), turn, async () => {
          const { columns } = (await findSource(owner, source.key)) ?? source
          // A repeated first import without rows is a first import.
          const isNew = request.passport !== null || (await isUnused(owner, source))
          const activates = isNew && dependencies.sourceGate !== 'strict'
          const place = { source: { ...source, columns }, batch, activates }
          return await importBatch({ ...request, idColumn }, dependencies, place)
        })
      } catch (error) {
        await forgetEmptyBatch(owner, batch.id).catch(() => {})
        throw error
      }
    })
  } catch (error) {
    throw asImportError(error)
  }
}

/** Later files use the same column. */
async function rememberedIdColumn(
  { table, rules, sourceKey }: ImportRequest,
  owner: SQL,
  source: LoadedSource
): Promise<IdColumn> {
  const { idColumn: remembered, hasRecords } = source
  const idOptions = { sourceKey, remembered, hasRecords, requested: rules.id, map: rules.map }
  const chosen = await chooseIdColumn(table, idOptions)
  // Records without a file say nothing.
  if (hasRecords && remembered === null && chosen.id === undefined) return chosen
  const noted = await rememberIdColumn(owner, source.id, chosen.id ?? '')
  return noted === (chosen.id ?? '')
    ? chosen
    : await chooseIdColumn(table, { ...idOptions, remembered: noted, hasRecords: true })
}

async function importBatch(
  request: ImportRequest & { idColumn: IdColumn },
  dependencies: ImportDependencies,
  place: LoadPlace
): Promise<ImportResult> {
  const { owner, book, report = () => {} } = dependencies
  const { source, batch } = place
  const resumedAfter = rowsOf(batch.before)
  if (resumedAfter > 0)
    report(`Продолжаю прерванную загрузку: разобрано строк ${resumedAfter.toLocaleString('ru-RU')}`)
  const load = {
    sources: [source.key],
    expectedRecords: request.table.expectedRows - resumedAfter,
    isResumed: resumedAfter > 0,
    isProbablyNew: await isSoleBatch(owner, batch.id)
  }
  const writer = await book.openWriter(load, report)
  try {
    const rules = { ...request.rules, id: request.idColumn.id }
    const loaded = await loadTable(writer, { ...request, rules }, dependencies, place)
    await writer.commit()
    if (loaded.stored === 0) throw nothingStored(loaded, request.rejectsAs === undefined)
    if (!(await closeBatch(owner, batch.id))) throw changedMeanwhile()
    const { status } = (await findSource(owner, source.key)) ?? source
    loaded.source.status = status
    return { batchId: batch.id, resumedAfter, idColumn: request.idColumn, ...loaded }
  } catch (error) {
    // Records must be findable; the first error matters.
    await writer.commit().catch(() => {})
    throw error
  }
}

/** Explains why no row was stored. */
function nothingStored(
  { rejected, suppressed, firstReason, rejectsPath }: LoadedTable,
  isPathTold: boolean
): ImportError {
  if (rejected + suppressed === 0)
    return new ImportError('В файле нет ни одной строки с данными: ничего не сохранено.')
  const became = `отклонено ${rejected}, по списку исключений ${suppressed}`
  const first = firstReason === null ? '' : ` Причина первой: ${firstReason}.`
  const listed = rejectsPath === null || !isPathTold ? '' : ` Список отклонённых: ${rejectsPath}`
  return new ImportError(`Ни одна строка не сохранена: ${became}.${first}${listed}`)
}
