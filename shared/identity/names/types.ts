/** Parts are lower case with ё; an initial is one letter. `labelled` means that the source names the parts. */
export interface PersonName {
  surname?: string
  given?: string
  patronymic?: string
  labelled: boolean
  /** A former surname: stated by the record, or only possible (a word in brackets). */
  former?: 'stated' | 'perhaps'
  written: string
}

export const NAME_PARTS = ['surname', 'given', 'patronymic'] as const
export type NamePart = (typeof NAME_PARTS)[number]

export type Gender = 'male' | 'female'
