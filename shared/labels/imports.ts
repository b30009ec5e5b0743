import type { ColumnEvidence } from '#shared/contracts/imports.ts'

/** By what a column was told, after its kind: «Телефон: по названию и значениям». */
export const EVIDENCE_LABELS: Record<ColumnEvidence, string> = {
  map: 'по файлу соответствий',
  source: 'как в источнике',
  both: 'по названию и значениям',
  header: 'по названию',
  values: 'по значениям',
  values_against_header: 'по значениям, вопреки названию',
  none: 'не распознана'
}
