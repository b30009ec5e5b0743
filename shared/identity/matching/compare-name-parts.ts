import { isNear, isOneEdit } from '#shared/identity/names/edit-distance.ts'
import type {
  PreparedGiven,
  PreparedPart,
  PreparedPatronymic,
  PreparedSurname
} from '#shared/identity/names/prepared-name.ts'

/**
 * How two parts of a name agree. `spelling` is another way to write the same (ё, script), `variant` another full form of
 * a given name (Артём, Артемий), `short` a pet form, `half` one half of a double name, `family` the other gender's form
 * of one surname.
 */
export type Agreement =
  | 'equal'
  | 'spelling'
  | 'variant'
  | 'initial'
  | 'short'
  | 'prefix'
  | 'half'
  | 'family'
  | 'typo'

export interface PartVerdict {
  how: Agreement | 'differs'
  /** 0–1, of this part alone. */
  score: number
}

const EQUAL: PartVerdict = { how: 'equal', score: 1 }
const SPELLING: PartVerdict = { how: 'spelling', score: 0.97 }
const INITIAL: PartVerdict = { how: 'initial', score: 0.9 }
const DIFFERS: PartVerdict = { how: 'differs', score: 0 }

/** One typing error: none is forgiven in one or two letters; the longer the word the less it weighs, 0.8 to 0.95. */
export const typo = (a: PreparedPart, b: PreparedPart): PartVerdict => {
  const length = Math.min(a.raw.length, b.raw.length)
  if (length < 3) return DIFFERS
  const near = isOneEdit(a.fold, b.fold) || isNear(a.raw, b.raw)
  return near ? { how: 'typo', score: Math.min(0.95, 0.8 + 0.03 * (length - 3)) } : DIFFERS
}

const sameSpelling = (a: PreparedPart, b: PreparedPart): PartVerdict | null => {
  if (a.raw === b.raw) return EQUAL
  if (!a.initial && !b.initial && a.fold === b.fold && a.fold !== '') return SPELLING
  return null
}

/** An initial against a word or another initial, in either script. */
const byInitial = (a: PreparedPart, b: PreparedPart): PartVerdict | null => {
  if (!a.initial && !b.initial) return null
  if (a.raw[0] === b.raw[0]) return a.raw === b.raw ? EQUAL : INITIAL
  const [one, other] = a.initial ? [a, b] : [b, a]
  const crosses = one.cyrillic !== other.cyrillic && one.fold !== '' && other.fold.startsWith(one.fold)
  return crosses ? INITIAL : DIFFERS
}

export const compareSurnames = (a: PreparedSurname, b: PreparedSurname): PartVerdict => {
  const same = sameSpelling(a, b) ?? byInitial(a, b)
  if (same) return same
  if (a.halves.length > 0 || b.halves.length > 0) {
    const left = a.halves.length > 0 ? a.halves : [a]
    const right = b.halves.length > 0 ? b.halves : [b]
    const shared = left.filter(half => right.some(other => other.fold === half.fold)).length
    if (shared > 1) return SPELLING
    if (shared === 1 || left.some(half => right.some(other => other.stem === half.stem)))
      return { how: 'half', score: 0.85 }
  }
  if (a.stem === b.stem && a.stem.length > 1) return { how: 'family', score: 0.9 }
  return typo(a, b)
}

export const compareGivens = (a: PreparedGiven, b: PreparedGiven): PartVerdict => {
  const same = sameSpelling(a, b)
  if (same) return same
  if (a.initial || b.initial) {
    const byLetter = byInitial(a, b)
    const [one, other] = a.initial ? [a, b] : [b, a]
    if (byLetter && byLetter.how !== 'differs') return byLetter
    const formal =
      other.known === 'short' && one.fold !== '' && other.groups.some(group => group.startsWith(one.fold))
    return formal ? INITIAL : DIFFERS
  }
  if (a.known && b.known) {
    if (!a.groups.some(group => b.groups.includes(group))) return DIFFERS
    const sure = a.groups[0] === b.groups[0]
    if (a.known === 'full' && b.known === 'full') return sure ? { how: 'variant', score: 0.93 } : DIFFERS
    return { how: 'short', score: sure ? 0.9 : 0.8 }
  }
  if (a.words.includes(b.fold) || b.words.includes(a.fold)) return { how: 'half', score: 0.85 }
  const slip = typo(a, b)
  if (slip.how === 'typo') return slip
  const [brief, full] = a.fold.length < b.fold.length ? [a.fold, b.fold] : [b.fold, a.fold]
  return brief.length >= 3 && full.startsWith(brief) ? { how: 'prefix', score: 0.6 } : DIFFERS
}

/** Sons and daughters of one father agree here; that they are not one person is the gender's business. */
export const comparePatronymics = (a: PreparedPatronymic, b: PreparedPatronymic): PartVerdict => {
  const same = sameSpelling(a, b) ?? byInitial(a, b)
  if (same) return same
  if (a.father !== '' && a.father === b.father) return SPELLING
  if (a.knownFather && b.knownFather) return DIFFERS
  return typo(a, b)
}
