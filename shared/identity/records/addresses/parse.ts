import { CYRILLIC_HOMOGLYPHS } from '#shared/identity/text/homoglyphs.ts'
import { unique } from '#shared/identity/text/lists.ts'
import { NO_TOKEN, ORDINAL, partOf, piecesOf, type Token, tokensOf } from './tokens.ts'
import { joinLabels, type LabelledPart } from './words.ts'

/** Parts in the order of comparison. */
export interface ParsedAddress {
  /** Region, town, then unlabelled places; no district of a town. */
  places: readonly string[]
  street: readonly string[]
  /** House with letter, then buildings: «5а 2 1» of «д. 5а корп. 2 стр. 1». */
  house: readonly string[]
  flat: string | null
}

type WordPart = 'region' | 'district' | 'place' | 'street' | 'loose'
type NumberPart = 'house' | 'block' | 'structure' | 'flat' | 'loose'

interface Run {
  part: WordPart
  words: string[]
}

interface HouseNumber {
  part: NumberPart
  value: string
}

const NUMBER_PARTS: ReadonlySet<LabelledPart> = new Set<LabelledPart>(['house', 'block', 'structure', 'flat'])
const isNumberPart = (part: LabelledPart): part is Exclude<NumberPart, 'loose'> => NUMBER_PARTS.has(part)

const INNER_HYPHEN = /(\p{L})-(?=\p{L})/gu
const ADJECTIVE = /(?:[аяь]я|[ыиоь]й|[оеь]е|\d)$/
const HOUSE_LETTER = /^[абвгдежз]$/
/** Abbreviates the next word: «7 в. Иванова». */
const ABBREVIATED_LETTER = /\d\s?[абвгдежз]\.\s*\p{L}/u
const AFTER_NUMBER = /^(?:январ|феврал|март|апрел|ма[яй]|июн|июл|август|сентябр|октябр|ноябр|декабр|лет$)/
const NUMBERED_STREET = /^(?:мкрн?|мкрон|мн|микрорайон|линия|квл|квартал)$/
const cyrillic = (letters: string): string =>
  letters.length === 1 ? (CYRILLIC_HOMOGLYPHS[letters] ?? letters) : letters

class AddressReader {
  readonly runs: Run[] = []
  readonly numbers: HouseNumber[] = []
  beforeHouse: Run | null = null
  private run: Run | null = null
  private pending: LabelledPart | null = null
  private at = 0
  private readonly tokens: readonly Token[]

  constructor(private readonly text: string) {
    this.tokens = tokensOf(text)
  }

  read(): this {
    for (const token of this.tokens) {
      if (token.type === 'break') this.close()
      else if (token.type === 'letters') this.word(token)
      else if (token.type === 'digits') this.digits(token.text)
      else if (token.type === 'mixed') this.mixed(token.text)
      this.at += 1
    }
    return this
  }

  private tokenAt(offset: number): Token {
    return this.tokens[this.at + offset] ?? NO_TOKEN
  }

  private close(): void {
    this.run = null
    this.pending = null
  }

  private word(token: Token): void {
    const { text: word, isOrdinal } = token
    const part = partOf(token, this.tokenAt(1))
    if (this.pending === 'letter' && word.length === 1) this.letter(word)
    else if (part !== undefined) this.label(word, part)
    else if (this.isHouseLetter(word)) this.letter(word)
    else if (!isOrdinal || !this.tokenAt(-1).startsWithDigit) this.plain(word)
  }

  private label(word: string, part: LabelledPart): void {
    if (part === 'whole') {
      this.close()
      return
    }
    if (isNumberPart(part) || part === 'letter') {
      this.run = null
      this.pending = part
      return
    }
    this.pending = null
    const before = this.takeBefore(word, part)
    this.run = { part, words: before }
    this.runs.push(this.run)
    if (before.length > 0) this.run = null
  }

  /** «Примерская обл», «5 мкр»: takes the words before a label. */
  private takeBefore(word: string, part: WordPart): string[] {
    const last = this.numbers.at(-1)
    if (last?.part === 'loose' && NUMBERED_STREET.test(word)) {
      const before = this.tokenAt(this.tokenAt(-1).isOrdinal ? -2 : -1)
      if (last.value === before.text) return this.numbers.splice(-1).map(({ value }) => value)
    }
    const { run } = this
    if (!run || part === 'place' || (run.part !== 'loose' && run.words.length < 2)) return []
    const next = this.tokenAt(1)
    let from = run.words.length
    while (from > 0 && ADJECTIVE.test(run.words[from - 1] ?? '')) from -= 1
    const isLast = next.type !== 'letters' || next.part !== undefined
    if (from === run.words.length && isLast) from -= 1
    return run.words.splice(from)
  }

  private isHouseLetter(word: string): boolean {
    if (!this.tokenAt(-1).startsWithDigit || this.numbers.length === 0 || !HOUSE_LETTER.test(word))
      return false
    return !this.text.includes('.') || !ABBREVIATED_LETTER.test(this.text)
  }

  private letter(letter: string): void {
    const last = this.numbers.at(-1)
    if (last) last.value += cyrillic(letter)
    this.pending = null
  }

  private plain(word: string): void {
    this.pending = null
    if (!this.run) {
      this.run = { part: 'loose', words: [] }
      this.runs.push(this.run)
    }
    this.run.words.push(word)
  }

  /** A house number, unless the street has it: «2-й Условный», «ул. 8 Марта». */
  private digits(digits: string): void {
    if (this.pending === null && this.isWordOfStreet()) this.plain(digits)
    else this.number(digits)
  }

  private isWordOfStreet(): boolean {
    if (this.run?.part === 'street' && this.run.words.length === 0) return true
    const next = this.tokenAt(1)
    if (next.type !== 'letters') return false
    const second = this.tokenAt(2)
    if (next.isOrdinal) return second.type === 'letters' && second.part === undefined
    return (
      AFTER_NUMBER.test(next.text) ||
      (next.part === undefined && next.text.length > 1 && this.hasNumberBehind(1))
    )
  }

  /** «Примерск 1 Парковая 3»: another number follows the words. */
  private hasNumberBehind(offset: number): boolean {
    let at = offset
    while (this.tokenAt(at).type === 'letters' && this.tokenAt(at).part === undefined) at += 1
    return this.tokenAt(at).startsWithDigit
  }

  private number(value: string): void {
    const { pending } = this
    const isBehindHouse = this.tokenAt(-1).type === 'slash' && this.numbers.at(-1)?.part === 'house'
    const part = pending && isNumberPart(pending) ? pending : isBehindHouse ? 'block' : 'loose'
    if (part === 'loose' || part === 'house') this.beforeHouse ??= this.runs.at(-1) ?? null
    this.numbers.push({ part, value })
    this.close()
  }

  /** «кв41», «5к2с1», «7а», «2й»; other mixed words stay whole. */
  private mixed(token: string): void {
    const [pieces, rest] = piecesOf(token)
    const isHouse = pieces.every(({ part, label }, at) => part !== undefined || (at === 0 && label === ''))
    if (!isHouse || (rest.length > 1 && !ORDINAL.test(rest))) {
      this.plain(token)
      return
    }
    for (const { label, part, digits } of pieces) {
      if (part) this.label(label, part)
      this.digitsOf(token, digits)
    }
    if (rest !== '' && !ORDINAL.test(rest)) this.letter(rest)
  }

  private digitsOf(token: string, digits: string): void {
    if (
      ORDINAL.test(token.slice(digits.length)) ||
      (this.run?.part === 'street' && this.run.words.length === 0)
    )
      this.plain(digits)
    else this.number(digits)
  }
}

const wordsOf = (runs: readonly Run[], part: WordPart): string[] =>
  runs.flatMap(run => (run.part === part ? run.words : []))

/** Without a label the last word before the numbers is the street. */
const takeStreet = ({ runs, beforeHouse }: AddressReader): string[] => {
  const labelled = wordsOf(runs, 'street')
  if (labelled.length > 0) return labelled
  const isLoose = ({ part, words }: Run): boolean => part === 'loose' && words.length > 0
  const loose = beforeHouse && isLoose(beforeHouse) ? beforeHouse : runs.findLast(isLoose)
  return loose ? loose.words.splice(loose.words.length - 1) : []
}

const valuesOf = (numbers: readonly HouseNumber[], part: NumberPart): string[] =>
  numbers.flatMap(number => (number.part === part ? number.value : []))

/** Never throws; unknown words are places. */
export const parseAddress = (plain: string): ParsedAddress => {
  const joined = joinLabels(plain)
  const text = joined.includes('-') ? joined.replace(INNER_HYPHEN, '$1') : joined
  const reader = new AddressReader(text).read()
  const { runs, numbers } = reader
  const street = takeStreet(reader)
  const towns = [...wordsOf(runs, 'place'), ...wordsOf(runs, 'loose')]
  const districts = towns.length > 0 ? [] : wordsOf(runs, 'district')
  const labelled = valuesOf(numbers, 'house')
  const loose = valuesOf(numbers, 'loose')
  const house = [
    ...(labelled.length > 0 ? labelled : loose.splice(0, 1)),
    ...valuesOf(numbers, 'block'),
    ...valuesOf(numbers, 'structure')
  ]
  const flats = valuesOf(numbers, 'flat')
  const unlabelled = flats.length === 0 ? loose.splice(-1) : []
  return {
    places: unique([...wordsOf(runs, 'region'), ...districts, ...towns]),
    street,
    house: [...house, ...loose],
    flat: [...flats, ...unlabelled].join(' ') || null
  }
}
