import { IDENTIFIER_KINDS, labelOf } from '#shared/identity/identifiers/words.ts'

/** Why somebody is on the list. */
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

/** What a person is entered by: an identifier, or a name with its full birth date. */
export const SUPPRESSION_KINDS = [...IDENTIFIER_KINDS, 'name_dob'] as const

/** «Телефон», «ФИО и дата рождения»; of a list from elsewhere its own word. */
export const suppressionKindLabel = (kind: string): string => {
  if (kind === 'name_dob') return 'ФИО и дата рождения'
  if (kind === 'name_key') return 'Имя на слух и дата рождения'
  const identifier = IDENTIFIER_KINDS.find(each => each === kind)
  return identifier ? labelOf(identifier) : kind
}

/** What became of a row of a list that was taken over. */
export const IMPORT_RESULTS = {
  added: 'добавлена',
  known: 'уже в списке',
  broken: 'не прочитана',
  other_key: 'другой ключ'
} as const
export type ImportResult = keyof typeof IMPORT_RESULTS
