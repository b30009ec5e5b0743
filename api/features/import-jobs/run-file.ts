import {
  describeIdColumn,
  importTable,
  openTable,
  remarksOf,
  rowCountsOf
} from '#api/features/imports/service.ts'
import type { ImportOrder, ImportReport } from '#shared/contracts/admin/imports.ts'
import { passportGaps } from '#shared/rules/passport.ts'
import { fileOf } from './folder.ts'
import { enterFolder, namesOf, readOptions } from './read-file.ts'
import type { RunParts, RunReports } from './run-parts.ts'
import type { Job } from './store.ts'

function settingsOf(order: ImportOrder): string {
  const { columns, parties = {}, drop, id, encoding, delimiter, sheet, header, names } = order
  const owners = Object.keys(parties).length > 0 ? [sorted(parties)] : []
  const read = [sorted(columns), ...owners, drop.toSorted(), id, encoding, delimiter, sheet]
  // Defaults are omitted, so that every version recognises an interrupted import.
  const columnNames = namesOf(names)
  if (columnNames) return JSON.stringify([...read, header, sorted(columnNames)])
  return JSON.stringify(typeof header === 'number' ? [...read, header] : read)
}

const sorted = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** @throws ImportError for what the administrator can fix. */
export async function importFile(job: Job, parts: RunParts, { onProgress, note, onBatch }: RunReports) {
  const { owner, book, config, secrets } = parts
  const { order } = job
  if (!order) throw new Error('an import without an order')
  const file = enterFolder(fileOf(config.dataDir, job))
  note('Читаю файл')
  const table = await openTable(file, readOptions(order))
  const { columns, parties, drop, id } = order
  const result = await importTable(
    {
      sourceKey: order.source,
      file,
      table,
      passport: order.passport,
      rules: { map: { columns, parties, drop }, id: id ?? undefined },
      asNew: order.as_new === true,
      settings: settingsOf(order),
      rejectsAs: 'csv'
    },
    {
      owner,
      book,
      secrets,
      dataDir: config.dataDir,
      sourceGate: config.sourceGate,
      neverWaits: true,
      onProgress: (bytes, rows) => onProgress(bytes / table.totalBytes, rows),
      report: note,
      onBatch
    }
  )
  const { source } = result
  const counts = rowCountsOf(result)
  const today = new Date().toISOString().slice(0, 10)
  const report: ImportReport = {
    ...counts,
    id_column: describeIdColumn(result.idColumn),
    remarks: remarksOf(result),
    answers: source.status === 'active' && passportGaps(source.passport, today).length === 0
  }
  return { report, batchId: result.batchId, rows: counts.stored + counts.rejected + counts.suppressed }
}
