/** Values by column, to be filled. A column may be called as what every object has, `__proto__` too: nothing is inherited. */
export const emptyFields = (): Record<string, string> => Object.create(null)
