import type { VetoCode } from '#shared/contracts/person.ts'
import { VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { compareDates } from '#shared/identity/matching/compare-dates.ts'
import type { NameComparison } from '#shared/identity/matching/compare-names.ts'
import type { CompareRecordNames } from './compare-record-names.ts'
import { areOfOneRecord, type LinkageRecord, sharesAny, sharesHardIdentifier } from './linkage-record.ts'

const disjoint = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && !sharesAny(a, b)

const otherNumbers = (a: LinkageRecord, b: LinkageRecord): VetoCode[] =>
  VETO_KINDS.filter(kind => disjoint(a.numbers[kind], b.numbers[kind])).map(kind => `other_${kind}` as const)

export const numbersDiffer = (a: LinkageRecord, b: LinkageRecord): boolean => {
  for (const kind of VETO_KINDS) if (disjoint(a.numbers[kind], b.numbers[kind])) return true
  return false
}

const otherGender = (a: LinkageRecord, b: LinkageRecord): VetoCode | null =>
  a.gender && b.gender && a.gender !== b.gender ? 'other_gender' : null

type Differing = NameComparison['contradicts']
const NONE: Differing = []

const otherName = (differing: Differing, sameNumber: boolean): VetoCode | null => {
  if (differing.includes('patronymic')) return 'other_patronymic'
  if (differing.includes('gender')) return 'other_gender'
  return differing.includes('given') && (!sameNumber || differing.includes('surname'))
    ? 'other_given_name'
    : null
}

const otherDate = (
  a: LinkageRecord,
  b: LinkageRecord,
  differing: Differing,
  sameNumber: boolean
): VetoCode | null => {
  const date = compareDates(a.record.attributes.birthDates, b.record.attributes.birthDates)
  const isOther =
    date?.agreement === 'differs' ||
    (date?.agreement === 'one_part' && !(sameNumber && differing.length === 0))
  if (!isOther) return null
  return date?.part === 'year' ? 'other_birth_year' : 'other_birth_date'
}

/**
 * The cannot-link constraint (`docs/how-it-works/matching.md` §2): people of one record, or another SNILS, INN-12, birth date,
 * patronymic, gender or given name. An equal personal number turns one differing part of a date, or a given name beside
 * an equal surname, into a contradiction to show. Another surname alone never separates.
 * @returns The first veto, or null.
 */
export const vetoBetween = (
  a: LinkageRecord,
  b: LinkageRecord,
  compare: CompareRecordNames
): VetoCode | null => {
  if (areOfOneRecord(a, b)) return 'same_record'
  const first = (numbersDiffer(a, b) ? otherNumbers(a, b)[0] : null) ?? otherGender(a, b)
  if (first) return first
  const differing = compare(a, b)?.contradicts ?? NONE
  const sameNumber = sharesHardIdentifier(a, b)
  return otherName(differing, sameNumber) ?? otherDate(a, b, differing, sameNumber)
}

export const vetoesBetween = (
  a: LinkageRecord,
  b: LinkageRecord,
  compare: CompareRecordNames
): VetoCode[] => {
  const differing = compare(a, b)?.contradicts ?? NONE
  const sameNumber = sharesHardIdentifier(a, b)
  const vetoes = [
    areOfOneRecord(a, b) ? ('same_record' as const) : null,
    ...otherNumbers(a, b),
    otherGender(a, b),
    otherName(differing, sameNumber),
    otherDate(a, b, differing, sameNumber)
  ]
  return [...new Set(vetoes)].filter(code => code !== null)
}

const CLASSES_MAX = 1_000_000

/** Caches by the equivalence classes of the two records. */
export const createCannotLink = (compare: CompareRecordNames) => {
  const cache = new Map<number, boolean>()
  return (a: LinkageRecord, b: LinkageRecord): boolean => {
    if (areOfOneRecord(a, b)) return true
    if (a.equivalenceClass === b.equivalenceClass) return false
    const [low, high] =
      a.equivalenceClass < b.equivalenceClass
        ? [a.equivalenceClass, b.equivalenceClass]
        : [b.equivalenceClass, a.equivalenceClass]
    const key = low * CLASSES_MAX + high
    let answer = cache.get(key)
    if (answer === undefined) {
      answer = vetoBetween(a, b, compare) !== null
      cache.set(key, answer)
    }
    return answer
  }
}
export type CannotLink = ReturnType<typeof createCannotLink>
