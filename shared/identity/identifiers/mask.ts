import type { ReadingKind } from '#shared/contracts/reading.ts'
import { IDENTIFIER_WORDS, type IdentifierKind, type IdentifierWords } from './table.ts'

/** Formats a value by the mask of its kind or reading; null when the value does not fit the mask. */
export function maskedValue(kind: ReadingKind | IdentifierKind, normal: string): string | null {
  const { mask = '' } = (IDENTIFIER_WORDS as Partial<Record<string, IdentifierWords>>)[kind] ?? {}
  const form = mask.replace(/[^#\d]/g, '').replaceAll('#', '.')
  if (!new RegExp(`^${form}$`).test(normal)) return null
  let at = 0
  return mask.replace(/[#\d]/g, () => normal.charAt(at++))
}
