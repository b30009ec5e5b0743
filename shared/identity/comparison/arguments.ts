import type {
  ArgumentAgainst,
  ArgumentFor,
  ComparedConnection,
  ComparedField,
  Deciding,
  DecidingCode
} from '#shared/contracts/compare.ts'
import type { NotEnoughCode, VetoCode } from '#shared/contracts/person.ts'
import { HARD_LINK_KINDS, VETO_KINDS } from '#shared/identity/identifiers/kinds.ts'
import { capitalized } from '#shared/identity/identifiers/words.ts'
import { linkText } from '#shared/identity/matching/sentences.ts'
import type { Connection } from '#shared/identity/organisations/connections.ts'
import { vetoesBetween } from '#shared/identity/people/cannot-link.ts'
import type { CompareRecordNames } from '#shared/identity/people/compare-record-names.ts'
import type { Cluster } from '#shared/identity/people/constrained-clusters.ts'
import {
  type Comparison,
  compareClusters,
  differenceText,
  hasFullDate,
  isSurnameChanged,
  nonmatchOf,
  representedPairs,
  type VetoedPair
} from '#shared/identity/people/explain-nonmatch.ts'
import { type LinkageRecord, sharesAny } from '#shared/identity/people/linkage-record.ts'
import { agreesInFull, describeLink, linkBetween, nameStrength } from '#shared/identity/people/links.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { FieldRow } from './fields.ts'

import {
  DECIDING_TEXTS,
  FULL_DATE_TEXTS,
  IN_CARDS,
  IN_ONE_CARD,
  NO_NAME,
  ONE_CARD,
  VETO_TEXT,
  WOULD_DECIDE
} from './texts.ts'

export interface Side {
  /** The records of this side alone, as a cluster. */
  own: Cluster
  person: Cluster
}

export interface Sides {
  a: Side
  b: Side
  compare: CompareRecordNames
  /** Vetoes between the two sides; between the cards where the records have none. */
  vetoes: readonly FoundVeto[]
  comparison: Comparison
}

interface FoundVeto extends VetoedPair {
  sourcesA: ReadonlySet<string>
  sourcesB: ReadonlySet<string>
  isOfCards: boolean
  text: string
}

const vetoesBetweenClusters = (
  one: Cluster,
  other: Cluster,
  compare: CompareRecordNames,
  isOfCards: boolean
): FoundVeto[] => {
  const vetoes = new Map<VetoCode, FoundVeto & { sourcesA: Set<string>; sourcesB: Set<string> }>()
  for (const [a, b] of representedPairs(one, other))
    for (const code of vetoesBetween(a, b, compare)) {
      const veto = vetoes.getOrInsertComputed(code, () => ({
        code,
        a,
        b,
        text: differenceText({ code, a, b }, one, other),
        sourcesA: new Set(),
        sourcesB: new Set(),
        isOfCards
      }))
      veto.sourcesA.add(a.record.source)
      veto.sourcesB.add(b.record.source)
    }
  return [...vetoes.values()]
}

export const judgeSides = (a: Side, b: Side, compare: CompareRecordNames): Sides => {
  const own = vetoesBetweenClusters(a.own, b.own, compare, false)
  const vetoes =
    own.length > 0 || a.person === b.person ? own : vetoesBetweenClusters(a.person, b.person, compare, true)
  return { a, b, compare, vetoes, comparison: compareClusters(a.own, b.own, compare) }
}

const VETO_LABELS: Partial<Record<VetoCode, string>> = {
  ...Object.fromEntries(VETO_KINDS.map(kind => [`other_${kind}`, FIELD_LABELS[kind]])),
  other_gender: FIELD_LABELS.gender,
  other_patronymic: FIELD_LABELS.full_name,
  other_given_name: FIELD_LABELS.full_name,
  other_birth_date: FIELD_LABELS.birth_date,
  other_birth_year: FIELD_LABELS.birth_date
}

const isVetoed = (label: string, { vetoes }: Sides): boolean =>
  vetoes.some(({ code, isOfCards }) => !isOfCards && VETO_LABELS[code] === label)

/** The rows as they are shown: a difference that forbids to join says so. */
export const fieldsOf = (rows: readonly FieldRow[], sides: Sides): ComparedField[] =>
  rows.map(({ row }) =>
    row.tone === 'differ' && isVetoed(row.field, sides) ? { ...row, text: `${row.text}. ${VETO_TEXT}` } : row
  )

/** The wording of the rule that links by this field; null when the field links nobody by itself. */
const ruleText = (label: string, { a, b }: Sides): string | null => {
  const kind = HARD_LINK_KINDS.find(each => FIELD_LABELS[each] === label)
  if (!kind) return null
  const read = (side: Side) => side.own.members.flatMap(({ numbers }) => numbers[kind])
  return sharesAny(read(a), read(b)) ? capitalized(linkText(kind, null)) : null
}

/** Connections beyond what the rows already show. */
export const connectionsOf = (
  found: readonly Connection[],
  rows: readonly FieldRow[]
): ComparedConnection[] => {
  const areColleagues = rows.some(
    ({ row: { field, tone } }) =>
      tone === 'agree' && (field === FIELD_LABELS.workplace || field === FIELD_LABELS.organization)
  )
  return found
    .filter(({ code }) => code !== 'shared_organisation' || !areColleagues)
    .map(({ code, text, sources: [a, b] }) => ({ code, text, sources_a: sources(a), sources_b: sources(b) }))
}

const sources = (keys: Iterable<string>): string[] => [...new Set(keys)].sort()
const sourcesOf = ({ own }: Side): string[] => sources(own.members.map(({ record }) => record.source))

const cardArgument = ({ a, b, compare }: Sides): ArgumentFor[] => {
  const [[one], [other]] = [a.own.members, b.own.members]
  if (a.person !== b.person || !one || !other) return []
  const edge = linkBetween(one, other, compare)
  const text = edge ? `${IN_ONE_CARD}: ${describeLink(edge).text}` : ONE_CARD
  return [{ code: 'one_card', text, sources_a: sourcesOf(a), sources_b: sourcesOf(b) }]
}

export const argumentsFor = (rows: readonly FieldRow[], sides: Sides): ArgumentFor[] => [
  ...cardArgument(sides),
  ...rows.flatMap(({ row, speaksFor }) =>
    speaksFor ? [{ ...speaksFor, text: ruleText(row.field, sides) ?? speaksFor.text }] : []
  )
]

export const differencesIn = (rows: readonly FieldRow[]): ArgumentAgainst[] =>
  rows.flatMap(({ row: { code, may_differ, sources_a, sources_b }, difference }) =>
    difference === null
      ? []
      : [
          {
            kind: 'difference' as const,
            code,
            text: difference,
            ...(may_differ && { may_differ }),
            sources_a,
            sources_b
          }
        ]
  )

const vetoArgument = ({ code, text, sourcesA, sourcesB, isOfCards }: FoundVeto): ArgumentAgainst => ({
  kind: 'veto',
  code,
  text: isOfCards ? `${IN_CARDS} ${text}` : capitalized(text),
  sources_a: sources(sourcesA),
  sources_b: sources(sourcesB)
})

type NotEnough = Pick<ArgumentAgainst, 'code' | 'text'> & { deciding: readonly DecidingCode[] }

/** Agreement that is not enough to link; null when nothing agrees. */
const notEnough = ({ a, b, vetoes, comparison }: Sides): NotEnough | null => {
  if (vetoes.length > 0 || a.person === b.person) return null
  const { name } = comparison
  if (!name) return { code: 'no_name', text: NO_NAME, deciding: ['personal_number', 'full_name'] }
  const isOtherName =
    name.contradicts.length > 0 && nameStrength(name) === null && !isSurnameChanged(comparison)
  if (isOtherName) return null
  const { code, text } = nonmatchOf(
    { ...a.own, keptApart: a.person.keptApart },
    { ...b.own, keptApart: b.person.keptApart },
    comparison
  )
  return { code, text: capitalized(text), deciding: WOULD_DECIDE[code as NotEnoughCode] }
}

export const argumentsAgainst = (rows: readonly FieldRow[], sides: Sides): ArgumentAgainst[] => {
  const lack = notEnough(sides)
  return [
    ...sides.vetoes.map(vetoArgument),
    ...(lack
      ? [{ kind: 'not_enough' as const, code: lack.code, text: lack.text, sources_a: [], sources_b: [] }]
      : []),
    ...differencesIn(rows.filter(({ row }) => !isVetoed(row.field, sides)))
  ]
}

const withNumber = (record: LinkageRecord): LinkageRecord => ({
  ...record,
  numbers: { ...record.numbers, passport: ['0'] }
})

/** Whether a shared number would turn the difference from a veto into a contradiction to show. */
const isLiftedByNumber = ({ a, b, compare, vetoes }: Sides): boolean =>
  vetoes.every(({ isOfCards }) => !isOfCards) &&
  a.own.representatives.every(one =>
    b.own.representatives.every(
      other => vetoesBetween(withNumber(one), withNumber(other), compare).length === 0
    )
  )

const decidingOf = (code: DecidingCode, { a, b, comparison }: Sides): Deciding[] => {
  if (code === 'full_name' && agreesInFull(comparison.name)) return []
  if (code !== 'full_birth_date') return [{ code, text: DECIDING_TEXTS[code] }]
  const [one, other] = [hasFullDate(a.own), hasFullDate(b.own)]
  if (one && other && (comparison.facts.has('birthDate') || comparison.facts.has('exchangedDate'))) return []
  const side = one ? (other ? 'neither' : 'b') : other ? 'a' : 'both'
  return [{ code, text: FULL_DATE_TEXTS[side] }]
}

export const wouldDecide = (sides: Sides): Deciding[] => {
  const { a, b, vetoes, comparison } = sides
  if (a.person === b.person) return []
  const codes: readonly DecidingCode[] =
    vetoes.length > 0
      ? [isLiftedByNumber(sides) ? 'number_over_difference' : 'nothing_by_rules', 'own_verdict']
      : (notEnough(sides)?.deciding ??
        (comparison.name && nameStrength(comparison.name) === 'weak'
          ? ['personal_number', 'two_facts']
          : ['personal_number']))
  return codes.flatMap(code => decidingOf(code, sides))
}
