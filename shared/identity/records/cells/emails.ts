import { emailsIn, normalizeEmail } from '#shared/identity/identifiers/email.ts'

/** A longer one is a text, and an address in it is found by its words. */
const CELL_CHARS_MAX = 300

/** The texts of the e-mails of a cell: several beside each other, or one beside a remark; the cell itself where it is one. */
export const emailsInCell = (cell: string): readonly string[] => {
  if (normalizeEmail(cell) !== null) return [cell]
  const emails = cell.length > CELL_CHARS_MAX ? [] : emailsIn(cell)
  return emails.length > 0 ? emails : [cell]
}
