import { emailsIn, normalizeEmail } from '#shared/identity/identifiers/email.ts'

/** A longer cell is text, found by its words. */
const CELL_CHARS_MAX = 300

/** E-mails of a cell: several, or one beside a remark; the cell itself when it is one. */
export const emailsInCell = (cell: string): readonly string[] => {
  if (normalizeEmail(cell) !== null) return [cell]
  const emails = cell.length > CELL_CHARS_MAX ? [] : emailsIn(cell)
  return emails.length > 0 ? emails : [cell]
}
