import { monthOf } from '#shared/identity/identifiers/months.ts'
import { classifyNameWord, isGivenOrPatronymic, isNameWord } from '#shared/identity/names/name-word.ts'
import { isObliqueGiven, isObliquePatronymic, isSurelyOblique } from '#shared/identity/names/oblique.ts'
import {
  isTownName,
  LANDSCAPE,
  PLACE_ENDING,
  STREET_DAY
} from '#shared/identity/reading/lexicon/place-words.ts'
import type { Line } from '#shared/identity/reading/spans.ts'
import type { Token } from '#shared/identity/reading/tokens.ts'

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const STREET = words(
  'ул улица пр-т пр-кт просп проспект пер переулок шоссе ш наб набережная мкр мкрн микрорайон бульвар бул б-р площадь пл проезд тупик пр аллея'
)
const REGION = words('обл область р-н район край округ респ республика')
const OF_REGION = words('автономный автономная городской муниципальный')
const MORE_OF_REGION = 1.2
const BEFORE_REGION = words('респ республика')
const TOWN = words('г гор город пос поселок с село дер деревня д станица ст-ца п пгт')
const HOUSE = words('д дом вл владение')
const FLAT = words('к корп корпус стр строение кв квартира оф офис комн ком помещение пом лит литер литера')
const LETTERED = words('лит литер литера')

/** End and weight of an address part. */
export interface Element {
  to: number
  weight: number
  kind: 'postcode' | 'region' | 'town' | 'street' | 'house' | 'flat'
}

const YEAR = /^(?:19|20)\d{2}$/
const DAY = new RegExp(`^(?:${STREET_DAY}|\\d{1,2} лет \\p{L}+)(?!\\p{L}| ?\\d{4})`, 'iu')
/** A day that streets are named after, with no name beside it. */
const OF_DAY = 2.6
const BESIDE_NAME = 0.4
/** «14 марта 81, кв. 3»: other days need a flat. */
const OF_OTHER_DAY = -0.6
/** A street after its town, with given name and surname. */
const AFTER_SOMEBODY = 2
const NAME_WORDS_MAX = 3
const POSTCODE_DIGITS = 6
export const HOUSE_DIGITS_MAX = 4

const isMark = (token: Token | undefined, marks: ReadonlySet<string>): boolean =>
  token?.kind === 'word' && marks.has(token.lower)

const behindDot = ({ tokens }: Line, at: number): number => (tokens[at]?.text === '.' ? at + 1 : at)

function behindLetter({ tokens }: Line, at: number): number {
  const letter = tokens[at + 1]
  const isLettered = letter?.kind === 'word' && letter.text.length === 1 && letter.from === tokens[at]?.to
  return isLettered ? at + 2 : at + 1
}

/** «Сосновый Бор», «Красная Поляна» */
const isLandscape = (tokens: readonly Token[], at: number, to: number): boolean =>
  to === at + 2 && LANDSCAPE.has(tokens[at + 1]?.lower ?? '') && ADJECTIVE.test(tokens[at]?.lower ?? '')
const ADJECTIVE = /(?:[ыи]й|ой|[ая]я|[ое]е|ые)$/u

export const isMonth = (token: Token | undefined): boolean =>
  token?.kind === 'word' && monthOf(token.lower) > 0

const isOfPlace = (token: Token): boolean =>
  STREET.has(token.lower) ||
  REGION.has(token.lower) ||
  TOWN.has(token.lower) ||
  HOUSE.has(token.lower) ||
  LANDSCAPE.has(token.lower) ||
  isTown(token)

const isTown = (token: Token | undefined): boolean =>
  token?.kind === 'word' && (isTownName(token.lower) || PLACE_ENDING.test(token.lower))

/** «переписка с Соколовым»: a letter without a dot before a name. */
function isWithSomebody({ tokens }: Line, at: number): boolean {
  const [label, word] = [tokens[at], tokens[at + 1]]
  if (label?.text.length !== 1 || word?.kind !== 'word') return false
  return isNameWord(word.lower) || isSurelyOblique(word.lower) || isObliqueGiven(word.lower)
}

/** «Примерова Ильи Андреевича 1» is a person, unless a street word stands there. */
function isOfSomebody({ tokens }: Line, at: number): boolean {
  const [given, patronymic] = [tokens[at - 1], tokens[at]]
  if (given?.kind !== 'word' || patronymic?.kind !== 'word' || !isObliquePatronymic(patronymic.lower))
    return false
  return isObliqueGiven(given.lower) || classifyNameWord(given.lower).given !== null
}

export function elementsAt(
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
      // «ул. 40 лет Октября»
      if (word.kind === 'number' && to === from + 1) continue
      if (word.kind === 'word' && (isOther(to - 1) || (to === from + 1 && word.text.length < 3))) return
      elements.push({ to, weight: weight - (to - from - 1) * 0.6, kind })
    }
  }
  if (token.kind === 'number') {
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
    const to = behindLetter(line, at)
    // «8 марта 81г»
    if (to > at + 1 && tokens[at + 1]?.lower === 'г' && isMonth(tokens[at - 1])) return elements
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
  if (isMark(token, BEFORE_REGION)) named(behindDot(line, at + 1), 'region', 4.2)
  for (const [marks, kind] of [
    [HOUSE, 'house'],
    [FLAT, 'flat']
  ] as const) {
    const number = behindDot(line, at + 1)
    const digits = tokens[number]
    const isLetter = isMark(token, LETTERED) && digits?.kind === 'word' && digits.text.length === 1
    const isNumber = digits?.kind === 'number' && digits.text.length <= HOUSE_DIGITS_MAX
    if (!isMark(token, marks) || !(isNumber || isLetter)) continue
    const to = isNumber ? behindLetter(line, number) : number + 1
    elements.push({ to, weight: before === null ? 1.2 : 2.5, kind })
  }
  for (let to = at + 1; to <= at + 2; to += 1) {
    if (tokens[to - 1]?.kind !== 'word' || (tokens[to - 1]?.text.length ?? 0) < 3) break
    if (isMark(tokens[to], STREET))
      elements.push({ to: behindDot(line, to + 1), weight: 4.2, kind: 'street' })
    const more = to > at + 1 && isMark(tokens[to - 1], OF_REGION) ? MORE_OF_REGION : 0
    if (isMark(tokens[to], REGION))
      elements.push({ to: behindDot(line, to + 1), weight: 4 + more, kind: 'region' })
    if (
      isTownName(token.lower) ||
      (to > at + 1 && isTownName(tokens[to - 1]?.lower ?? '')) ||
      isLandscape(tokens, at, to)
    )
      elements.push({ to, weight: 1.6, kind: 'town' })
    if (isGivenOrPatronymic(classifyNameWord(token.lower))) continue
    if (isOfSomebody(line, to - 1) || (to > at + 1 && isOfSomebody(line, at))) break
    // Unknown words are places only by their neighbours.
    if ((before === null || before === 'postcode' || before === 'region') && !isOther(at))
      elements.push({ to, weight: -0.6 - (to - at - 1), kind: 'town' })
    if (before === 'town' && to === at + 2 && isObliqueGiven(token.lower))
      elements.push({ to, weight: AFTER_SOMEBODY, kind: 'street' })
    else if ((before === null || before === 'town') && !isOther(at))
      elements.push({ to, weight: (before === null ? -1.2 : -0.4) - (to - at - 1) * 0.8, kind: 'street' })
  }
  return elements
}

/** «Примерская область»: its word is no label. */
export const isNamedRegion = ({ tokens }: Line, at: number): boolean =>
  isMark(tokens[at], REGION) && tokens[at - 1]?.kind === 'word'

/** An address word, a town, or a short number beside a word that is no name: «Образцовая 7». */
export function mayHavePlace({ tokens }: Line): boolean {
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'word' && isOfPlace(token)) return true
    if (token.kind !== 'number' || token.text.length > HOUSE_DIGITS_MAX) continue
    const before = tokens[tokens[at - 1]?.text === ',' ? at - 2 : at - 1]
    const behind = tokens[at + 1]
    if (
      before?.kind === 'word' &&
      before.text.length > 2 &&
      !isGivenOrPatronymic(classifyNameWord(before.lower))
    )
      return true
    if (behind?.kind === 'word' && behind.text.length > 2 && DAY.test(`${token.text} ${behind.lower}`))
      return true
  }
  return false
}
