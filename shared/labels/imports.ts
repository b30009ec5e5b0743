import type { ColumnEvidence } from '#shared/contracts/imports.ts'
import type { ValueFault } from '#shared/identity/records/value-fault.ts'

/** «Телефон: по названию и значениям» */
export const EVIDENCE_LABELS: Record<ColumnEvidence, string> = {
  map: 'по файлу соответствий',
  source: 'как в источнике',
  both: 'по названию и значениям',
  header: 'по названию',
  values: 'по значениям',
  values_against_header: 'по значениям, вопреки названию',
  none: 'не распознана'
}

export const VALUE_FAULTS: Record<ValueFault, string> = {
  empty: 'ничего не сообщает',
  unlike: 'не похоже на этот вид данных',
  check_digit: 'не сходится контрольное число'
}
