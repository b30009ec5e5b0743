import { isoDate, type PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import { isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { compareNames } from '#shared/identity/matching/compare-names.ts'
import { displayWorth, formatName } from '#shared/identity/names/display-name.ts'
import { type PreparedName, prepareName } from '#shared/identity/names/prepared-name.ts'
import { NAME_PARTS, type NamePart, type PersonName } from '#shared/identity/names/types.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { sourceWording } from '#shared/identity/records/source-wording.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import type { MatchedRecord } from './linkage-record.ts'

export interface Spelling<T> {
  variant: T
  variants: readonly T[]
  records: readonly MatchedRecord[]
  sources: number
}

type NonEmpty<T> = readonly [T, ...T[]]

const best = <T>(items: NonEmpty<T>, isBetter: (a: T, b: T) => number): T => {
  const [first, ...others] = items
  return others.reduce((leader, item) => (isBetter(item, leader) > 0 ? item : leader), first)
}

const usual = (texts: readonly string[]): string => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  let chosen = ''
  let most = 0
  for (const [text, count] of counts) {
    const isBetter =
      count > most ||
      (count === most && (text.length > chosen.length || (text.length === chosen.length && text < chosen)))
    if (isBetter) [chosen, most] = [text, count]
  }
  return chosen
}

export const mostFrequentSpelling = ([first, ...others]: NonEmpty<Spelling<string>>): string =>
  others.length === 0 && first.variants.length === 1
    ? first.variant
    : usual([first, ...others].flatMap(({ variants }) => variants))

const normalOf = (name: PreparedName, part: NamePart): string => name[part]?.normal ?? ''

const support = (spellings: readonly Spelling<PersonName>[], part: NamePart, normal: string): number =>
  spellings.reduce(
    (sum, { variant, sources }) => sum + (normalOf(prepareName(variant), part) === normal ? sources : 0),
    0
  )

const isKnown = ({ given, patronymic }: PreparedName, part: NamePart): boolean =>
  (part === 'given' && given?.tableForm !== null) ||
  (part === 'patronymic' && patronymic?.knownFather === true)

/** Parts that more sources spell with a letter exchanged, or as many whose spelling the tables know. */
const doubtsOf = (spelling: Spelling<PersonName>, spellings: readonly Spelling<PersonName>[]): number => {
  const own = prepareName(spelling.variant)
  return NAME_PARTS.filter(part => {
    if (own[part] === undefined || own[part].initial) return false
    const supported = support(spellings, part, normalOf(own, part))
    return spellings.some(other => {
      const compared = prepareName(other.variant)
      if (!compared[part] || normalOf(compared, part) === normalOf(own, part)) return false
      const agreement = compareNames(spelling.variant, other.variant).agrees[part]
      if (agreement !== 'typo' && !(agreement === 'spelling' && own[part]?.cyrillic)) return false
      const others = support(spellings, part, normalOf(compared, part))
      return others > supported || (others === supported && isKnown(compared, part) && !isKnown(own, part))
    })
  }).length
}

/** With ё where some source writes it, with the hyphens of most records. */
const bestWriting = ({ variants, variant }: Spelling<PersonName>): PersonName => {
  if (variants.length === 1) return variant
  const worth = Math.max(...variants.map(displayWorth))
  const worthiest = variants.filter(name => displayWorth(name) === worth)
  const written = usual(worthiest.map(formatName))
  return worthiest.find(name => formatName(name) === written) ?? variant
}

/** The name to show: no typing error that others lack, then Cyrillic, complete, most frequent. */
export const canonicalName = (spellings: NonEmpty<Spelling<PersonName>>): PersonName => {
  const [first, ...others] = spellings
  if (others.length === 0) return bestWriting(first)
  const ranked = [first, ...others].map(spelling => ({
    spelling,
    doubts: doubtsOf(spelling, spellings),
    worth: displayWorth(bestWriting(spelling))
  }))
  const { spelling } = best(
    ranked as unknown as NonEmpty<(typeof ranked)[number]>,
    (a, b) =>
      b.doubts - a.doubts ||
      a.worth - b.worth ||
      a.spelling.sources - b.spelling.sources ||
      (prepareName(a.spelling.variant).key < prepareName(b.spelling.variant).key ? 1 : -1)
  )
  return bestWriting(spelling)
}

const isoOf = memoizeByObject(isoDate)

/** «05/12/87» may be either month. */
const mayBeExchanged = (record: MatchedRecord, date: PartialDate): boolean =>
  sourceWording(record, 'birth_date', isoOf(date))?.includes('/') === true

const bestScored = (records: readonly MatchedRecord[]): MatchedRecord =>
  best(records as NonEmpty<MatchedRecord>, byScoreUpward)
const byScoreUpward = (a: MatchedRecord, b: MatchedRecord): number =>
  a.match.score - b.match.score || (a.record_id < b.record_id ? 1 : -1)

/** The fullest date, then the most frequent, one with a certain order of day and month, that of the best record. */
export const canonicalDate = (records: readonly MatchedRecord[]): PartialDate | null => {
  const stated = new Map<string, { date: PartialDate; by: MatchedRecord[] }>()
  for (const record of records)
    for (const date of record.attributes.birthDates)
      stated.getOrInsertComputed(isoOf(date), () => ({ date, by: [] })).by.push(record)
  const [first, ...others] = stated.values()
  if (!first || others.length === 0) return first?.date ?? null
  const isUnsure = ({ date, by }: typeof first): boolean => by.every(record => mayBeExchanged(record, date))
  return best(
    [first, ...others],
    (a, b) =>
      Number(isFullDate(a.date)) - Number(isFullDate(b.date)) ||
      a.by.length - b.by.length ||
      isoOf(a.date).length - isoOf(b.date).length ||
      Number(isUnsure(b)) - Number(isUnsure(a)) ||
      byScoreUpward(bestScored(a.by), bestScored(b.by))
  ).date
}

/** Most frequent address, then the longest. */
export const canonicalAddress = (spellings: NonEmpty<Spelling<Address>>): Address => {
  const { variants, variant } = best(
    spellings,
    (a, b) => a.sources - b.sources || a.variant.normal.length - b.variant.normal.length
  )
  if (variants.length === 1) return variant
  const written = usual(variants.map(address => address.written))
  return variants.find(address => address.written === written) ?? variant
}
