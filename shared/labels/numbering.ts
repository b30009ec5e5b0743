/** How sure a range of numbers is, and what every answer from it says beside the operator. */
export const NUMBERING_NOTES = {
  official: 'по плану нумерации, номер мог быть перенесён',
  approximate: 'приблизительно, по плану нумерации, номер мог быть перенесён',
  synthetic: 'по плану нумерации, номер мог быть перенесён'
} as const
export type NumberingKind = keyof typeof NUMBERING_NOTES
