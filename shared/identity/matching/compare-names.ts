import type { Reason } from '#shared/contracts/match.ts'
import {
  type PreparedGiven,
  type PreparedName,
  type PreparedPart,
  type PreparedPatronymic,
  prepareName,
  reorderParts
} from '#shared/identity/names/prepared-name.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import {
  type Agreement,
  compareGivens,
  comparePatronymics,
  compareSurnames,
  isInitial,
  isWholeWord,
  type PartComparison
} from './compare-name-parts.ts'
import { compareAsWritten, compareByWords, compareWithGuess, type WordAgreement } from './compare-words.ts'
import { NAME_REMARKS } from './reasons.ts'

export interface NameComparison {
  /** 0–1: agreement of the parts both names have, capped by contradictions. */
  score: number
  /** Agreement by part; absent when a part is missing or differs. */
  agrees: Partial<Record<NamePart, Agreement>>
  contradicts: (NamePart | 'gender')[]
  /** «отчество другое», «имя в уменьшительной форме». */
  remarks: Reason[]
  /** Words agree only as other parts. */
  isReordered?: true
}

const WEIGHTS: Record<NamePart, number> = { surname: 1.3, given: 1, patronymic: 0.8 }
/** An initial tells less than a word. */
const INITIAL_WEIGHT = 0.5
const CAPS = { patronymic: 0.55, gender: 0.55, surname: 0.5, given: 0.4 }
/** Two contradictions are worse than the worst of them. */
const EACH_FURTHER_CONTRADICTION = 0.75
const WITHOUT_SURNAME_CAP = 0.8
const WITHOUT_GIVEN_CAP = 0.7

/** Without a surname or a given name on both sides agreement tells less. */
const capped = (score: number, { surname, given }: { surname?: unknown; given?: unknown }): number =>
  Math.min(score, surname ? 1 : WITHOUT_SURNAME_CAP, given ? 1 : WITHOUT_GIVEN_CAP)

type PartAgreement = PartComparison['agreement'] | undefined

const genderContradicts = (
  a: PreparedName,
  b: PreparedName,
  surname: PartAgreement,
  given: PartAgreement
): boolean => {
  const one = a.patronymic?.gender
  const other = b.patronymic?.gender
  if (one && other) return one !== other
  if (surname === 'family' && a.surname?.cyrillic && b.surname?.cyrillic && !(a.gender && b.gender))
    return given !== 'equal' || a.given?.initial === true
  if (!a.gender || !b.gender || a.gender === b.gender) return false
  return surname === 'family' || given === undefined || given === 'differs' || isInitial(given)
}

const REMARKS: Record<NamePart, Partial<Record<PartComparison['agreement'], Reason>>> = {
  surname: {
    differs: NAME_REMARKS.otherSurname,
    typo: NAME_REMARKS.mistypedSurname,
    half: NAME_REMARKS.halfOfSurname,
    family: NAME_REMARKS.surnameOfOtherGender
  },
  given: {
    differs: NAME_REMARKS.otherGivenName,
    typo: NAME_REMARKS.mistypedGivenName,
    half: NAME_REMARKS.halfOfGivenName,
    short: NAME_REMARKS.diminutive,
    variant: NAME_REMARKS.variantOfGivenName,
    prefix: NAME_REMARKS.abbreviatedGivenName
  },
  patronymic: { differs: NAME_REMARKS.otherPatronymic, typo: NAME_REMARKS.mistypedPatronymic }
}

const differInScript = (a?: PreparedPart, b?: PreparedPart): boolean =>
  a !== undefined && b !== undefined && a.cyrillic !== b.cyrillic

const crossesScript = (a: PreparedName, b: PreparedName): boolean =>
  differInScript(a.surname, b.surname) || differInScript(a.given, b.given)

const addPart = (
  { agrees, contradicts, remarks }: NameComparison,
  part: NamePart,
  { agreement }: PartComparison
): number => {
  if (agreement === 'differs') contradicts.push(part)
  else agrees[part] = agreement
  const remark = REMARKS[part][agreement]
  if (remark) remarks.push(remark)
  return WEIGHTS[part] * (isInitial(agreement) ? INITIAL_WEIGHT : 1)
}

/** A patronymic that neither its form nor a source shows to be one. */
const bareFather = ({ labelled, patronymic }: PreparedName): PreparedPatronymic | undefined =>
  labelled || patronymic?.gender || patronymic?.initial ? undefined : patronymic

const isOtherWord = (word: PreparedPart | undefined, father: PreparedPatronymic): boolean =>
  word !== undefined && !word.initial && word.phoneticKey !== father.phoneticKey

/** The second name has another word in place of the bare father. */
const hasOtherInItsPlace = (a: PreparedName, b: PreparedName): boolean => {
  const father = bareFather(a)
  if (!father) return false
  return (
    (!a.surname && isOtherWord(b.surname, father)) ||
    (a.given ? hasOtherWords(b.given, father) : isOtherWord(b.given, father))
  )
}

/** «Карл Иоганн» and «Карл-Людвиг»: a word of a double given name stands in place of the bare father. */
const hasOtherWords = (given: PreparedGiven | undefined, father: PreparedPatronymic): boolean =>
  given !== undefined && given.words.length > 1 && !given.words.includes(father.phoneticKey)

/** «Pedro Primo» and «Pedro Sample»: the last words are one part, whichever it is. */
const hasOtherLastWord = (a: PreparedName, b: PreparedName): boolean =>
  a.patronymic ? !b.patronymic && hasOtherInItsPlace(a, b) : hasOtherInItsPlace(b, a)

const compareAsAssigned = (a: PreparedName, b: PreparedName): NameComparison => {
  const result: NameComparison = { score: 0, agrees: {}, contradicts: [], remarks: [] }
  const surname = a.surname && b.surname && compareSurnames(a.surname, b.surname)
  const given = a.given && b.given && compareGivens(a.given, b.given)
  const patronymic = a.patronymic && b.patronymic && comparePatronymics(a.patronymic, b.patronymic)
  if (!surname && !given && !patronymic) return result
  const first = surname ? addPart(result, 'surname', surname) : 0
  const second = given ? addPart(result, 'given', given) : 0
  const third = patronymic ? addPart(result, 'patronymic', patronymic) : 0
  if (hasOtherLastWord(a, b)) {
    result.contradicts.push('surname')
    result.remarks.push(NAME_REMARKS.otherSurname)
  }
  const sum = first * (surname?.score ?? 0) + second * (given?.score ?? 0) + third * (patronymic?.score ?? 0)

  if (result.contradicts.length === 0) {
    if (crossesScript(a, b)) result.remarks.push(NAME_REMARKS.latinSpelling)
    if (Object.values(result.agrees).includes('spelling')) result.remarks.push(NAME_REMARKS.differentSpelling)
  }
  if (genderContradicts(a, b, surname?.agreement, given?.agreement)) {
    result.contradicts.push('gender')
    result.remarks.push(NAME_REMARKS.otherGender)
  }
  let score = capped(sum / (first + second + third), { surname, given })
  for (const part of result.contradicts) score = Math.min(score, CAPS[part])
  result.score = score * EACH_FURTHER_CONTRADICTION ** Math.max(0, result.contradicts.length - 1)
  return result
}

const WORD_SCORES: Partial<Record<Agreement, number>> = { equal: 1, half: 0.85 }
const OTHER_SPELLING = 0.97
/** Factor for equal words in another order than asked. */
const OTHER_ORDER = 0.99

const comparisonOf = (
  { agrees, isReordered }: WordAgreement,
  a: PreparedName,
  b: PreparedName
): NameComparison => {
  const result: NameComparison = { score: 0, agrees: {}, contradicts: [], remarks: [] }
  let sum = 0
  let weights = 0
  for (const part of NAME_PARTS) {
    const agreement = agrees[part]
    if (!agreement) continue
    const weight = addPart(result, part, { agreement, score: 1 })
    sum += weight * (WORD_SCORES[agreement] ?? OTHER_SPELLING)
    weights += weight
  }
  const agreements = Object.values(agrees)
  if (a.isCyrillic !== b.isCyrillic) result.remarks.push(NAME_REMARKS.latinSpelling)
  if (agreements.includes('spelling')) result.remarks.push(NAME_REMARKS.differentSpelling)
  const score = sum / weights
  if (!isReordered) return { ...result, score }
  return { ...result, score: score * OTHER_ORDER, isReordered: true }
}

const comparisonOfSome = (agreement: WordAgreement, a: PreparedName, b: PreparedName): NameComparison => {
  const comparison = comparisonOf(agreement, a, b)
  return { ...comparison, score: capped(comparison.score, agreement.agrees) }
}

/** Compares two texts of the same words; null for others. */
export const compareSameWords = (a: PersonName, b: PersonName): NameComparison | null => {
  const same = compareAsWritten(a, b)
  return same && comparisonOf(same, prepareName(a), prepareName(b))
}

/** A reordered name counts only when whole words agree. */
const isPlainAgreement = (comparison: NameComparison, fixed: PreparedName): boolean => {
  const agreements = NAME_PARTS.map(part => comparison.agrees[part])
  const whole = NAME_PARTS.filter(part => isWholeWord(comparison.agrees[part]) && !fixed[part]?.initial)
  const loose = agreements.some(
    agreement => agreement === 'short' || agreement === 'prefix' || agreement === 'half'
  )
  return comparison.contradicts.length === 0 && !loose && whole.length >= 2
}

/** A whole word is another part in the other name: parts may be assigned wrongly. */
const hasMovedWord = (a: PreparedName, b: PreparedName): boolean =>
  isAmong(a.surname, b.given, b.patronymic) ||
  isAmong(a.given, b.surname, b.patronymic) ||
  isAmong(a.patronymic, b.surname, b.given)

const isAmong = (word?: PreparedPart, one?: PreparedPart, other?: PreparedPart): boolean =>
  word !== undefined &&
  !word.initial &&
  (one?.phoneticKey === word.phoneticKey ||
    other?.phoneticKey === word.phoneticKey ||
    fatherOf(other) === word.phoneticKey)

/** «Фикрет» of «Фикрет оглы». */
const fatherOf = (part?: PreparedPart): string | undefined =>
  part && 'father' in part ? (part as PreparedPatronymic).father : undefined

/** A reordered name must agree in two words. */
const isLone = ({ surname, given, patronymic }: PreparedName): boolean =>
  Number(!!surname) + Number(!!given) + Number(!!patronymic) < 2

const mayBeReordered = (a: PreparedName, b: PreparedName): boolean =>
  !isLone(a) && !isLone(b) && hasMovedWord(a, b)

/** Compares part by part; a missing part costs nothing. Unlabelled names may be reordered, labelled parts are facts. */
export const compareNames = (a: PersonName, b: PersonName): NameComparison => {
  const one = prepareName(a)
  const other = prepareName(b)
  const best = compareAsAssigned(one, other)
  if (a.labelled && b.labelled) return best
  const isCompound = one.isCompound || other.isCompound
  const same = isCompound ? compareSameWords(a, b) : null
  if (same) return same
  const isComparable = Object.keys(best.agrees).length > 0
  if (best.contradicts.length === 0 && isComparable)
    return isNameless(one) && isNameless(other) && compareAsWritten(a, b) ? { ...best, score: 1 } : best
  if (best.contradicts.length > 0 && mayBeReordered(one, other)) {
    const reordered = compareReordered(a, b, best)
    if (reordered) return reordered
  }
  const byWords = compareByWords(a, b)
  const comparison = byWords && comparisonOfSome(byWords, one, other)
  return comparison && comparison.score > best.score ? comparison : best
}

const SOME_WORDS = 0.95

/** Also matches a stored name of unknown parts that contains the asked words. */
export const compareAsked = (queryName: PersonName, recordName: PersonName): NameComparison => {
  const some = compareWithGuess(queryName, recordName)
  if (!some) return compareNames(queryName, recordName)
  const comparison = comparisonOfSome(some, prepareName(queryName), prepareName(recordName))
  return { ...comparison, score: comparison.score * SOME_WORDS }
}

const isNameless = ({ surname, given, patronymic }: PreparedName): boolean =>
  surname === undefined && given !== undefined && patronymic !== undefined

/** Compares another order of an unlabelled name; null when it agrees no better. */
const compareReordered = (a: PersonName, b: PersonName, best: NameComparison): NameComparison | null => {
  const [one, other] = [prepareName(a), prepareName(b)]
  const [free, fixed, flipped] = b.labelled ? [a, other, true] : [b, one, false]
  for (const candidate of reorderParts(free)) {
    const prepared = prepareName(candidate)
    const comparison = flipped ? compareAsAssigned(prepared, fixed) : compareAsAssigned(fixed, prepared)
    if (isPlainAgreement(comparison, fixed) && comparison.score > best.score)
      return { ...comparison, isReordered: true }
  }
  return null
}
