import { compareDates } from '#shared/identity/matching/compare-dates.ts'
import type { CompareRecordNames } from './compare-record-names.ts'
import { type LinkageRecord, sharesAny, sharesHardIdentifier } from './linkage-record.ts'

const disjoint = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && b.length > 0 && !sharesAny(a, b)

/** True when both have a valid SNILS or INN-12, and they differ. */
export const numbersDiffer = (a: LinkageRecord, b: LinkageRecord): boolean =>
  disjoint(a.snils, b.snils) || disjoint(a.inns, b.inns)

/**
 * The cannot-link constraint (`docs/search.md` §4): two records are not one person with another SNILS, INN-12, birth date, patronymic,
 * gender or given name. Under an equal SNILS, INN-12 or passport one differing part of a date is only a contradiction
 * to show, and so is another given name as long as the surname agrees. Another surname alone never parts people.
 */
export const cannotLink = (a: LinkageRecord, b: LinkageRecord, compare: CompareRecordNames): boolean => {
  if (numbersDiffer(a, b)) return true
  if (a.gender && b.gender && a.gender !== b.gender) return true
  const name = compare(a, b)
  const differing = name?.contradicts ?? []
  if (differing.includes('patronymic') || differing.includes('gender')) return true
  const sameNumber = sharesHardIdentifier(a, b)
  if (differing.includes('given') && (!sameNumber || differing.includes('surname'))) return true
  const date = compareDates(a.record.attributes.birthDates, b.record.attributes.birthDates)
  if (date?.agreement === 'differs') return true
  return date?.agreement === 'one_part' && !(sameNumber && differing.length === 0)
}

const CLASSES_MAX = 1_000_000

/** `cannotLink`, cached by the equivalence classes of the two records. */
export const createCannotLink = (compare: CompareRecordNames) => {
  const cache = new Map<number, boolean>()
  return (a: LinkageRecord, b: LinkageRecord): boolean => {
    if (a.equivalenceClass === b.equivalenceClass) return false
    const [low, high] =
      a.equivalenceClass < b.equivalenceClass
        ? [a.equivalenceClass, b.equivalenceClass]
        : [b.equivalenceClass, a.equivalenceClass]
    const key = low * CLASSES_MAX + high
    let answer = cache.get(key)
    if (answer === undefined) {
      answer = cannotLink(a, b, compare)
      cache.set(key, answer)
    }
    return answer
  }
}
export type CannotLink = ReturnType<typeof createCannotLink>
