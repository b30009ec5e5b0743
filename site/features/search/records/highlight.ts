import type { Reading } from '#shared/contracts/reading.ts'
import { isIdentifier } from '#shared/identity/reading/line-identifiers.ts'
import { dateText } from '#site/features/search/texts.ts'
import { normalizeText } from '#site/lib/text.ts'

/** A stretch of a value; `hit` when the query looked for it. */
export interface TextPart {
  /** Where it begins. */
  at: number
  text: string
  hit: boolean
}

/** What the readings of a query look for, ready to be compared with values. */
export interface HighlightTerms {
  words: Set<string>
  numbers: Set<string>
  whole: Set<string>
}

const DIGITS = /^\d+$/
const WORD = /[\p{L}\p{N}@.+_-]*[\p{L}\p{N}]/gu

/** Names and text are compared word by word, numbers by their digits, dates and the rest as a whole. */
export function highlightTermsOf(readings: Reading[]): HighlightTerms {
  const terms: HighlightTerms = { words: new Set(), numbers: new Set(), whole: new Set() }
  for (const { kind, value } of readings.flatMap(reading =>
    reading.parts?.length ? reading.parts : [reading]
  )) {
    if (kind === 'birth_date') terms.whole.add(dateText(value)).add(value)
    else if (isIdentifier(kind))
      if (DIGITS.test(value)) terms.numbers.add(numberKey(value))
      else terms.whole.add(wholeKey(value))
    else for (const [word] of value.matchAll(WORD)) if (word.length > 1) terms.words.add(normalizeText(word))
  }
  return terms
}

/** A value cut into what the query looked for and what it did not. */
export function highlight(value: string, { words, numbers, whole }: HighlightTerms): TextPart[] {
  const digits = value.replace(/\D/g, '')
  const isNumber = digits.length >= 9 && /^[+\d\s().№-]+$/.test(value) && numbers.has(numberKey(digits))
  if (isNumber || whole.has(wholeKey(value))) return [{ at: 0, text: value, hit: true }]
  if (words.size === 0) return [{ at: 0, text: value, hit: false }]
  return highlightWords(value, words)
}

/** Hits with nothing but space between them are one part. */
function highlightWords(value: string, words: Set<string>): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: word, index } of value.matchAll(WORD)) {
    if (!words.has(normalizeText(word))) continue
    const between = value.slice(end, index)
    const last = parts.at(-1)
    if (last?.hit && between.trim() === '') last.text += between + word
    else {
      if (between) parts.push({ at: end, text: between, hit: false })
      parts.push({ at: index, text: word, hit: true })
    }
    end = index + word.length
  }
  if (end < value.length) parts.push({ at: end, text: value.slice(end), hit: false })
  return parts
}

const wholeKey = (value: string) => normalizeText(value).replaceAll(' ', '')

/** «8…» and «+7…» are one phone. */
const numberKey = (digits: string) => (/^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits)
