import { isPlain } from './clean.ts'

/** White space that is more than one space. */
const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

/** A text without what two copies of a row may differ in: letter case, spacing, the writing of accents. */
export const evenText = (text: string): string =>
  (isPlain(text) ? text : text.normalize('NFC')).toLowerCase().replace(UNEVEN_SPACE, ' ').trim()
