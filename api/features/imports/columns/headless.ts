import { HEADLESS } from '#shared/admin-constants.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { quotedList } from '#shared/texts/quoted.ts'
import { foreignColumns, type StoredColumns } from './foreign-columns.ts'

/**
 * Rows without a key are told apart by their values and the names of their columns. A file without a header has names that
 * were found out: where its source has others too, a row becomes a new record although its person is there already. Null
 * where that does not happen, and where somebody has named its columns and each is one of the source: then it is as good
 * as a file with a header.
 *
 * @param labels Of a table without a header.
 */
export function headlessWarning(
  labels: readonly string[],
  stored: StoredColumns & { isNamed: boolean }
): PreviewWarning | null {
  if (!stored.hasRecords || stored.id !== undefined) return null
  // Found names may be there of an earlier file without a header, also of one that was taken back: others may be meant.
  const { added, missing } = foreignColumns(labels, stored)
  if (added.length === 0 && (missing.length === 0 || stored.isNamed)) return null
  const difference =
    added.length > 0
      ? `и в источнике нет ${added.length === 1 ? 'колонки' : 'колонок'} ${quotedList(added)}: каждая строка станет новой записью`
      : `а в источнике есть записи с ${missing.length === 1 ? 'колонкой' : 'колонками'} ${quotedList(missing)}: строка станет новой записью`
  return {
    code: HEADLESS,
    text:
      `В файле нет строки заголовка, ${difference}, даже если этот человек в источнике уже есть. Назовите колонки так ` +
      'же, как в источнике. Добавьте в файл заголовок с теми же названиями или укажите его строку, если он есть.'
  }
}
