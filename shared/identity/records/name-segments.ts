import { classifyNameWord, isAnchor, type NameWord } from '#shared/identity/names/name-word.ts'

/*
 * Signs part what stands in the column of a name: «Сердцев ❤ Иван», «Иванов Иван – сосед», «Иванов Иван / Иванова Анна».
 * Some part a name inside, some part two people, and some a name from a remark: the words on both sides tell.
 */

/** `soft` stands anywhere, as a picture does; `hard` rather parts two things. */
type Sign = 'soft' | 'hard' | 'dash' | 'comma'

const DASH = /^[‐‑‒–—−-]+$/u
const COMMA = /^,+$/
const HARD = /[:+&/\\]|^и$/
/** Commas, dashes with a space or long ones, and what no name has; signs that are no more than a space are gone before. */
const SIGNS =
  /\s*(?:[,:+&/\\|•·]|(?<=\s)[‐‑‒–−-]+(?=\s)|—|и(?=\s\p{Lu})(?<=\p{L}{2}\sи)|(?![`^´])[\p{So}\p{Sm}\p{Sc}\p{Sk}])(?:\s|[,:+&/\\|•·—]|(?![`^´])[\p{So}\p{Sm}\p{Sc}\p{Sk}])*/gu
/** Around words or instead of a space: «*Петров Иван*», «Иванов_Иван», «Иванов!» */
const NO_SIGN = /[^\p{L}\p{M}\p{Nd}\p{S}\s.,'’ʼ`:+&/\\|•·‐‑‒–—−-]|[<>=~^]/gu

interface Segment {
  text: string
  sign: Sign
  words: readonly string[]
  traits: readonly NameWord[]
  hasGiven: boolean
  hasSurname: boolean
  hasPatronymic: boolean
}

const INITIAL = /^\p{L}\.?$/u
const INITIALS = /(?<!\p{L})\p{L}\.(?:\s?\p{L}\.)?/u
const CAPITAL = /^\p{Lu}/u

const isSurname = (word: NameWord): boolean => word.likeness > 0 && !isAnchor(word)

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
    hasPatronymic: traits.some(({ patronymic }) => patronymic > 0)
  }
}

const signOf = (written: string): Sign => {
  const sign = written.trim()
  if (COMMA.test(sign)) return 'comma'
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

const isOfName = (word: NameWord): boolean => word.likeness > 0 || isAnchor(word) || word.givenEnding

/** «Иванов – Петров Иван», «Иванова/Петрова Анна»: two surnames of one person. */
const isDoubleSurname = (one: Segment, other: Segment): boolean =>
  (other.sign === 'dash' || other.sign === 'hard') &&
  one.words.length === 1 &&
  one.hasSurname &&
  !one.hasGiven &&
  other.hasGiven &&
  other.traits.slice(0, 1).some(isSurname)

/** Whether the words behind a sign go on with the name before it. */
function goesOn(one: Segment, other: Segment): boolean {
  if (other.words.length === 0) return !one.hasGiven
  const isSmall = CAPITAL.test(one.text) && !CAPITAL.test(other.text)
  if (isSmall && !other.hasGiven && !other.hasPatronymic) return false
  const mayBeUnknown =
    other.words.length === 1 &&
    (other.sign === 'soft' ? CAPITAL.test(other.text) : other.sign === 'comma' && !one.hasGiven)
  if (!mayBeUnknown && !other.traits.every(isOfName)) return false
  if (one.hasGiven && other.hasGiven) return false
  if (one.hasPatronymic && other.hasPatronymic) return false
  if (one.hasSurname && other.hasSurname) return false
  return !one.hasGiven || other.hasPatronymic || !one.hasSurname
}

const isPerson = ({ hasGiven, hasSurname, words }: Segment): boolean =>
  hasGiven && (hasSurname || words.length > 1)
const hasPart = ({ hasGiven, hasSurname, hasPatronymic }: Segment): boolean =>
  hasGiven || hasSurname || hasPatronymic

/** «сосед – Иванов Иван», «Мама: Анна»: a word that no table knows before a sign that parts. */
const isRemark = (one: Segment, other: Segment): boolean =>
  !one.traits.some(isOfName) &&
  hasPart(other) &&
  (isPerson(other) || (other.sign !== 'comma' && (other.sign !== 'soft' || !CAPITAL.test(one.text))))

/** The texts of the names in a text without brackets and numbers, and the words beside them. */
export function namesBetweenSigns(text: string): { names: string[]; remarks: string[] } {
  const people: Segment[] = []
  const remarks: string[] = []
  for (const segment of segmentsOf(text.replace(NO_SIGN, ' '))) {
    const last = people.at(-1)
    if (last === undefined) people.push(segment)
    else if (isRemark(last, segment)) {
      remarks.push(last.text)
      people.splice(-1, 1, segment)
    } else if (isDoubleSurname(last, segment))
      people.splice(-1, 1, segmentOf(`${last.text}-${segment.text}`, last.sign))
    else if (goesOn(last, segment)) people.splice(-1, 1, segmentOf(`${last.text} ${segment.text}`, last.sign))
    else if (isPerson(segment)) people.push(segment)
    else remarks.push(segment.text)
  }
  return { names: people.map(person => person.text), remarks }
}
