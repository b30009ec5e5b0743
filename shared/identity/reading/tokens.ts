/** `mark` is one sign, neither letter, digit nor space. */
export type TokenKind = 'word' | 'number' | 'mark'

export interface Token {
  kind: TokenKind
  text: string
  /** Lower case, ё as е. */
  lower: string
  /** UTF-16 offsets, end exclusive. */
  from: number
  to: number
}

/** A copied tag is one mark. */
const TOKEN =
  /<\/?[a-z][a-z0-9]{0,10}(?: [^<>@]{0,200})?\/?>|\p{L}(?:[\p{L}\p{M}'’ʼ`]|[03](?=\p{Ll}{2}))*(?:-\p{L}[\p{L}\p{M}'’ʼ`]*)*|\p{Nd}+|[^\s]/gu
const LETTER = /^\p{L}/u
const DIGIT = /^\p{Nd}/u

/** Words keep hyphens and apostrophes. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: written, index }) => ({
    kind: LETTER.test(written) ? 'word' : DIGIT.test(written) ? 'number' : 'mark',
    text: written,
    lower: written.toLowerCase().replaceAll('ё', 'е'),
    from: index,
    to: index + written.length
  }))
}
