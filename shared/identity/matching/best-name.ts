import { prepareName } from '#shared/identity/names/prepared-name.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import { type Agreement, isInitial, isSameWord, isWholeWord } from './compare-name-parts.ts'
import { compareAsked, compareNames, type NameComparison } from './compare-names.ts'

export interface BestName {
  name: NameComparison | null
  queryName: PersonName | undefined
}

const partsOf = ({ agrees }: NameComparison): number => Object.keys(agrees).length

/** All words agree as the parts they were assigned to. */
const agreesInPlace = ({ agrees, contradicts, isReordered }: NameComparison): boolean =>
  !isReordered && contradicts.length === 0 && Object.values(agrees).every(isWholeWord)

/** Of equal scores the one with more agreeing parts wins, because a missing part costs nothing. */
const isBetter = (one: NameComparison, other: NameComparison): boolean => {
  if (partsOf(one) === partsOf(other) && !one.isReordered !== !other.isReordered) {
    if (agreesInPlace(other)) return false
    if (agreesInPlace(one)) return true
  }
  return one.score > other.score || (one.score === other.score && partsOf(one) > partsOf(other))
}

const hasLetterForWord = ({ agrees }: NameComparison): boolean => Object.values(agrees).includes('initial')

/** As above, allowing typing errors. */
const agreesInWords = ({ agrees, contradicts, isReordered }: NameComparison): boolean =>
  !isReordered &&
  contradicts.length === 0 &&
  Object.values(agrees).every(agreement => agreement === 'typo' || isWholeWord(agreement))

const isAlike = (one: Agreement | undefined, other: Agreement): boolean =>
  one === other || (isInitial(one) && isInitial(other)) || (isSameWord(one) && isSameWord(other))

/** The part agrees as it was asked; a letter only when a letter was asked. */
const isConfirmed = (agreement: Agreement | undefined, part: NamePart, queryName: PersonName): boolean =>
  isSameWord(agreement) ||
  agreement === 'same_initial' ||
  (agreement === 'initial' && prepareName(queryName)[part]?.initial === true)

/** Agrees in everything the other does and in one more part. */
const saysMore = (one: NameComparison, other: NameComparison, queryName: PersonName): boolean =>
  partsOf(one) > partsOf(other) &&
  one.contradicts.length === 0 &&
  NAME_PARTS.every(part => {
    const agreement = other.agrees[part]
    return agreement
      ? isAlike(one.agrees[part], agreement)
      : !one.agrees[part] || isConfirmed(one.agrees[part], part, queryName)
  })

/** Prefers «Ilya Primerov» to «И. Примеров» although the letters of the latter agree better. */
const isFuller = (one: NameComparison, other: NameComparison, queryName: PersonName): boolean => {
  if (saysMore(one, other, queryName)) return true
  if (saysMore(other, one, queryName)) return false
  if (hasLetterForWord(other) && agreesInWords(one)) return true
  return !(hasLetterForWord(one) && agreesInWords(other)) && isBetter(one, other)
}

/** Compares all names of both; without any, uses the first name of the query. */
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
  best.name = withOpenParts(best, recordNames)
  return best
}

const OPEN_PARTS = ['given', 'patronymic'] as const

/** The surname agrees, and nothing before this part contradicts. */
const isOtherFrom = ({ agrees, contradicts }: NameComparison, open: (typeof OPEN_PARTS)[number]): boolean =>
  contradicts.length > 0 &&
  !contradicts.includes('surname') &&
  (open === 'given'
    ? agrees.surname !== undefined && contradicts.includes('given')
    : !contradicts.includes('given') &&
      (contradicts.includes('patronymic') || agrees.patronymic !== undefined))

/** A name that leaves a part open agrees with any; another name of the same person that has the part is compared instead. */
const withOpenParts = (
  { name, queryName }: BestName,
  recordNames: readonly PersonName[]
): NameComparison | null => {
  if (!name || !queryName || recordNames.length < 2 || name.contradicts.length > 0) return name
  const wanted = prepareName(queryName)
  const open = OPEN_PARTS.filter(part =>
    part === 'given'
      ? wanted.given?.initial === false && (!name.agrees.given || name.agrees.given === 'initial')
      : !name.agrees.patronymic && (wanted.patronymic?.initial || wanted.patronymic?.gender)
  )
  if (open.length === 0) return name
  const others = recordNames.map(recordName => compareNames(queryName, recordName))
  return others.find(other => open.some(part => isOtherFrom(other, part))) ?? name
}
