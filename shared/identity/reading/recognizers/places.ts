import type { Reading } from '#shared/contracts/reading.ts'
import { isNameWord } from '#shared/identity/names/name-word.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'
import type { Token } from '#shared/identity/reading/tokens.ts'
import {
  type Element,
  elementsAt,
  HOUSE_DIGITS_MAX,
  isMonth,
  isNamedRegion,
  mayHavePlace
} from './place-elements.ts'

const KINDS: readonly (Element['kind'] | null)[] = [
  null,
  'postcode',
  'region',
  'town',
  'street',
  'house',
  'flat'
]
const SEPARATOR = /^[,./;()-]$/
/** One address is likelier than two parts. */
const TOGETHER = 0.8
const ELEMENTS_MAX = 10

/** «Примерск Образцовая 7 41»: two numbers after so much are house and flat. */
const SURE = 1

function isBetweenTwo({ tokens }: Line, at: number): boolean {
  const isNumber = (place: number) => tokens[place]?.kind === 'number'
  return isNumber(at - 1) && isNumber(at) && !isNumber(at - 2) && !isNumber(at + 1)
}

const isInDate = (before: Token, dot: Token, behind: Token | undefined): boolean =>
  dot.text === '.' && dot.from === before.to && behind?.kind === 'number' && behind.from === dot.to

/** Splits a number, a word, or a day from its month. */
function isTorn({ tokens }: Line, at: number): boolean {
  const [before, behind] = [tokens[at - 1], tokens[at]]
  if (before?.kind !== 'number' || !behind) return false
  const isTouching = behind.from === before.to && behind.kind !== 'mark'
  return (
    isTouching ||
    (behind.kind === 'number' && behind.text.length > 1 && behind.text.length <= HOUSE_DIGITS_MAX) ||
    (behind.text === '(' && tokens[at + 1]?.kind === 'number') ||
    isInDate(before, behind, tokens[at + 1]) ||
    (Number(before.text) <= 31 && isMonth(behind.text === '-' ? tokens[at + 2] : behind))
  )
}

/** From postcode or town to flat, with signs between. */
export function placesIn(line: Line, costs: ReadonlyMap<number, number>, phrases: readonly Phrase[]): Span[] {
  const isOther = (at: number) => costs.has(at)
  if (!mayHavePlace(line) && !phrases.some(({ tag }) => tag === 'address')) return []
  const isNameless = !line.tokens.some(({ kind, lower }) => kind === 'word' && isNameWord(lower))
  const labelled = new Set<number>()
  for (const { to, tag } of phrases)
    if (tag === 'address' && !isNamedRegion(line, to - 1)) labelled.add(behindMarks(line, to))
  const spans = new Map<number, Span>()
  const { tokens } = line
  const elements = new Map<number, Element[]>()
  const elementsBehind = (at: number, before: Element['kind'] | null): Element[] => {
    const key = at * KINDS.length + KINDS.indexOf(before)
    const own = elements.get(key) ?? elementsAt(line, at, before, isOther, isNameless)
    elements.set(key, own)
    return own
  }
  const reached = new Map<number, number>()
  const walk = (
    from: number,
    at: number,
    weight: number,
    before: Element['kind'] | null,
    count: number
  ): void => {
    if (count > ELEMENTS_MAX) return
    // The heavier path to a place is enough.
    const place = at * KINDS.length + KINDS.indexOf(before)
    if ((reached.get(place) ?? Number.NEGATIVE_INFINITY) >= weight) return
    reached.set(place, weight)
    for (const { to, weight: own, kind } of elementsBehind(at, before)) {
      if (to > tokens.length) continue
      const total = weight + own + (count > 0 ? TOGETHER : 0)
      // «Иванова 8 975 900 66 66» continues with its number.
      if (isTorn(line, to) && !(total > SURE && isBetweenTwo(line, to))) continue
      const key = from * (tokens.length + 1) + to
      if (total > 0.5 && (spans.get(key)?.weight ?? 0) < total)
        spans.set(
          key,
          placeAt(line, from, tokens[to]?.text === ')' && opens(line, from, to) ? to + 1 : to, total, count)
        )
      let next = to
      if (SEPARATOR.test(tokens[next]?.text ?? '')) next += 1
      const isDashed =
        kind === 'street' && tokens[next - 1]?.text === '-' && tokens[next - 1]?.from !== tokens[next - 2]?.to
      if (next < tokens.length && !isDashed) walk(from, next, total, kind, count + 1)
    }
  }
  for (let from = 0; from < tokens.length; from += 1) {
    reached.clear()
    walk(from, from, labelled.has(from) ? BEHIND_LABEL : 0, null, 0)
  }
  return [...spans.values()]
}

const BEHIND_LABEL = 3
function behindMarks({ tokens }: Line, at: number): number {
  let behind = at
  while (tokens[behind]?.kind === 'mark') behind += 1
  return behind
}

const opens = ({ tokens }: Line, from: number, to: number): boolean =>
  tokens.slice(from, to).some(({ text }) => text === '(')

function placeAt(line: Line, from: number, to: number, weight: number, count: number): Span {
  let readings: readonly Reading[] | undefined
  return {
    from,
    to,
    treatment: 'value',
    tag: 'address',
    weight,
    // Lazy, because most places are never chosen.
    get readings() {
      const text = line.textOf(from, to)
      readings ??= [makeReading('address', text, text, { confidence: count > 0 ? 0.9 : 0.8 })]
      return readings
    }
  }
}
