export const SUPPRESSION_REASONS = {
  objection: 'возражение',
  erasure: 'удаление',
  protected: 'защищаемое лицо'
} as const
export type SuppressionReason = keyof typeof SUPPRESSION_REASONS

export const SUPPRESSION_STATES = {
  active: 'действует',
  provisional: 'временно, до решения',
  expired: 'срок истёк',
  lifted: 'снято'
} as const
export type SuppressionState = keyof typeof SUPPRESSION_STATES

export const IMPORT_RESULTS = {
  added: 'добавлена',
  known: 'уже в списке',
  broken: 'не прочитана',
  other_key: 'другой ключ'
} as const
export type ImportResult = keyof typeof IMPORT_RESULTS
