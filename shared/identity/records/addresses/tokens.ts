import { NO_TEXTS } from '#shared/identity/text/lists.ts'
import { memoize } from '#shared/identity/text/memoize.ts'
import { type LabelledPart, PART_OF_WORD } from './words.ts'

const TOKEN = /[\p{L}\p{N}]+|[,;\n/]/gu
const BREAK = /^[,;\n]$/
const POSTCODE = /^\d{6}$/
const STARTS_WITH_DIGIT = /^\d/
const DIGITS_ALONE = /^\d+$/
const LETTERS = /^\p{L}+$/u
/** «15-й», «2-ая», «3-го» */
export const ORDINAL = /^(?:[йяе]|[оыи]й|[аья]я|[ьо]е|го|ти)$/
/** «деревня» or «дом»: a number decides. */
const TWO_MEANINGS: ReadonlyMap<string, readonly [before: LabelledPart, otherwise: LabelledPart]> = new Map([
  ['д', ['house', 'place']],
  ['с', ['structure', 'place']]
])
const DIGITS = /(\p{L}*)(\d+)/gu

export interface Token {
  text: string
  type: 'break' | 'slash' | 'postcode' | 'digits' | 'letters' | 'mixed'
  part: LabelledPart | undefined
  isOrdinal: boolean
  startsWithDigit: boolean
}

const typeOf = (text: string): Token['type'] => {
  if (BREAK.test(text)) return 'break'
  if (text === '/') return 'slash'
  if (POSTCODE.test(text)) return 'postcode'
  if (LETTERS.test(text)) return 'letters'
  return DIGITS_ALONE.test(text) ? 'digits' : 'mixed'
}

const tokenOf = memoize(
  (text: string): Token => ({
    text,
    type: typeOf(text),
    part: PART_OF_WORD.get(text),
    isOrdinal: ORDINAL.test(text),
    startsWithDigit: STARTS_WITH_DIGIT.test(text)
  })
)
export const NO_TOKEN = tokenOf('\n')

/** The label of a word, given its neighbour: «д» before a number is a house. */
export const partOf = ({ text, part }: Token, next: Token): LabelledPart | undefined => {
  const meanings = TWO_MEANINGS.get(text)
  return meanings ? meanings[next.startsWithDigit ? 0 : 1] : part
}

export const tokensOf = (text: string): readonly Token[] => (text.match(TOKEN) ?? NO_TEXTS).map(tokenOf)

interface Piece {
  label: string
  part: LabelledPart | undefined
  digits: string
}

/** Splits a mixed word into labels and numbers. */
export const piecesOf = (token: string): [Piece[], rest: string] => {
  let end = 0
  const pieces = [...token.matchAll(DIGITS)].map(({ 0: all, 1: label = '', 2: digits = '', index }) => {
    end = index + all.length
    const part = TWO_MEANINGS.get(label)?.[0] ?? PART_OF_WORD.get(label)
    return { label, part: index > 0 && part === 'house' ? undefined : part, digits }
  })
  return [pieces, token.slice(end)]
}
