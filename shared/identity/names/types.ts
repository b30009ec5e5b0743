/**
 * A parsed name. Parts are lower case with ё kept as written; an initial is a part of one letter. `labelled` is true
 * when the source names the parts, so that their order is a fact and not a guess.
 */
export interface PersonName {
  surname?: string
  given?: string
  patronymic?: string
  labelled: boolean
  /**
   * The surname was another one's before: stated by a word or by the form of the surname, or perhaps, where a word in brackets
   * may be anything.
   */
  former?: 'stated' | 'perhaps'
  /** As written, for display. */
  written: string
}

export const NAME_PARTS = ['surname', 'given', 'patronymic'] as const
export type NamePart = (typeof NAME_PARTS)[number]

export type Gender = 'male' | 'female'
