import type { Reading } from '#shared/contracts/reading.ts'
import { withDigits } from '#shared/identity/identifiers/letters-for-digits.ts'
import type { LexiconTag } from './lexicon/words.ts'
import { type Token, tokensOf } from './tokens.ts'

/**
 * What comes of a span: `value` is searched as one of its readings, `words` as words of the text, `besides` as words when nothing
 * better is there; `context` says who or what stands beside it, and is a word where nothing does; `drop` is said in a note and
 * not searched, `skip` is neither.
 */
export type Treatment = 'value' | 'words' | 'besides' | 'context' | 'drop' | 'skip'

/** Tokens of a line that mean something together. */
export interface Span {
  /** Index of the first token, and of the one behind the last. */
  from: number
  to: number
  treatment: Treatment
  /** How much likelier these tokens are this than words by chance, in nats. */
  weight: number
  /** Of a value, the likeliest first. */
  readings: readonly Reading[]
  /** Of context, of the name of somebody, and of an e-mail. */
  tag?: LexiconTag
  /** Of the name of a couple, the readings of the second. */
  also?: readonly Reading[]
  /** Tokens inside it that are none of the value, and are said. */
  left?: readonly (readonly [from: number, to: number])[]
  /** A name may go on behind it: «Примерова (ранее Образцова) Анна». */
  isGap?: true
  /** What is said of it instead of its words. */
  note?: string
}

/** A line as the recognizers see it. */
export interface Line {
  text: string
  /** Of the same length, with numbers as they are meant: digits for letters like them, «79732041740    » for «7.9732041740E10». */
  digits: string
  tokens: readonly Token[]
  hasWords: boolean
  hasNumbers: boolean
  /** Index of the token that begins at this sign or behind it. */
  tokenAt(sign: number): number
  /** The text of some tokens, as it is written. */
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
  // A sign inside a token belongs to it; one behind it to the next.
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

/** As a spreadsheet shows a long number. */
const IN_SPREADSHEET = /(?<![\p{L}\d.,])(\d)[.,](\d{8,14})e\+?(\d{1,2})(?![\p{L}\d])/giu

const digitsOf = (text: string): string =>
  withDigits(text).replace(IN_SPREADSHEET, (written: string, first: string, others: string, power: string) =>
    others.length === Number(power) ? (first + others).padEnd(written.length) : written
  )

export type Recognizer = (line: Line) => Span[]
