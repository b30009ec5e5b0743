import { prepareName } from '#shared/identity/names/prepared-name.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import { type Agreement, isInitial, isSameWord, isWholeWord } from './compare-name-parts.ts'
import { compareAsked, compareNames, type NameComparison } from './compare-names.ts'

/** The best comparison, and the name of the query that it is of. */
export interface BestName {
  name: NameComparison | null
  queryName: PersonName | undefined
}

const partsOf = ({ agrees }: NameComparison): number => Object.keys(agrees).length

/** All words of the query agree as the parts they were taken for. */
const agreesInPlace = ({ agrees, contradicts, isReordered }: NameComparison): boolean =>
  !isReordered && contradicts.length === 0 && Object.values(agrees).every(isWholeWord)

/**
 * Of equal scores the one in which more parts agree: a part that a name lacks costs it nothing. «Илья Андреевич» beside
 * «Примеров Илья Андреевич» is no surname with a given name in another order.
 */
const isBetter = (one: NameComparison, other: NameComparison): boolean => {
  if (partsOf(one) === partsOf(other) && !one.isReordered !== !other.isReordered) {
    if (agreesInPlace(other)) return false
    if (agreesInPlace(one)) return true
  }
  return one.score > other.score || (one.score === other.score && partsOf(one) > partsOf(other))
}

const hasLetterForWord = ({ agrees }: NameComparison): boolean => Object.values(agrees).includes('initial')

/** The same, but for typing errors. */
const agreesInWords = ({ agrees, contradicts, isReordered }: NameComparison): boolean =>
  !isReordered &&
  contradicts.length === 0 &&
  Object.values(agrees).every(agreement => agreement === 'typo' || isWholeWord(agreement))

const isAlike = (one: Agreement | undefined, other: Agreement): boolean =>
  one === other || (isInitial(one) && isInitial(other)) || (isSameWord(one) && isSameWord(other))

/** The part agrees as it was asked: a letter only where a letter was asked. */
const isConfirmed = (agreement: Agreement | undefined, part: NamePart, queryName: PersonName): boolean =>
  isSameWord(agreement) ||
  agreement === 'same_initial' ||
  (agreement === 'initial' && prepareName(queryName)[part]?.initial === true)

/** What agrees in the other agrees alike in this one, and a further part does: «Примерова Инна Олеговна» beside «Примерова Инна». */
const saysMore = (one: NameComparison, other: NameComparison, queryName: PersonName): boolean =>
  partsOf(one) > partsOf(other) &&
  one.contradicts.length === 0 &&
  NAME_PARTS.every(part => {
    const agreement = other.agrees[part]
    return agreement
      ? isAlike(one.agrees[part], agreement)
      : !one.agrees[part] || isConfirmed(one.agrees[part], part, queryName)
  })

/**
 * Of two names of a person: «И. Примеров» must not speak for «Ilya Primerov», though its letters agree better, nor for
 * «Илья Примеров» where «Ильч Примеров» is asked.
 */
const isFuller = (one: NameComparison, other: NameComparison, queryName: PersonName): boolean => {
  if (saysMore(one, other, queryName)) return true
  if (saysMore(other, one, queryName)) return false
  if (hasLetterForWord(other) && agreesInWords(one)) return true
  return !(hasLetterForWord(one) && agreesInWords(other)) && isBetter(one, other)
}

/** The best comparison of the query's names with the record's; without any, the first name of the query. */
export const bestName = (queryNames: readonly PersonName[], recordNames: readonly PersonName[]): BestName => {
  const best: BestName = { name: null, queryName: queryNames[0] }
  for (const queryName of queryNames) {
    let closest: NameComparison | null = null
    for (const recordName of recordNames) {
      const comparison = compareAsked(queryName, recordName)
      if (comparison.score === 1 && partsOf(comparison) === NAME_PARTS.length)
        return { name: comparison, queryName }
      if (!closest || isFuller(comparison, closest, queryName)) closest = comparison
    }
    if (closest && (!best.name || isBetter(closest, best.name))) {
      best.name = closest
      best.queryName = queryName
    }
  }
  best.name = withOtherFather(best, recordNames)
  return best
}

/** Nothing but the patronymic or its gender is another one. */
const isOfOtherFather = ({ agrees, contradicts }: NameComparison): boolean =>
  contradicts.length > 0 &&
  contradicts.every(part => part === 'patronymic' || part === 'gender') &&
  (contradicts.includes('patronymic') || agrees.patronymic !== undefined)

/**
 * A name without a patronymic agrees with anybody's: where another one of the same person has one, that one is compared.
 * Not with a word that only stands where a patronymic does, «Примерова Инна Примерск».
 */
const withOtherFather = (
  { name, queryName }: BestName,
  recordNames: readonly PersonName[]
): NameComparison | null => {
  if (!name || !queryName?.patronymic || recordNames.length < 2) return name
  if (name.agrees.patronymic || name.contradicts.length > 0) return name
  const { initial, gender } = prepareName(queryName).patronymic ?? {}
  if (!initial && !gender) return name
  return recordNames.map(recordName => compareNames(queryName, recordName)).find(isOfOtherFather) ?? name
}
