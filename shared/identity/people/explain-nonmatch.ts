import type { NotEnoughCode, PersonApart, VetoCode } from '#shared/contracts/person.ts'
import { formatBirthDate, isoDate } from '#shared/identity/identifiers/birth-date.ts'
import { HARD_LINK_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { compareDates, isFullDate } from '#shared/identity/matching/compare-dates.ts'
import { isInitial, isWholeWord } from '#shared/identity/matching/compare-name-parts.ts'
import type { NameComparison } from '#shared/identity/matching/compare-names.ts'
import { joined } from '#shared/identity/matching/reasons.ts'
import { agreeingParts } from '#shared/identity/matching/sentences.ts'
import type { createConnections } from '#shared/identity/organisations/connections.ts'
import { sourceWording } from '#shared/identity/records/source-wording.ts'
import { NO_TEXTS, unique } from '#shared/identity/text/lists.ts'
import { memoizeByObject } from '#shared/identity/text/memoize.ts'
import { vetoBetween } from './cannot-link.ts'
import { canonicalDate } from './canonical-values.ts'
import type { CompareRecordNames } from './compare-record-names.ts'
import type { Cluster } from './constrained-clusters.ts'
import { type LinkageRecord, sharesAny } from './linkage-record.ts'
import { agreesInFull, compareFlats, flatsOf, nameStrength } from './links.ts'
import { nearestClusters } from './nearest.ts'
import {
  AGREEING_FACTS,
  type AgreeingFact,
  CHANGED_SURNAME_TEXTS,
  inRecordsText,
  type JoiningFact,
  LIKE_NAME,
  NOT_ENOUGH_TEXTS,
  ONLY_DIFFERENCES,
  OTHER_GENDER_BY_NAME,
  OWNER_WORDS,
  VETO_TEXTS,
  wouldJoinText
} from './nonmatch-texts.ts'
import { sexByNameOf, sexOf } from './profile.ts'

const APART_SHOWN = 3
/** Some of the nearest clusters turn out to have another name. */
const CANDIDATES = 5

/** Shared facts, and a veto between two records, preferably ones that state what the cards show. */
export interface Comparison {
  name: NameComparison | null
  facts: ReadonlySet<AgreeingFact>
  veto: VetoedPair | null
}

const statedBy = memoizeByObject(({ members }: Cluster) => {
  const [only, ...others] = members
  const union = (read: (record: LinkageRecord) => readonly string[]) =>
    only && others.length === 0 ? read(only) : unique(members.flatMap(read))
  return {
    birthDates: members.flatMap(({ record }) => record.attributes.birthDates),
    numbers: HARD_LINK_KINDS.map(kind => [kind, union(({ numbers }) => numbers[kind])] as const),
    phones: union(({ record }) => record.attributes.identifiers.phone),
    emails: union(({ record }) => record.attributes.identifiers.email),
    flats: union(flatsOf)
  }
})

const factsBetween = (a: Cluster, b: Cluster): ReadonlySet<AgreeingFact> => {
  const [one, other] = [statedBy(a), statedBy(b)]
  const date = compareDates(one.birthDates, other.birthDates)?.agreement
  const facts: [AgreeingFact, boolean][] = [
    ['birthDate', date === 'equal'],
    ['exchangedDate', date === 'exchanged'],
    ['birthYear', date === 'year'],
    ...one.numbers.map(([kind, own], at): [AgreeingFact, boolean] => [
      kind,
      sharesAny(own, other.numbers[at]?.[1] ?? NO_TEXTS)
    ]),
    ['phone', sharesAny(one.phones, other.phones)],
    ['email', sharesAny(one.emails, other.emails)],
    ['flat', compareFlats(one.flats, other.flats) === 'same']
  ]
  return new Set(facts.filter(([, agrees]) => agrees).map(([fact]) => fact))
}

const cardDateOf = memoizeByObject(({ members }: Cluster): { iso: string | null; shown: string } => {
  const date = canonicalDate(members.map(({ record }) => record))
  return { iso: date && isoDate(date), shown: date ? formatBirthDate(date) : '' }
})

const statesCardDate = (cluster: Cluster, { record }: LinkageRecord): boolean => {
  const { birthDates } = record.attributes
  const { iso } = cardDateOf(cluster)
  return birthDates.length === 0 || birthDates.some(date => isoDate(date) === iso)
}

const partedByDate = memoizeByObject((cluster: Cluster) => {
  const { representatives } = cluster
  const isOfCard = (record: LinkageRecord): boolean => statesCardDate(cluster, record)
  return [representatives.filter(isOfCard), representatives.filter(record => !isOfCard(record))] as const
})

/** All pairs, first those of records that state what the cards show. */
export function* representedPairs(one: Cluster, other: Cluster): Generator<[LinkageRecord, LinkageRecord]> {
  const [ours, theirs] = [partedByDate(one), partedByDate(other)]
  for (const own of ours)
    for (const others of theirs) for (const a of own) for (const b of others) yield [a, b]
}

export const compareClusters = (one: Cluster, other: Cluster, compare: CompareRecordNames): Comparison => {
  const comparison: Comparison = { name: null, facts: factsBetween(one, other), veto: null }
  for (const [a, b] of representedPairs(one, other)) {
    const name = compare(a, b)
    if (name && name.score > (comparison.name?.score ?? -1)) comparison.name = name
    if (comparison.veto) continue
    const code = vetoBetween(a, b, compare)
    if (code) comparison.veto = { code, a, b }
  }
  return comparison
}

/** «ФИО, год рождения и телефон»; null when nothing agrees. */
const agreeingText = ({ name, facts }: Comparison): string | null => {
  const isLike = name !== null && Object.keys(name.agrees).length > 0
  const subject = name && (agreeingParts(name)?.subject ?? (isLike ? LIKE_NAME : null))
  const [first, ...others] = [
    ...(subject ? [subject] : []),
    ...Array.from(facts, fact => AGREEING_FACTS[fact])
  ]
  return first === undefined ? null : others.reduce(joined, first)
}

const dateText = (cluster: Cluster, stating: LinkageRecord): string => {
  const { shown } = cardDateOf(cluster)
  if (statesCardDate(cluster, stating)) return shown
  const { record, equivalenceClass } = stating
  const count = cluster.members.filter(member => member.equivalenceClass === equivalenceClass).length
  const written = record.attributes.birthDates.map(
    date => sourceWording(record, 'birth_date', isoDate(date)) ?? formatBirthDate(date)
  )
  return `${shown} (${inRecordsText(count)} ${unique(written).join(', ')})`
}

const isGenderStated = ({ record }: LinkageRecord): boolean => record.attributes.gender !== undefined

export interface VetoedPair {
  code: VetoCode
  a: LinkageRecord
  b: LinkageRecord
}

/** «даты рождения разные: 14.03.1981 и 15.03.1981», from the cards, then from the records. */
export const differenceText = ({ code, a, b }: VetoedPair, one: Cluster, other: Cluster): string => {
  if (code === 'other_gender' && !(isGenderStated(a) && isGenderStated(b))) return OTHER_GENDER_BY_NAME
  const isDate = code === 'other_birth_date' || code === 'other_birth_year'
  return isDate ? `${VETO_TEXTS[code]}: ${dateText(one, a)} и ${dateText(other, b)}` : VETO_TEXTS[code]
}

const vetoText = (veto: VetoedPair, { name, facts }: Comparison, own: Cluster, other: Cluster): string => {
  const only = ONLY_DIFFERENCES[veto.code]
  if (only && name?.contradicts.length === 0 && facts.has('birthDate')) return only
  const { code, a, b } = veto
  return differenceText(own.members.includes(a) ? veto : { code, a: b, b: a }, own, other)
}

const isTied = ({ keptApart }: Cluster, { members }: Cluster): boolean =>
  keptApart !== null && members.some(({ index }) => keptApart.has(index))

/** Given name, patronymic and full date agree, the surname does not: a marriage may explain it. */
export const isSurnameChanged = ({ name, facts }: Comparison): boolean =>
  name !== null &&
  facts.has('birthDate') &&
  isWholeWord(name.agrees.given) &&
  isWholeWord(name.agrees.patronymic) &&
  (name.agrees.surname === 'half' || (name.contradicts.length === 1 && name.contradicts[0] === 'surname'))

const changedSurnameText = ({ members }: Cluster, { name }: Comparison): string => {
  const records = members.map(({ record }) => record)
  const isHalf = name?.agrees.surname === 'half'
  const isMan = (sexOf(records) ?? sexByNameOf(records)) === 'male'
  return CHANGED_SURNAME_TEXTS[isMan ? (isHalf ? 'halfOfMan' : 'ofMan') : isHalf ? 'half' : 'whole']
}

const notEnoughCode = (name: NameComparison | null, facts: ReadonlySet<AgreeingFact>): NotEnoughCode => {
  const joining: readonly AgreeingFact[] = ['phone', 'email', 'birthDate', 'exchangedDate']
  const isJoining = joining.some(fact => facts.has(fact))
  if (name && nameStrength(name) === 'weak' && isJoining) return 'loose_name'
  if (facts.has('email')) return 'contact_of_many'
  if (facts.has('phone') || facts.has('flat')) return 'shared_by_household'
  if (isInitial(name?.agrees.given)) return 'initials_alone'
  return facts.has('birthYear') ? 'name_and_birth_year' : 'name_alone'
}

/** Near are namesakes, twins and changed surnames; another name with the same phone is a relation instead. */
const isNear = (comparison: Comparison): boolean => {
  const { name, facts } = comparison
  if (!name) return false
  const isSameNumber = HARD_LINK_KINDS.some(kind => facts.has(kind))
  const isOtherSurname = name.contradicts.includes('surname') || !name.agrees.surname
  const isTwin = !isOtherSurname && facts.has('birthDate')
  return (
    isSameNumber ||
    isTwin ||
    isSurnameChanged(comparison) ||
    !(name.contradicts.includes('surname') || name.contradicts.includes('given'))
  )
}

const recordsOf = memoizeByObject(({ members }: Cluster) => members.map(({ record }) => record))

/**
 * Explains why the nearest clusters are other people: at most three, the nearest first. The query plays no part.
 * @param clusters Best person first.
 * @param ids Ids of the persons, in the same order.
 * @param isAsked Clusters to explain, by index.
 */
export const explainNonmatch = (
  clusters: readonly Cluster[],
  ids: readonly string[],
  compare: CompareRecordNames,
  isAsked: (at: number) => boolean = () => true,
  connectionsBetween?: ReturnType<typeof createConnections>
): PersonApart[][] => {
  const compared = new Map<number, Comparison>()
  const comparisonOf = (one: number, other: number): Comparison => {
    const [low, high] = one < other ? [one, other] : [other, one]
    return compared.getOrInsertComputed(low * clusters.length + high, () =>
      compareClusters(clusters[low] as Cluster, clusters[high] as Cluster, compare)
    )
  }
  return nearestClusters(clusters, CANDIDATES, isAsked).map((places, at) => {
    const own = clusters[at] as Cluster
    const apart: PersonApart[] = []
    for (const place of places) {
      const other = clusters[place] as Cluster
      const comparison = comparisonOf(at, place)
      const agrees = agreeingText(comparison)
      if (agrees === null || !isNear(comparison)) continue
      const connections = connectionsBetween?.(recordsOf(own), recordsOf(other), OWNER_WORDS) ?? []
      apart.push({
        person_id: ids[place] ?? '',
        agrees,
        ...nonmatchOf(own, other, comparison),
        ...(connections.length > 0 && { connections: connections.map(({ text }) => text) })
      })
      if (apart.length === APART_SHOWN) break
    }
    return apart
  })
}

export const hasFullDate = (cluster: Cluster): boolean => statedBy(cluster).birthDates.some(isFullDate)

export const nonmatchOf = (
  own: Cluster,
  other: Cluster,
  comparison: Comparison
): Omit<PersonApart, 'person_id' | 'agrees'> => {
  const { name, facts, veto } = comparison
  if (veto)
    return { kind: 'veto', code: veto.code, text: vetoText(veto, comparison, own, other), would_join: null }
  const isChanged = isSurnameChanged(comparison)
  const code: NotEnoughCode =
    isTied(own, other) || isTied(other, own)
      ? 'fits_two_people'
      : isChanged
        ? 'changed_surname'
        : notEnoughCode(name, facts)
  const text = code === 'changed_surname' ? changedSurnameText(own, comparison) : NOT_ENOUGH_TEXTS[code].text
  const isLacking = (fact: JoiningFact): boolean => {
    if (fact === 'fullName') return !agreesInFull(name)
    if (fact === 'birthDate') return !(hasFullDate(own) && hasFullDate(other))
    return (fact !== 'phone' && fact !== 'email' && fact !== 'flat') || !facts.has(fact)
  }
  return { kind: 'not_enough', code, text, would_join: wouldJoinText(code, isLacking) }
}
