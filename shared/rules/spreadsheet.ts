/** What a spreadsheet would take for a formula, also in full width or behind a break (OWASP, «CSV Injection»). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** The text of a cell that a spreadsheet shows as it is and never computes: whoever wrote it is not to be trusted. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
