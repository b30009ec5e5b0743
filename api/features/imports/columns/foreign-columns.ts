import { FOREIGN_COLUMNS } from '#shared/admin-constants.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { quotedList } from '#shared/texts/quoted.ts'
import type { MappingRules } from './mapping.ts'

/** Columns of the source, with corrections for a file. */
export type StoredColumns = MappingRules & { hasRecords: boolean }

export function foreignColumns(
  labels: readonly string[],
  { existing, map, fields }: Pick<MappingRules, 'existing' | 'map' | 'fields'>
) {
  const stored = labels.filter(label => !map.drop.includes(label) && (fields?.includes(label) ?? true))
  return {
    added: stored.filter(label => !existing.some(column => column.label === label)),
    missing: existing.map(({ label }) => label).filter(label => !stored.includes(label))
  }
}

const ADVICE = 'Если это те же данные, дайте колонкам прежние названия.'

/** Warns of differing names: rows without a key become new records, others lose values. Null otherwise. */
export function foreignWarning(labels: readonly string[], stored: StoredColumns): PreviewWarning | null {
  if (!stored.hasRecords) return null
  const { added, missing } = foreignColumns(labels, stored)
  const hasKey = stored.id !== undefined
  if (missing.length === 0 && (hasKey || added.length === 0)) return null
  const differences = [
    added.length > 0 && `в источнике нет ${quotedList(added)}`,
    missing.length > 0 && `в файле нет ${quotedList(missing)}`
  ]
  const outcome = hasKey
    ? 'Записи с теми же ключами потеряют значения колонок, которых в файле нет'
    : 'Записи встанут рядом с прежними, а не вместо них'
  return {
    code: FOREIGN_COLUMNS,
    text: `Имена колонок отличаются от прежних: ${differences.filter(Boolean).join(', ')}. ${outcome}. ${ADVICE}`
  }
}
