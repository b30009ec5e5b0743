import { MASKED_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { partsOf } from '#shared/identity/identifiers/words.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'

/** Masked for `MASKED_ROLES`: columns of these numbers, of their parts and of an organisation's. */
const KINDS: ReadonlySet<string> = new Set(
  MASKED_KINDS.flatMap(kind => [kind, `organization_${kind}`, ...partsOf(kind).map(([part]) => part)])
)
const LABELS: ReadonlySet<string> = new Set(
  Object.entries(FIELD_LABELS).flatMap(([kind, label]) => (KINDS.has(kind) ? [label] : []))
)

export const isHiddenKind = (kind: string): boolean => KINDS.has(kind)
export const isHiddenLabel = (label: unknown): boolean => typeof label === 'string' && LABELS.has(label)
