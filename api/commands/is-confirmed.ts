/** Asks at the terminal. Nobody at a terminal confirms nothing. */
export const isConfirmed = (question: string): boolean =>
  /^(да|д|yes|y)$/i.test(prompt(question)?.trim() ?? '')
