/** Counts code points, so that a sign beyond the basic plane is one. */
export const hasAtMost = (text: string, codePoints: number): boolean =>
  text.length <= codePoints || (text.length <= 2 * codePoints && [...text].length <= codePoints)
