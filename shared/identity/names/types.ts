/**
 * A parsed name. Parts are lower case with ё kept as written; an initial is a part of one letter. `labelled` is true
 * when the source names the parts, so that their order is a fact and not a guess.
 */
export interface PersonName {
  surname?: string
  given?: string
  patronymic?: string
  labelled: boolean
  /** As written, for display. */
  written: string
}

export const NAME_PARTS = ['surname', 'given', 'patronymic'] as const
export type NamePart = (typeof NAME_PARTS)[number]

export type Gender = 'male' | 'female'
