/** Postgres stores neither NUL nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Without signs that nobody sees: some of them turn the text around. */
export const visibleText = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '')
