/** Said beside the operator in every answer from the range. */
export const NUMBERING_NOTES = {
  official: 'по плану нумерации, номер мог быть перенесён',
  approximate: 'приблизительно, по плану нумерации, номер мог быть перенесён',
  synthetic: 'по плану нумерации, номер мог быть перенесён'
} as const
export type NumberingKind = keyof typeof NUMBERING_NOTES
