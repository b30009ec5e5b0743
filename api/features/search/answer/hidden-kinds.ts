import type { FieldKind } from '#shared/identity/records/types.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'

/** Masked for `MASKED_ROLES`. */
const HIDDEN: readonly FieldKind[] = [
  'passport',
  'passport_series',
  'passport_number',
  'inn',
  'organization_inn',
  'snils'
]
const KINDS: ReadonlySet<string> = new Set(HIDDEN)
const LABELS: ReadonlySet<string> = new Set(HIDDEN.map(kind => FIELD_LABELS[kind]))

export const isHiddenKind = (kind: string): boolean => KINDS.has(kind)
export const isHiddenLabel = (label: unknown): boolean => typeof label === 'string' && LABELS.has(label)
