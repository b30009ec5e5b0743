import { HEADLESS_INTO_RECORDS } from '#shared/admin-constants.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { quotedList } from '#shared/texts/quoted.ts'
import { foreignColumns, type StoredColumns } from './foreign-columns.ts'

/**
 * Warns of a headerless file: rows without a key are identified by values and column names, so detected names make new
 * records of known people. Null when all columns were named after the source's.
 * @param labels Of a headerless table.
 */
export function headerlessWarning(
  labels: readonly string[],
  stored: StoredColumns & { isNamed: boolean }
): PreviewWarning | null {
  if (!stored.hasRecords || stored.id !== undefined) return null
  // Names detected in an earlier file may mean something else.
  const { added, missing } = foreignColumns(labels, stored)
  if (added.length === 0 && (missing.length === 0 || stored.isNamed)) return null
  const difference =
    added.length > 0
      ? `и в источнике нет ${added.length === 1 ? 'колонки' : 'колонок'} ${quotedList(added)}: каждая строка станет новой записью`
      : `а в источнике есть записи с ${missing.length === 1 ? 'колонкой' : 'колонками'} ${quotedList(missing)}: строка станет новой записью`
  return {
    code: HEADLESS_INTO_RECORDS,
    text:
      `В файле нет строки заголовка, ${difference}, даже если этот человек в источнике уже есть. Назовите колонки так ` +
      'же, как в источнике. Добавьте в файл заголовок с теми же названиями или укажите его строку, если он есть.'
  }
}
