/** «Примерск(область)», «5(кв. 3)», but no «прописан(а)» and no «8(973)204-17-40». */
const JOINED_BEFORE = /(?<=\p{L}[.»"]?|[»"])\((?=\p{Lu}|\d|\p{L}{4}|\p{L}{1,3}[. ,:])|(?<=\d)\((?=\p{L})/gu
const JOINED_BEHIND = /(?<=\p{L}{3}\.?|\d)\)(?=[\p{L}«"])|(?<=\p{L}{2}\.?)\)(?=\d)/gu

/** A line with a space around brackets that stand beside a word without one, so that the word ends there. */
export const withSpacedBrackets = (line: string): string =>
  line.includes('(') ? line.replace(JOINED_BEFORE, ' (').replace(JOINED_BEHIND, ') ') : line
