import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { isIdentifierKind } from '#shared/identity/identifiers/words.ts'
import { normalizeCell, readBirthDates, readCells } from './attribute-values.ts'
import type { FieldKind } from './types.ts'

/** The value cannot be of its column's kind: «31.02.1975» as a date. Placeholders do not count. */
export function isUnlikeKind(kind: FieldKind, value: string): boolean {
  if (value === '' || isPlaceholder(value)) return false
  if (kind === 'birth_date') return readBirthDates({ birth_date: [value] }).length === 0
  if (!isIdentifierKind(kind) || readCells(kind, [value]).length > 0) return false
  // «0000000000»
  const normal = normalizeCell(kind, value)
  return normal === null || !isPlaceholder(normal)
}
