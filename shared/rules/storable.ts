/**
 * Whether the database holds a text as it is. Postgres keeps neither NUL, which ends the text for other programs too, nor
 * half of a surrogate pair, which would hash like any other half.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
