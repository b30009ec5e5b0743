/** Without a prototype, because a column may be called `__proto__`. */
export const emptyFields = (): Record<string, string> => Object.create(null)
