import type { Reading } from '#shared/contracts/reading.ts'
import { withDigits } from '#shared/identity/identifiers/letters-for-digits.ts'
import type { LexiconTag } from './lexicon/words.ts'
import { type Token, tokensOf } from './tokens.ts'

/**
 * `value`: searched as a reading; `words`: searched as words; `besides`: words when there is nothing better; `context`:
 * describes a neighbour, else a word; `drop`: only mentioned; `skip`: ignored.
 */
type Treatment = 'value' | 'words' | 'besides' | 'context' | 'drop' | 'skip'

export interface Span {
  from: number
  to: number
  treatment: Treatment
  /** Nats in favour of this meaning over words by chance. */
  weight: number
  readings: readonly Reading[]
  /** For context, names, addresses and e-mails. */
  tag?: LexiconTag
  /** Readings of the second of a couple. */
  also?: readonly Reading[]
  /** Tokens inside that are only mentioned. */
  left?: readonly (readonly [from: number, to: number])[]
  /** Another surname of the name beside it, which may continue after it: «Примерова (ранее Образцова) Анна». */
  former?: string
  /** Mentioned instead of its words. */
  note?: string
}

export interface Line {
  text: string
  /** Same length, with digits for letters and «79732041740    » for «7.9732041740E10». */
  digits: string
  tokens: readonly Token[]
  hasWords: boolean
  hasNumbers: boolean
  /** Index of the token at or after an offset. */
  tokenAt(sign: number): number
  textOf(from: number, to: number): string
}

export function lineOf(text: string): Line {
  const tokens = tokensOf(text)
  const places = new Int32Array(text.length + 1).fill(tokens.length)
  for (let at = tokens.length - 1, sign = text.length; at >= 0; at -= 1) {
    const token = tokens[at] as Token
    while (sign >= token.to) places[sign--] = at + 1
    while (sign >= token.from) places[sign--] = at
    if (at === 0) while (sign >= 0) places[sign--] = 0
  }
  // An offset inside a token belongs to it, one after it to the next.
  return {
    text,
    digits: digitsOf(text),
    tokens,
    hasWords: tokens.some(({ kind }) => kind === 'word'),
    hasNumbers: tokens.some(({ kind }) => kind === 'number') || /\d/.test(text),
    tokenAt: sign => places[Math.min(sign, text.length)] ?? tokens.length,
    textOf: (from, to) => (to > from ? text.slice(tokens[from]?.from, tokens[to - 1]?.to) : '')
  }
}

const IN_SPREADSHEET = /(?<![\p{L}\d.,])(\d)[.,](\d{8,14})e\+?(\d{1,2})(?![\p{L}\d])/giu

const digitsOf = (text: string): string =>
  withDigits(text).replace(IN_SPREADSHEET, (written: string, first: string, others: string, power: string) =>
    others.length === Number(power) ? (first + others).padEnd(written.length) : written
  )

export type Recognizer = (line: Line) => Span[]
