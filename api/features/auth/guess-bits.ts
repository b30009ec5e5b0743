import { repairHomoglyphs } from '#shared/identity/text/homoglyphs.ts'
import { toLatinLayout } from '#shared/identity/text/keyboard-layout.ts'

/** In bits how many guesses each kind of piece takes. */
const LETTER_BITS = 4.5
const SIGN_BITS = 3
const DIGIT_BITS = 2.5
const COPY_BITS = 0.5
/** Where a piece ends and the next begins is guessed as well. */
const JOINT_BITS = 1
const CHANGED_WORD_BITS = 2
/** Which sign stands between the words, and where. */
const SEPARATOR_BITS = 2
const YEAR_BITS = 6
const DATE_BITS = 12
const RUN_START_BITS = 5
/** Runs mostly begin at an end of the alphabet or of a row of keys. */
const USUAL_START = /[qaz190а]/
const USUAL_START_BITS = 2
const STEP_BITS = 1.5

const WORD_MIN_CHARS = 3
const WORD_MAX_CHARS = 20
const RUN_MIN_CHARS = 3
/** Of a longer one the rest is another. */
const RUN_MAX_CHARS = 40

/** Bits of a word on the Latin keys; undefined of what is none. */
export type WordBits = (word: string) => number | undefined

const DAY = '(?:0?[1-9]|[12]\\d|3[01])'
const MONTH = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:19[3-9]\\d|20[0-3]\\d)'
const SHORT_YEAR = `(?:${YEAR}|\\d\\d)`
const YEAR_ALONE = new RegExp(`${YEAR}`, 'y')
const DATE = new RegExp(`(?:${DAY}([./_-]?)${MONTH}\\1${SHORT_YEAR}|${YEAR}([./_-]?)${MONTH}\\2${DAY})`, 'y')

/** A sign or digit that stands for the letter which it looks like. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i'
}

/** One sign for each of the text. */
const plainOf = (text: string): string => text.replace(/[013457@$!]/g, sign => LETTER_OF[sign] ?? sign)
const reversed = (text: string): string => text.split('').reverse().join('')

const ROWS = ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./']
const KEYS = new Map(ROWS.flatMap((row, y) => [...row].map((key, x) => [key, { x, y }] as const)))

/** The way from one key to a neighbour of it, as text; null between others. */
function stepBetween(one: string, other: string): string | null {
  const [a, b] = [KEYS.get(one), KEYS.get(other)]
  if (!a || !b) return null
  const [x, y] = [b.x - a.x, b.y - a.y]
  return Math.abs(x) <= 1 && Math.abs(y) <= 1 ? `${x},${y}` : null
}

/** The way from one letter to the next or the one before; null between others. */
function letterStep(one: string, other: string): string | null {
  const step = other.charCodeAt(0) - one.charCodeAt(0)
  return Math.abs(step) === 1 ? `${step}` : null
}

type Better = (end: number, bits: number) => void

/** Runs from a place on: over neighbouring keys, or along the alphabet. The more different steps the more guesses. */
function addRuns(text: string, from: number, stepOf: typeof stepBetween, better: Better): void {
  const steps = new Set<string>()
  const start = USUAL_START.test(text.charAt(from)) ? USUAL_START_BITS : RUN_START_BITS
  const most = Math.min(text.length, from + RUN_MAX_CHARS)
  for (let at = from + 1; at < most; at += 1) {
    const step = stepOf(text.charAt(at - 1), text.charAt(at))
    if (step === null) return
    steps.add(step)
    const length = at - from + 1
    const turns = steps.size > 1 ? Math.log2(steps.size) * (length / 2) : 0
    if (length >= RUN_MIN_CHARS) better(at + 1, start + STEP_BITS + turns + Math.log2(length))
  }
}

/** Words from a place on, as they are, backwards, and with signs for letters. */
function addWords(text: Texts, from: number, wordBits: WordBits, better: Better): void {
  const { keys, plain, backwards } = text
  const most = Math.min(keys.length, from + WORD_MAX_CHARS)
  for (let end = from + WORD_MIN_CHARS; end <= most; end += 1) {
    const bits = wordBits(keys.slice(from, end))
    if (bits !== undefined) better(end, bits)
    const changed =
      wordBits(plain.slice(from, end)) ?? wordBits(backwards.slice(keys.length - end, keys.length - from))
    if (changed !== undefined) better(end, changed + CHANGED_WORD_BITS)
  }
}

/** The piece before once more: «aaaa», «приветпривет». */
function addCopies(text: string, from: number, better: Better): void {
  const most = Math.min(from, text.length - from, WORD_MAX_CHARS)
  for (let length = 1; length <= most; length += 1)
    if (text.startsWith(text.slice(from - length, from), from)) better(from + length, COPY_BITS)
}

function addDigits(text: string, from: number, better: Better): void {
  for (const [pattern, bits] of [
    [YEAR_ALONE, YEAR_BITS],
    [DATE, DATE_BITS]
  ] as const) {
    pattern.lastIndex = from
    const end = pattern.test(text) ? pattern.lastIndex : 0
    if (end > 0) better(end, bits)
  }
}

const bitsOfSign = (sign: string): number =>
  /\d/.test(sign) ? DIGIT_BITS : /\p{L}/u.test(sign) ? LETTER_BITS : SIGN_BITS

/** A password on the Latin keys, and what else its words are looked up in, sign by sign. */
interface Texts {
  keys: string
  plain: string
  backwards: string
}

/** Sign for sign the least of all pieces that a text in lower case can be made of. */
function leastBits(lower: string, wordBits: WordBits, most: number): number {
  const keys = toLatinLayout(lower)
  const texts: Texts = { keys, plain: plainOf(keys), backwards: reversed(keys) }
  const least = new Float64Array(keys.length + 1).fill(most)
  least[0] = 0
  for (let from = 0; from < keys.length; from += 1) {
    const before = (least[from] ?? most) + (from > 0 ? JOINT_BITS : 0)
    if (before >= most) continue
    const better: Better = (end, bits) => {
      least[end] = Math.min(least[end] ?? most, before + bits)
    }
    better(from + 1, bitsOfSign(lower.charAt(from)))
    addWords(texts, from, wordBits, better)
    addRuns(keys, from, stepBetween, better)
    addRuns(lower, from, letterStep, better)
    addCopies(keys, from, better)
    addDigits(keys, from, better)
  }
  return least[keys.length] ?? most
}

/** Letters with what looks like one between them. */
const WORD = /\p{L}(?:\p{L}|[03](?=\p{L}))*/gu
const SEPARATOR = /[\s_.,:;|+/&–—-]/gu

/** A text as it is read by who takes look-alikes for letters, and leaves out what stands between words; each with its bits. */
function* writings(lower: string): Generator<readonly [text: string, bits: number]> {
  const repaired = lower.replace(WORD, repairHomoglyphs)
  const alike = repaired === lower ? [] : [[repaired, CHANGED_WORD_BITS] as const]
  for (const [text, bits] of [[lower, 0] as const, ...alike]) {
    yield [text, bits]
    const separators = new Set(text.match(SEPARATOR)).size
    if (separators > 0) yield [text.replace(SEPARATOR, ''), bits + separators * SEPARATOR_BITS]
  }
}

/**
 * How many guesses a password takes, as a power of two, of somebody who tries words, runs over the keyboard, years, dates and
 * copies before signs at random: the sum of the cheapest pieces that it is made of. Case, layout and letters that look alike
 * do not matter, and what stands between all words is one guess.
 *
 * @returns `most` where it is as much or more, which is told without reading on.
 */
export function guessBits(password: string, wordBits: WordBits, most: number): number {
  let least = most
  for (const [text, bits] of writings(password.normalize('NFC').toLowerCase()))
    least = Math.min(least, bits + leastBits(text, wordBits, least - bits))
  return least
}
