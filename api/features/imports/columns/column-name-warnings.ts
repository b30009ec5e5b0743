import type { SQL } from 'bun'
import type { Report } from '#api/book/contract.ts'
import { isHeaderless, type Table } from '#api/features/imports/files/reader.ts'
import { HeaderlessError } from '#api/features/imports/import-error.ts'
import type { ImportRequest } from '#api/features/imports/request.ts'
import { findSource } from '#api/features/sources/service.ts'
import { HEADLESS_INTO_RECORDS } from '#shared/admin-constants.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { labelsOf } from './asked-labels.ts'
import { foreignWarning, type StoredColumns } from './foreign-columns.ts'
import { headerlessWarning } from './headerless.ts'

const isNamed = ({ names }: Pick<Table, 'names'>): boolean => Object.keys(names).length > 0

/** Warnings about column names, before a load into a source with records. */
export const columnNameWarning = (
  table: Pick<Table, 'format' | 'heading' | 'names'>,
  labels: readonly string[],
  stored: StoredColumns
): PreviewWarning | null =>
  (isHeaderless(table) ? headerlessWarning(labels, { ...stored, isNamed: isNamed(table) }) : null) ??
  foreignWarning(labels, stored)

/** Refuses unnamed columns unless the rows may be new; differing names only warn. @throws HeaderlessError */
export async function checkColumnNames(
  owner: SQL,
  { table, sourceKey, passport, rules, asNew = false }: ImportRequest,
  warn: Report = () => {}
): Promise<void> {
  const source = await findSource(owner, sourceKey)
  if (!source) return
  const stored = {
    hasRecords: source.hasRecords,
    id: rules.id ?? (source.idColumn || undefined),
    existing: source.columns,
    map: rules.map,
    fields: (passport ? passport.fields : source.fields) ?? null
  }
  const warning = columnNameWarning(table, await labelsOf(table), stored)
  if (!warning) return
  if (warning.code !== HEADLESS_INTO_RECORDS) warn(`Внимание: ${warning.text}`)
  else if (!asNew) throw new HeaderlessError(`${warning.text} Если это новые люди, подтвердите это.`)
}
