import type { Reading } from '#shared/identity/query/types.ts'
import { dateText } from '#site/features/search/texts.ts'

/** A stretch of a value; `hit` when the query asked for it. */
export interface Piece {
  /** Where it begins. */
  at: number
  text: string
  hit: boolean
}

/** What the readings of a query look for, ready to be compared with values. */
export interface Wanted {
  words: Set<string>
  numbers: Set<string>
  whole: Set<string>
}

const WORD = /[\p{L}\p{N}@.+_-]*[\p{L}\p{N}]/gu
const NUMERIC = new Set(['phone', 'inn_person', 'inn_org', 'snils', 'passport', 'ogrn', 'ogrnip'])

/** Names and text are compared word by word, numbers by their digits, dates and the rest as a whole. */
export function wantedOf(readings: Reading[]): Wanted {
  const wanted: Wanted = { words: new Set(), numbers: new Set(), whole: new Set() }
  for (const reading of readings.flatMap(one => (one.parts?.length ? one.parts : [one]))) {
    const { kind, value } = reading
    if (NUMERIC.has(kind)) wanted.numbers.add(numberKey(value))
    else if (kind === 'birth_date') wanted.whole.add(dateText(value)).add(value)
    else if (kind === 'email' || kind === 'vin' || kind === 'plate')
      wanted.whole.add(fold(value).replaceAll(' ', ''))
    else for (const [word] of value.matchAll(WORD)) if (word.length > 1) wanted.words.add(fold(word))
  }
  return wanted
}

/** A value cut into what was asked for and what was not. */
export function piecesOf(value: string, { words, numbers, whole }: Wanted): Piece[] {
  const digits = value.replace(/\D/g, '')
  const isNumber = digits.length >= 9 && /^[+\d\s().№-]+$/.test(value) && numbers.has(numberKey(digits))
  if (isNumber || whole.has(fold(value).replaceAll(' ', ''))) return [{ at: 0, text: value, hit: true }]
  if (words.size === 0) return [{ at: 0, text: value, hit: false }]
  return joined(value, words)
}

function joined(value: string, words: Set<string>): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: word, index } of value.matchAll(WORD)) {
    if (!words.has(fold(word))) continue
    const between = value.slice(end, index)
    const last = pieces.at(-1)
    if (last?.hit && between.trim() === '') last.text += between + word
    else {
      if (between) pieces.push({ at: end, text: between, hit: false })
      pieces.push({ at: index, text: word, hit: true })
    }
    end = index + word.length
  }
  if (end < value.length) pieces.push({ at: end, text: value.slice(end), hit: false })
  return pieces
}

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** «8…» and «+7…» are one phone. */
const numberKey = (digits: string) => (/^[78]\d{10}$/.test(digits) ? digits.slice(1) : digits)
