/** Whether a text has at most so many signs as a person counts them: what lies beyond the basic plane is one, not two. */
export const hasAtMost = (text: string, codePoints: number): boolean =>
  text.length <= codePoints || (text.length <= 2 * codePoints && [...text].length <= codePoints)
