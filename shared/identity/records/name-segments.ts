import { classifyNameWord, isGivenOrPatronymic, type NameWord } from '#shared/identity/names/name-word.ts'
import { APOSTROPHES } from '#shared/identity/text/homoglyphs.ts'
import { NAME_CHARS_MAX } from './name-remarks.ts'
import { isRemarkWord } from './remark-words.ts'

/*
 * Signs in a name column split a name («Сердцев ❤ Иван»), two people («Иванов Иван / Иванова Анна») or a remark: the
 * words on both sides decide.
 */

/** `soft` stands anywhere; `hard` rather separates two things; `colon` follows a label. */
type Sign = 'soft' | 'hard' | 'colon' | 'dash' | 'comma'

const DASH = /^[‐‑‒–—−-]+$/u
const COMMA = /^,+$/
const COLON = /:/
const HARD = /[+&/\\]|^и$/
const SIGNS =
  /\s*(?:[,:+&/\\|•·]|(?<=\s)[‐‑‒–−-]+(?=\s)|—|и(?=\s\p{Lu})(?<=\p{L}{2}\sи)|(?![`^´])[\p{So}\p{Sm}\p{Sc}\p{Sk}])(?:\s|[,:+&/\\|•·—]|(?![`^´])[\p{So}\p{Sm}\p{Sc}\p{Sk}])*/gu
/** Decoration: «*Петров Иван*», «Иванов_Иван». */
const NO_SIGN = new RegExp(`[^\\p{L}\\p{M}\\p{Nd}\\p{S}\\s.,${APOSTROPHES}:+&/\\\\|•·‐‑‒–—−-]|[<>=~^]`, 'gu')

interface Segment {
  text: string
  sign: Sign
  words: readonly string[]
  traits: readonly NameWord[]
  hasGiven: boolean
  hasSurname: boolean
  /** Some word may be a surname. */
  hasCandidate: boolean
  hasPatronymic: boolean
  /** Only listed words, «сосед». */
  isRemark: boolean
}

const INITIAL = /^\p{L}\.?$/u
const INITIALS = /(?<!\p{L})\p{L}\.(?:\s?\p{L}\.)?/u
const CAPITAL = /^\p{Lu}/u

const isSurname = (word: NameWord): boolean => word.likeness > 0 && !isGivenOrPatronymic(word)

function segmentOf(text: string, sign: Sign): Segment {
  const words = text.split(/[\s.]+/).filter(word => word !== '' && !INITIAL.test(word))
  const traits = words.map(word => classifyNameWord(word.toLowerCase()))
  return {
    text,
    sign,
    words,
    traits,
    hasGiven: INITIALS.test(text) || traits.some(({ given }) => given !== null),
    hasSurname: traits.some(isSurname),
    hasCandidate: traits.some((trait, at) => !isGivenOrPatronymic(trait) && !isRemarkWord(words[at] ?? '')),
    hasPatronymic: traits.some(({ patronymic }) => patronymic > 0),
    isRemark: words.length > 0 && words.every(isRemarkWord)
  }
}

const signOf = (written: string): Sign => {
  const sign = written.trim()
  if (COMMA.test(sign)) return 'comma'
  if (COLON.test(sign)) return 'colon'
  return DASH.test(sign) ? 'dash' : HARD.test(sign) ? 'hard' : 'soft'
}

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  let from = 0
  let sign: Sign = 'soft'
  const add = (part: string) => {
    const trimmed = part.trim()
    if (/\p{L}/u.test(trimmed)) segments.push(segmentOf(trimmed, sign))
  }
  for (const { 0: written, index } of text.matchAll(SIGNS)) {
    add(text.slice(from, index))
    from = index + written.length
    sign = signOf(written)
  }
  add(text.slice(from))
  return segments
}

const isOfName = (word: NameWord): boolean =>
  word.likeness > 0 || isGivenOrPatronymic(word) || word.givenEnding

const isSmallBeside = (one: Segment, other: Segment): boolean =>
  CAPITAL.test(other.text) && !CAPITAL.test(one.text)

const isPerson = ({ hasGiven, hasSurname, words }: Segment): boolean =>
  hasGiven && (hasSurname || words.length > 1)

/** «Иванов – Петров Иван», «Мороз – Коваль»: two surnames of one person. */
function isDoubleSurname(one: Segment, other: Segment): boolean {
  const isParted = other.sign === 'dash' || other.sign === 'hard'
  if (!isParted || one.words.length !== 1 || one.hasGiven || !one.hasCandidate) return false
  if (!other.hasGiven)
    return (
      other.sign === 'dash' && other.words.length === 1 && other.hasCandidate && !isSmallBeside(other, one)
    )
  return other.traits.slice(0, 1).some(word => !isGivenOrPatronymic(word))
}

/** An unknown word is the missing part of the name, or a remark when none is missing. */
function goesOn(one: Segment, other: Segment): boolean {
  if (other.words.length === 0) return !one.hasGiven
  if (other.isRemark) return false
  if (one.hasGiven && other.hasGiven) return false
  if (one.hasPatronymic && other.hasPatronymic) return false
  if (one.hasSurname && other.hasSurname) return false
  const isKnown = other.hasGiven || other.hasPatronymic
  if (one.hasCandidate && one.hasGiven) return isKnown && other.traits.every(isOfName)
  if (one.hasCandidate && !isKnown && (isSmallBeside(other, one) || !MAY_JOIN.has(other.sign))) return false
  return isKnown || other.words.length === 1
}

/** Signs allowed between two surnames. */
const MAY_JOIN: ReadonlySet<Sign> = new Set<Sign>(['soft', 'comma'])

/**
 * «сосед – Иванов Иван», «Мама: Анна»: listed or unknown words before a surname. «Повар, Илья Петрович» is a surname.
 */
function isRemark(one: Segment, other: Segment): boolean {
  if (one.isRemark) {
    const isSurnameFirst =
      other.sign === 'comma' && one.words.length === 1 && CAPITAL.test(one.text) && !other.hasCandidate
    return !isSurnameFirst && (other.hasGiven || other.hasPatronymic || other.hasCandidate)
  }
  return (
    !one.traits.some(isOfName) &&
    isPerson(other) &&
    other.hasCandidate &&
    (one.words.length > 1 || other.sign === 'colon' || isSmallBeside(one, other))
  )
}

/** «Мороз + Коваль» */
const isOtherSurname = (one: Segment, other: Segment): boolean =>
  other.sign === 'hard' &&
  !one.hasGiven &&
  one.hasCandidate &&
  other.words.length === 1 &&
  other.hasCandidate &&
  !isSmallBeside(other, one)

/** Names in a text without brackets and numbers, and the remaining words. */
export function namesBetweenSigns(text: string): { names: string[]; remarks: string[] } {
  if (text.length > NAME_CHARS_MAX) return { names: [], remarks: [text] }
  const people: Segment[] = []
  const remarks: string[] = []
  for (const segment of segmentsOf(text.replace(NO_SIGN, ' ').replace(/\s+/gu, ' '))) {
    const last = people.at(-1)
    if (last === undefined) people.push(segment)
    else if (isRemark(last, segment)) {
      remarks.push(last.text)
      people.splice(-1, 1, segment)
    } else if (isDoubleSurname(last, segment))
      people.splice(-1, 1, segmentOf(`${last.text}-${segment.text}`, last.sign))
    else if (goesOn(last, segment)) people.splice(-1, 1, segmentOf(`${last.text} ${segment.text}`, last.sign))
    else if (isPerson(segment) || isOtherSurname(last, segment)) people.push(segment)
    else remarks.push(segment.text)
  }
  return { names: people.map(person => person.text), remarks }
}
