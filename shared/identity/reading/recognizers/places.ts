import type { Reading } from '#shared/contracts/reading.ts'
import { monthOf } from '#shared/identity/identifiers/months.ts'
import { classifyNameWord, isAnchor, isNameWord } from '#shared/identity/names/name-word.ts'
import { isObliqueGiven, isSurelyOblique } from '#shared/identity/names/oblique.ts'
import type { Phrase } from '#shared/identity/reading/lexicon/phrases.ts'
import {
  isTownName,
  LANDSCAPE,
  PLACE_ENDING,
  STREET_DAY
} from '#shared/identity/reading/lexicon/place-words.ts'
import { makeReading } from '#shared/identity/reading/reading.ts'
import type { Line, Span } from '#shared/identity/reading/spans.ts'
import type { Token } from '#shared/identity/reading/tokens.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const STREET = words(
  'ул улица пр-т пр-кт просп проспект пер переулок шоссе ш наб набережная мкр мкрн микрорайон бульвар бул б-р площадь пл проезд тупик пр аллея'
)
const REGION = words('обл область р-н район край респ республика')
const TOWN = words('г гор город пос поселок с село дер деревня д станица ст-ца п пгт')
const HOUSE = words('д дом вл владение')
const FLAT = words('к корп корпус стр строение кв квартира оф офис комн ком помещение пом лит')

/** A part of an address behind a token: how far it goes and what it weighs. */
interface Element {
  to: number
  weight: number
  kind: 'postcode' | 'region' | 'town' | 'street' | 'house' | 'flat'
}

const YEAR = /^(?:19|20)\d{2}$/
const DAY = new RegExp(`^(?:${STREET_DAY}|\\d{1,2} лет \\p{L}+)(?!\\p{L}| ?\\d{4})`, 'iu')
/** Of a day after which streets are called, where nobody is named. */
const OF_DAY = 2.6
const BESIDE_NAME = 0.4
/** «14 марта 81, кв. 3»: only a flat makes a street of any other day. */
const OF_OTHER_DAY = -0.6
/** Of a street behind its town, called after somebody by name and surname. */
const AFTER_SOMEBODY = 2
const NAME_WORDS_MAX = 3
const POSTCODE_DIGITS = 6
const HOUSE_DIGITS_MAX = 4

const isMark = (token: Token | undefined, marks: ReadonlySet<string>): boolean =>
  token?.kind === 'word' && marks.has(token.lower)

/** Behind an abbreviation and its dot. */
const behindDot = ({ tokens }: Line, at: number): number => (tokens[at]?.text === '.' ? at + 1 : at)

/** «Сосновый Бор», «Красная Поляна» */
const isLandscape = (tokens: readonly Token[], at: number, to: number): boolean =>
  to === at + 2 && LANDSCAPE.has(tokens[at + 1]?.lower ?? '') && ADJECTIVE.test(tokens[at]?.lower ?? '')
const ADJECTIVE = /(?:[ыи]й|ой|[ая]я|[ое]е|ые)$/u

const isMonth = (token: Token | undefined): boolean => token?.kind === 'word' && monthOf(token.lower) > 0

const isOfPlace = (token: Token): boolean =>
  STREET.has(token.lower) ||
  REGION.has(token.lower) ||
  TOWN.has(token.lower) ||
  HOUSE.has(token.lower) ||
  LANDSCAPE.has(token.lower) ||
  isTown(token)

const isTown = (token: Token | undefined): boolean =>
  token?.kind === 'word' && (isTownName(token.lower) || PLACE_ENDING.test(token.lower))

/** «переписка с Соколовым», «в д Примерова»: a letter without a dot before somebody's name. */
function isWithSomebody({ tokens }: Line, at: number): boolean {
  const [label, word] = [tokens[at], tokens[at + 1]]
  if (label?.text.length !== 1 || word?.kind !== 'word') return false
  return isNameWord(word.lower) || isSurelyOblique(word.lower) || isObliqueGiven(word.lower)
}

/** The elements that may begin at a token, given the one before. */
function elementsAt(
  line: Line,
  at: number,
  before: Element['kind'] | null,
  isOther: (at: number) => boolean,
  isNameless: boolean
): Element[] {
  const { tokens } = line
  const token = tokens[at]
  if (!token || token.kind === 'mark') return []
  const elements: Element[] = []
  const named = (from: number, kind: Element['kind'], weight: number): void => {
    for (let to = from + 1; to <= from + NAME_WORDS_MAX; to += 1) {
      const word = tokens[to - 1]
      if (!word || word.kind === 'mark' || (word.kind === 'number' && to === from + 1 && kind === 'town'))
        return
      if (word.kind === 'number' && (word.text.length > 3 || (to === from + 1 && kind !== 'street'))) return
      // A number begins the name of a street: «ул. 40 лет Октября».
      if (word.kind === 'number' && to === from + 1) continue
      if (word.kind === 'word' && (isOther(to - 1) || (to === from + 1 && word.text.length < 3))) return
      elements.push({ to, weight: weight - (to - from - 1) * 0.6, kind })
    }
  }
  if (token.kind === 'number') {
    // «8 Марта», «40 лет Октября»
    const day = DAY.exec(line.text.slice(token.from, token.from + 30))
    if (day && (before === null || before === 'town'))
      elements.push({
        to: line.tokenAt(token.from + day[0].length),
        weight: isNameless ? OF_DAY : BESIDE_NAME,
        kind: 'street'
      })
    else if (before === null && token.text.length <= 2 && isMonth(tokens[at + 1]))
      elements.push({ to: at + 2, weight: OF_OTHER_DAY, kind: 'street' })
    if (token.text.length === POSTCODE_DIGITS && before !== 'postcode')
      elements.push({ to: at + 1, weight: 0.5, kind: 'postcode' })
    if (
      token.text.startsWith('0') ||
      token.text.length > HOUSE_DIGITS_MAX ||
      (before !== 'street' && before !== 'house')
    )
      return elements
    const isSigned = tokens[at - 1]?.kind === 'mark'
    const letter = tokens[at + 1]
    const isLettered = letter?.kind === 'word' && letter.text.length === 1 && letter.from === token.to
    // «8 марта 81г»
    if (isLettered && letter.lower === 'г' && isMonth(tokens[at - 1])) return elements
    const to = isLettered ? at + 2 : at + 1
    elements.push({
      to,
      weight: YEAR.test(token.text) ? -1 : before === 'street' || isSigned ? 1.2 : 0.3,
      kind: before === 'street' ? 'house' : 'flat'
    })
    return elements
  }
  // «2006 г.» is a year.
  const isOfYear =
    token.text === 'г' && tokens[at - 1]?.kind === 'number' && !isTown(tokens[behindDot(line, at + 1)])
  if (isMark(token, STREET)) named(behindDot(line, at + 1), 'street', 4.5)
  if (isMark(token, TOWN) && before !== 'street' && !isWithSomebody(line, at))
    named(
      behindDot(line, at + 1),
      'town',
      isOfYear
        ? 0.4
        : token.lower === 'с' && tokens[at + 1]?.text !== '.'
          ? 0.2
          : token.text.length > 1 || tokens[at + 1]?.text === '.'
            ? 3.2
            : 2
    )
  for (const [marks, kind] of [
    [HOUSE, 'house'],
    [FLAT, 'flat']
  ] as const) {
    const number = behindDot(line, at + 1)
    const digits = tokens[number]
    if (!isMark(token, marks) || digits?.kind !== 'number' || digits.text.length > HOUSE_DIGITS_MAX) continue
    const letter = tokens[number + 1]
    const isLettered = letter?.kind === 'word' && letter.text.length === 1 && letter.from === digits.to
    elements.push({ to: number + (isLettered ? 2 : 1), weight: before === null ? 1.2 : 2.5, kind })
  }
  for (let to = at + 1; to <= at + 2; to += 1) {
    if (tokens[to - 1]?.kind !== 'word' || (tokens[to - 1]?.text.length ?? 0) < 3) break
    if (isMark(tokens[to], STREET))
      elements.push({ to: behindDot(line, to + 1), weight: 4.2, kind: 'street' })
    if (isMark(tokens[to], REGION)) elements.push({ to: behindDot(line, to + 1), weight: 4, kind: 'region' })
    if (
      isTownName(token.lower) ||
      (to > at + 1 && isTownName(tokens[to - 1]?.lower ?? '')) ||
      isLandscape(tokens, at, to)
    )
      elements.push({ to, weight: 1.6, kind: 'town' })
    // Nor is a given name.
    if (isAnchor(classifyNameWord(token.lower))) continue
    // Words that are no known place: only what stands beside them makes them one.
    if ((before === null || before === 'postcode' || before === 'region') && !isOther(at))
      elements.push({ to, weight: -0.6 - (to - at - 1), kind: 'town' })
    // «Юрия Гагарина, 5»
    if (before === 'town' && to === at + 2 && isObliqueGiven(token.lower))
      elements.push({ to, weight: AFTER_SOMEBODY, kind: 'street' })
    else if ((before === null || before === 'town') && !isOther(at))
      elements.push({ to, weight: (before === null ? -1.2 : -0.4) - (to - at - 1) * 0.8, kind: 'street' })
  }
  return elements
}

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
/** One address is likelier than two of its parts side by side. */
const TOGETHER = 0.8
const ELEMENTS_MAX = 7

/** «Примерск Образцовая 7 41»: behind so much of an address two numbers are its house and its flat. */
const SURE = 1

function isBetweenTwo({ tokens }: Line, at: number): boolean {
  const isNumber = (place: number) => tokens[place]?.kind === 'number'
  return isNumber(at - 1) && isNumber(at) && !isNumber(at - 2) && !isNumber(at + 1)
}

/** «27.11.1970» */
const isInDate = (before: Token, dot: Token, behind: Token | undefined): boolean =>
  dot.text === '.' && dot.from === before.to && behind?.kind === 'number' && behind.from === dot.to

/** True between two numbers that only a blank parts, inside a word, and between a day and its month. */
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

/**
 * Whether a line has a word of an address, a town, or a short number beside a word that is no name: «Образцовая 7». Dates and
 * telephones beside a name are none.
 */
function mayHavePlace({ tokens }: Line): boolean {
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'word' && isOfPlace(token)) return true
    if (token.kind !== 'number' || token.text.length > HOUSE_DIGITS_MAX) continue
    const before = tokens[tokens[at - 1]?.text === ',' ? at - 2 : at - 1]
    const behind = tokens[at + 1]
    if (before?.kind === 'word' && before.text.length > 2 && !isAnchor(classifyNameWord(before.lower)))
      return true
    if (behind?.kind === 'word' && behind.text.length > 2 && DAY.test(`${token.text} ${behind.lower}`))
      return true
  }
  return false
}

/** Addresses: elements from the postcode or the town to the flat, with signs between them. */
export function placesIn(line: Line, costs: ReadonlyMap<number, number>, phrases: readonly Phrase[]): Span[] {
  const isOther = (at: number) => costs.has(at)
  if (!mayHavePlace(line) && !phrases.some(({ tag }) => tag === 'address')) return []
  const isNameless = !line.tokens.some(({ kind, lower }) => kind === 'word' && isNameWord(lower))
  const labelled = new Set<number>()
  for (const { to, tag } of phrases) if (tag === 'address') labelled.add(behindMarks(line, to))
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
    // A lighter way to the same place leads nowhere that the heavier one does not.
    const place = at * KINDS.length + KINDS.indexOf(before)
    if ((reached.get(place) ?? Number.NEGATIVE_INFINITY) >= weight) return
    reached.set(place, weight)
    for (const { to, weight: own, kind } of elementsBehind(at, before)) {
      if (to > tokens.length) continue
      const total = weight + own + (count > 0 ? TOGETHER : 0)
      // «Иванова 8 975 900 66 66» goes on with its number.
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

/** A label says of which kind the span behind it is. */
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
    weight,
    // Most places of a line are never chosen.
    get readings() {
      const text = line.textOf(from, to)
      readings ??= [makeReading('address', text, text, { confidence: count > 0 ? 0.9 : 0.8 })]
      return readings
    }
  }
}
