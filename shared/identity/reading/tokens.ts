/** `mark` is one sign that is neither letter, digit nor space. */
export type TokenKind = 'word' | 'number' | 'mark'

export interface Token {
  kind: TokenKind
  /** As it is written. */
  text: string
  /** In lower case, ё as е. */
  lower: string
  /** Its first sign and the one behind its last, in UTF-16 units of the text. */
  from: number
  to: number
}

/** A tag of a copied page is one mark. */
const TOKEN =
  /<\/?[a-z][a-z0-9]{0,10}(?: [^<>@]{0,200})?\/?>|\p{L}(?:[\p{L}\p{M}'’ʼ`]|[03](?=\p{Ll}{2}))*(?:-\p{L}[\p{L}\p{M}'’ʼ`]*)*|\p{Nd}+|[^\s]/gu
const LETTER = /^\p{L}/u
const DIGIT = /^\p{Nd}/u

/** The words, numbers and signs of a text, each once, in its order. A word keeps its hyphens and apostrophes. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(({ 0: written, index }) => ({
    kind: LETTER.test(written) ? 'word' : DIGIT.test(written) ? 'number' : 'mark',
    text: written,
    lower: written.toLowerCase().replaceAll('ё', 'е'),
    from: index,
    to: index + written.length
  }))
}
