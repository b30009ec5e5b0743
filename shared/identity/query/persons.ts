import { PERSONS_IN_LINE_MAX } from '#shared/constants.ts'
import type { Reading } from '#shared/contracts/reading.ts'
import { genderOfGiven, isKnownGiven } from '#shared/identity/names/given-names.ts'
import { classifyNameWord, isAnchor } from '#shared/identity/names/name-word.ts'
import { FORMER_WORD } from '#shared/identity/records/name-remarks.ts'
import { memoize, memoizeTexts } from '#shared/identity/text/memoize.ts'
import { READING_NOTES } from '#shared/labels/readings.ts'
import { isCommonWord } from './common-words.ts'
import { lineReadings } from './line.ts'
import { isSameReading, makeReading, namesOf, rankReadings } from './reading.ts'

const NUMBERING = /^\d{1,3}[.)]\s*(?=\p{L})/u
/** «Иванов Иван и Петрова Анна»: a capital «И» is an initial. */
const AND = / (?:и|а также|или|[+&]) /
/** «Примеров Илья / Другов Олег», but no «14/03/1981», no «а/м» and no «t.me/primerov» */
const SLASH = /(?<=[\p{L}\d.»"]{2})(?<!\.[a-z]{2,4}) ?\/ ?(?=[«"]?\p{L}{2})/u
const INITIAL = /^\p{Lu}\./u
const SURE_PERSON = 0.55
/** By commas and line breaks other words are parted too, such as a place. */
const NAMED_BESIDE_WORD = 2
const LISTED_WORDS_MIN = 3 * PERSONS_IN_LINE_MAX + 1
const NAME_SHARE = 0.9
const WHOLE_LINE = 0.05

/** Whether a text is a person is asked for each way in which a line may be parted. */
export const readText = memoizeTexts(lineReadings)

/** The texts of a line that are a person each, with the dates and numbers after a name; null when it names one or none. */
export function splitPersons(line: string): string[] | null {
  const slashed = line.includes('/') ? line.split(SLASH) : []
  if (slashed.length > 1 && slashed.every(isWholePerson)) return slashed
  const glue = line.includes(';') ? ';' : line.includes(',') ? ',' : null
  const family = glue === null ? familyOf(line) : null
  if (family) return family
  const texts = glue === null ? [line] : line.split(glue)
  const apart = glue === ';' ? partedByComma : (text: string) => [text]
  const least = glue === ',' ? NAMED_BESIDE_WORD : 1
  const parted = AND.test(line)
    ? groupPersonTexts(texts.flatMap(text => text.split(AND)).flatMap(apart), least)
    : null
  return parted ?? (glue === null ? null : groupPersonTexts(texts.flatMap(apart), least))
}

/** A given name and a surname: a slash parts also the two surnames of one person, «Иванова/Петрова Анна». */
function isWholePerson(text: string): boolean {
  if (kindOfSegment(text) !== 'person') return false
  const [best] = readText(text)
  const name = (best?.parts ?? [best]).find(one => one?.kind === 'full_name')
  const [parsed] = name ? namesOf(name) : []
  return parsed?.given !== undefined && parsed.given.length > 1
}

/** «Примеров Илья, Другов Олег» between two «;» are two people, «Примеров Илья, 14.03.1981» is one. */
const partedByComma = (text: string): string[] =>
  (text.includes(',') ? groupPersonTexts(text.split(',')) : null) ?? [text]

const COUPLE = /^(?:(?<before>\p{L}{3,}) )?(?<one>\p{L}{2,}) и (?<other>\p{L}{2,})(?: (?<after>\p{L}{3,}))?$/u
const PLURAL = /(?:(?<=[оеё]в|[иы]н)ы|(?<=[сц]к)ие)$/iu

/** «Иван и Анна Петровы»: each has the surname in the form of their gender. */
function familyOf(line: string): string[] | null {
  const { before, one = '', other = '', after } = COUPLE.exec(line)?.groups ?? {}
  const plural = before ?? after ?? ''
  if ((before && after) || !PLURAL.test(plural)) return null
  const givens = [one, other].map(given => ({ given, gender: genderOfGiven(given.toLowerCase()) }))
  if (!givens.every(({ given }) => isKnownGiven(given.toLowerCase()))) return null
  const adjective = /ие$/i.test(plural)
  const stem = plural.replace(PLURAL, '')
  return givens.map(({ given, gender }) =>
    gender === 'female'
      ? `${stem}${adjective ? 'ая' : 'а'} ${given}`
      : `${stem}${adjective ? 'ий' : ''} ${given}`
  )
}

/**
 * The same for texts that are already apart, such as the lines of a pasted text.
 *
 * @param least How many surely are people where an unknown word between them may be the surname of one more.
 */
export function groupPersonTexts(
  texts: readonly string[],
  least: number = NAMED_BESIDE_WORD
): string[] | null {
  const segments = texts.map(text => text.trim().replace(NUMBERING, '')).filter(text => text !== '')
  if (segments.filter(segment => mayBeName(segment) || LONE_WORD.test(segment)).length < 2) return null
  const kinds = segments.map((segment, at) =>
    at > 0 && (isState(segment) || FORMER.test(segment)) ? 'rest' : kindOfSegment(segment)
  )
  const [named, words] = [countOf(kinds, 'person'), countOf(kinds, 'word')]
  const areSmall = !segments.some(segment => CAPITAL.test(segment))
  if (
    words > 0 &&
    (named < (areSmall ? NAMED_BESIDE_WORD : least) ||
      words > named ||
      (named === 1 && kinds.includes('rest')))
  )
    return null
  const persons: string[] = []
  for (const [at, segment] of segments.entries()) {
    const kind = kinds[at]
    if (kind === 'person' || (kind === 'word' && (areSmall || CAPITAL.test(segment)))) persons.push(segment)
    else if (kind === 'rest' && persons.length > 0) persons.push(`${persons.pop()}, ${segment}`)
    else return null
  }
  return persons.length > 1 ? persons : null
}

type SegmentKind = 'person' | 'word' | 'rest' | 'other'

const countOf = (kinds: readonly SegmentKind[], wanted: SegmentKind): number =>
  kinds.filter(kind => kind === wanted).length

/** A quick look: a word that is a part of a name, or an initial. */
function mayBeName(segment: string): boolean {
  return segment.split(' ').some(word => INITIAL.test(word) || isNameWord(word.toLowerCase()))
}

/** Endings of patronymics and surnames in an oblique case. */
const OBLIQUE = /(?:ич|н)(?:а|у|ем|ом|ы|е|ой)$|(?:[оеё]в|[иы]н|[сц]к)(?:ым|им|ому?|ого|ой|у|ую|е)$/

const isNameWord = memoize((word: string): boolean => {
  const nameWord = classifyNameWord(word)
  return nameWord.likeness === 2 || isAnchor(nameWord) || OBLIQUE.test(word)
})

/**
 * A person has a surname and something beside it, or a surname that looks like one; words that are no name end a list. A
 * word that no table knows may be a surname among people.
 */
function kindOfSegment(segment: string): SegmentKind {
  const [best] = readText(segment)
  if (!best || best.kind === 'text') return isUnknownSurname(segment) ? 'word' : 'other'
  const name = (best.parts ?? [best]).find(({ kind }) => kind === 'full_name')
  if (!name) return best.parts?.some(({ kind }) => kind === 'text') ? 'other' : 'rest'
  const [parsed] = namesOf(name)
  const { surname = '', given } = parsed ?? {}
  const named = surname.length > 1 && (given !== undefined || classifyNameWord(surname).likeness === 2)
  if (named && best.confidence >= SURE_PERSON) return 'person'
  return isUnknownSurname(segment) ? 'word' : 'other'
}

/** «в розыске», «в Москве»: words in the prepositional case, of which a small «в» is no initial. */
const STATE = /^в(?: \p{L}{3,}){1,3}(?<=\p{L}(?:е|и|у|ах|ях))$/u

/** «до замужества Иванова»: the same person's. */
const FORMER = new RegExp(`^${FORMER_WORD}\\p{L}[\\p{L}-]+$`, 'iu')

const isState = (segment: string): boolean =>
  STATE.test(segment) && !segment.split(' ').some(word => classifyNameWord(word.toLowerCase()).likeness === 2)

const LONE_WORD = /^\p{L}[\p{L}’'-]{2,}$/u
const CAPITAL = /\p{Lu}/u
/** «Примерск», «Волгоград» */
const PLACE_ENDING = /(?:ск|град|бург|поль)$/iu

function isUnknownSurname(segment: string): boolean {
  if (!LONE_WORD.test(segment) || PLACE_ENDING.test(segment)) return false
  const word = segment.toLowerCase()
  const { likeness, given, patronymic, patronymicEnding } = classifyNameWord(word)
  return likeness < 2 && given === null && patronymic === 0 && !patronymicEnding && !isCommonWord(word)
}

/**
 * Readings of several people, each with its number in the line; of a longer list the one reading that names it.
 * The same person twice is one. Without the number when only one is left.
 */
export function personReadings(line: string, texts: readonly string[]): Reading[] {
  const people: Reading[][] = []
  for (const text of texts) {
    const [best, ...others] = readText(text)
    if (!best || people.some(([other]) => other && isSameReading(best, other))) continue
    people.push([best, ...others.filter(one => isAlsoMeant(one, best))])
    if (people.length > PERSONS_IN_LINE_MAX) return [listReading(line)]
  }
  const whole = makeReading('text', line, line, { confidence: WHOLE_LINE })
  // An unknown word makes nobody else less sure.
  const sure = Math.min(
    ...people.flatMap(([best]) => (best && !isUnknownSurname(best.terms.join(' ')) ? [best.confidence] : []))
  )
  const numbered = people.flatMap((readings, at) =>
    readings.map(one => ({
      ...one,
      ...(people.length > 1 && { person: at + 1 }),
      confidence: Math.min(one.confidence, sure)
    }))
  )
  return rankReadings([...numbered, whole])
}

/** Of «Иванову Ивану 14.03.1981» the name alone is only a part, the other case is not; an unknown word may be any part of a name. */
const isAlsoMeant = (one: Reading, best: Reading): boolean =>
  best.kind === 'text'
    ? one.kind === 'full_name'
    : one.kind === best.kind && [one, best].some(({ note }) => note?.includes(READING_NOTES.oblique))

/** A list of names without any sign between them. */
export function isListOfNames(line: string): boolean {
  if (line.length < 2 * LISTED_WORDS_MIN) return false
  const words = line.toLowerCase().split(' ')
  if (words.length < LISTED_WORDS_MIN) return false
  return words.filter(isNameWord).length >= words.length * NAME_SHARE
}

/** What is too long for one search, named as such: it can still be chosen as text. */
export function listReading(line: string): Reading {
  return makeReading('text', line, line, { confidence: 0.55, note: READING_NOTES.list })
}

/** True for the readings of a list that one search does not answer. */
export const isList = ([best]: readonly Reading[]): boolean => best?.note === READING_NOTES.list
