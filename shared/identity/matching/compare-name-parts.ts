import { isOneEdit, isOneTypo } from '#shared/identity/names/edit-distance.ts'
import type {
  PreparedGiven,
  PreparedPart,
  PreparedPatronymic,
  PreparedSurname
} from '#shared/identity/names/prepared-name.ts'

/**
 * How two parts agree. `transliteration`: other script; `spelling`: other spelling (Ильа); `variant`: other full form
 * (Артём, Артемий); `initial`: letter and word; `same_initial`: two letters; `short`: pet form; `half`: half of a
 * double name; `family`: the other gender's form.
 */
export type Agreement =
  | 'equal'
  | 'transliteration'
  | 'spelling'
  | 'variant'
  | 'initial'
  | 'same_initial'
  | 'short'
  | 'prefix'
  | 'half'
  | 'family'
  | 'typo'

/** Only a letter agrees. */
export const isInitial = (agreement: string | undefined): boolean =>
  agreement === 'initial' || agreement === 'same_initial'

export const isSameWord = (agreement: string | undefined): boolean =>
  agreement === 'equal' || agreement === 'transliteration'

export interface PartComparison {
  agreement: Agreement | 'differs'
  score: number
}

const EQUAL: PartComparison = { agreement: 'equal', score: 1 }
const SPELLING: PartComparison = { agreement: 'spelling', score: 0.97 }
const TRANSLITERATION: PartComparison = { agreement: 'transliteration', score: 0.97 }
const SAME_INITIAL: PartComparison = { agreement: 'same_initial', score: 1 }
const INITIAL: PartComparison = { agreement: 'initial', score: 0.9 }
const DIFFERS: PartComparison = { agreement: 'differs', score: 0 }

/** Allows one error in words of three letters or more; scores 0.8 to 0.95, higher for longer words. */
const compareWithTypo = (a: PreparedPart, b: PreparedPart): PartComparison => {
  const length = Math.min(a.normal.length, b.normal.length)
  if (length < 3) return DIFFERS
  const isTypo = isOneEdit(a.phoneticKey, b.phoneticKey) || isOneTypo(a.normal, b.normal)
  return isTypo ? { agreement: 'typo', score: Math.min(0.95, 0.8 + 0.03 * (length - 3)) } : DIFFERS
}

const spellingOf = (a: PreparedPart, b: PreparedPart): PartComparison =>
  a.cyrillic === b.cyrillic ? SPELLING : TRANSLITERATION

export const isWholeWord = (agreement: string | undefined): boolean =>
  isSameWord(agreement) || agreement === 'spelling'

const sameSpelling = (a: PreparedPart, b: PreparedPart): PartComparison | null => {
  if (a.normal === b.normal) return a.initial ? SAME_INITIAL : EQUAL
  if (a.initial || b.initial || a.phoneticKey === '') return null
  return a.phoneticKey === b.phoneticKey || isReadAlike(a, b) ? spellingOf(a, b) : null
}

/** «Joukov» and «Жуков»: a Latin spelling of another language. */
const isReadAlike = (a: PreparedPart, b: PreparedPart): boolean =>
  (a.otherKeys.length > 0 && a.otherKeys.includes(b.phoneticKey)) ||
  (b.otherKeys.length > 0 && b.otherKeys.includes(a.phoneticKey))

const isOfOneStem = (a: PreparedSurname, b: PreparedSurname): boolean =>
  a.stem === b.stem ||
  (a.otherStems.length > 0 && a.otherStems.includes(b.stem)) ||
  (b.otherStems.length > 0 && b.otherStems.includes(a.stem))

const byInitial = (a: PreparedPart, b: PreparedPart): PartComparison | null => {
  if (!a.initial && !b.initial) return null
  if (a.normal[0] === b.normal[0]) return INITIAL
  const [one, other] = a.initial ? [a, b] : [b, a]
  const crosses =
    one.cyrillic !== other.cyrillic && one.phoneticKey !== '' && other.phoneticKey.startsWith(one.phoneticKey)
  return crosses ? INITIAL : DIFFERS
}

type Half = PreparedSurname['halves'][number]

const soundsAlike = (one: Half, other: Half): boolean => one.phoneticKey === other.phoneticKey
const isOfOneFamily = (one: Half, other: Half): boolean => soundsAlike(one, other) || one.stem === other.stem

/** Double surnames that share one half and differ in the other are different. */
export const compareSurnames = (a: PreparedSurname, b: PreparedSurname): PartComparison => {
  const same = sameSpelling(a, b) ?? byInitial(a, b)
  if (same) return same
  if (a.halves.length > 0 || b.halves.length > 0) {
    const left = a.halves.length > 0 ? a.halves : [a]
    const right = b.halves.length > 0 ? b.halves : [b]
    const [fewer, more] = left.length <= right.length ? [left, right] : [right, left]
    const isAmong = (isSame: (half: Half, other: Half) => boolean) =>
      fewer.every(half => more.some(other => isSame(half, other)))
    if (fewer.length === more.length && isAmong(soundsAlike)) return spellingOf(a, b)
    if (isAmong(isOfOneFamily)) return { agreement: 'half', score: 0.85 }
  }
  if (isOfOneStem(a, b) && a.stem.length > 1) return { agreement: 'family', score: 0.9 }
  return compareWithTypo(a, b)
}

/** «Карл» of «Карл-Людвиг». */
const isWordOf = ({ words }: PreparedGiven, { phoneticKey }: PreparedGiven): boolean =>
  words.length > 0 && words.includes(phoneticKey)

export const compareGivens = (a: PreparedGiven, b: PreparedGiven): PartComparison => {
  const same = sameSpelling(a, b)
  if (same) return same
  if (a.initial || b.initial) {
    const byLetter = byInitial(a, b)
    const [one, other] = a.initial ? [a, b] : [b, a]
    if (byLetter && byLetter.agreement !== 'differs') return byLetter
    const formal =
      other.tableForm === 'short' &&
      one.phoneticKey !== '' &&
      other.groups.some(group => group.startsWith(one.phoneticKey))
    return formal ? INITIAL : DIFFERS
  }
  if (isWordOf(a, b) || isWordOf(b, a)) return { agreement: 'half', score: 0.85 }
  if (a.tableForm && b.tableForm) {
    if (!a.groups.some(group => b.groups.includes(group))) return DIFFERS
    const sure = a.groups[0] === b.groups[0]
    if (a.tableForm === 'full' && b.tableForm === 'full')
      return sure ? { agreement: 'variant', score: 0.93 } : DIFFERS
    return { agreement: 'short', score: sure ? 0.9 : 0.8 }
  }
  const typo = compareWithTypo(a, b)
  if (typo.agreement === 'typo') return typo
  const [brief, full] =
    a.phoneticKey.length < b.phoneticKey.length
      ? [a.phoneticKey, b.phoneticKey]
      : [b.phoneticKey, a.phoneticKey]
  return brief.length >= 3 && full.startsWith(brief) ? { agreement: 'prefix', score: 0.6 } : DIFFERS
}

/** Patronymics of sons and daughters agree; gender is compared separately. */
export const comparePatronymics = (a: PreparedPatronymic, b: PreparedPatronymic): PartComparison => {
  const same = sameSpelling(a, b) ?? byInitial(a, b)
  if (same) return same
  if (a.father !== '' && a.father === b.father) return spellingOf(a, b)
  if (a.knownFather && b.knownFather) return DIFFERS
  return compareWithTypo(a, b)
}
