import { IDENTIFIER_KINDS, labelOf } from '#shared/identity/identifiers/words.ts'

export const SUPPRESSION_KINDS = [...IDENTIFIER_KINDS, 'name_dob'] as const

/** Kinds of imported lists keep their own word. */
export const suppressionKindLabel = (kind: string): string => {
  if (kind === 'name_dob') return 'ФИО и дата рождения'
  if (kind === 'name_key') return 'Имя на слух и дата рождения'
  const identifier = IDENTIFIER_KINDS.find(each => each === kind)
  return identifier ? labelOf(identifier) : kind
}
