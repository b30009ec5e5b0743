import type { ArgumentFor, ComparedField, FieldCode } from '#shared/contracts/compare.ts'
import type { PersonKind } from '#shared/contracts/person.ts'
import type { PartialDate } from '#shared/identity/identifiers/birth-date.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { sexByNameOf, sexOf } from '#shared/identity/people/profile.ts'
import { summarize } from '#shared/identity/people/summary.ts'
import {
  type FormerStems,
  formerStemsOf,
  SUMMARY_FIELDS,
  type SummaryField
} from '#shared/identity/people/summary-fields.ts'
import type { Address } from '#shared/identity/records/display-values.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { datesAgree, type Judgement, judgeDates, judgeNames, namesAgree } from './names-and-dates.ts'
import {
  ALL_SAME,
  BY_NAME,
  COMMON_FLAT,
  fieldTexts,
  GENDER_MISSING_TEXTS,
  GENDERS,
  MAY_DIFFER_TEXTS,
  MISSING_TEXTS
} from './texts.ts'

export interface FieldRow {
  row: ComparedField
  speaksFor: ArgumentFor | null
  difference: string | null
}

interface Side {
  records: readonly MatchedRecord[]
  former: FormerStems
  /** Values by the label of the field, the weightiest first. */
  shown: ReadonlyMap<string, readonly string[]>
}

/** No source counts as a copy of another here: each is named. */
const EACH_FOR_ITSELF: ReadonlyMap<string, string> = new Map([])

const sideOf = (records: readonly MatchedRecord[]): Side => {
  const rows = Map.groupBy(summarize(records, { independentSources: EACH_FOR_ITSELF }), ({ field }) => field)
  return {
    records,
    former: formerStemsOf(records),
    shown: new Map([...rows].map(([label, own]) => [label, own.map(({ value }) => value)]))
  }
}

/** Every pair of values is compared; longer lists belong to other people. */
const VALUES_COMPARED_MAX = 128

const valuesIn = (
  { attributes }: MatchedRecord,
  { label, read }: SummaryField<unknown>,
  former: FormerStems
): readonly unknown[] => (label === FIELD_LABELS.full_name ? attributes.names : read(attributes, former))

const variantsOf = (field: SummaryField<unknown>, { records, former }: Side): unknown[] => {
  const variants = new Map<string, unknown>()
  for (const record of records)
    for (const variant of valuesIn(record, field, former))
      if (variants.size < VALUES_COMPARED_MAX) variants.set(field.key(variant), variant)
  return [...variants.values()]
}

type Same = (one: unknown, other: unknown) => boolean

const sameOf = ({ label, key, same }: SummaryField<unknown>): Same => {
  if (label === FIELD_LABELS.full_name) return (a, b) => namesAgree(a as PersonName, b as PersonName)
  if (label === FIELD_LABELS.birth_date) return (a, b) => datesAgree(a as PartialDate, b as PartialDate)
  return (a, b) => key(a) === key(b) || same?.(a, b) === true
}

const sourcesOf = (records: readonly MatchedRecord[]): string[] =>
  [...new Set(records.map(({ source }) => source))].sort()

const sourcesStating = (
  field: SummaryField<unknown>,
  { records, former }: Side,
  variants: readonly unknown[]
): string[] => {
  const keys = new Set(variants.map(variant => field.key(variant)))
  return sourcesOf(
    records.filter(record => valuesIn(record, field, former).some(variant => keys.has(field.key(variant))))
  )
}

const namesAnyFlat = (addresses: readonly unknown[]): boolean =>
  addresses.some(address => (address as Address).namesFlat)

const judgeValues = (
  field: SummaryField<unknown>,
  shared: readonly unknown[],
  isEverything: boolean,
  kind: PersonKind
): Judgement => {
  const { label, show } = field
  const { same, other, common, different, mayDiffer } = fieldTexts(label)
  if (shared.length === 0) {
    if (!mayDiffer) return { tone: 'differ', code: other, text: 'Разные', sentence: different }
    const text = `${different}; ${MAY_DIFFER_TEXTS[kind][mayDiffer]}`
    return { tone: 'differ', may_differ: true, code: other, text, sentence: text }
  }
  const values = shared.map(value => show(value)).join('; ')
  const isFlat = label === FIELD_LABELS.address && namesAnyFlat(shared)
  return {
    tone: 'agree',
    code: same,
    text: isEverything ? ALL_SAME : `${ALL_SAME}: ${values}`,
    sentence: `${isFlat ? COMMON_FLAT : common}: ${values}`
  }
}

/** Values as the summary shows them; null when there are none. */
const shownIn = (
  { shown }: Side,
  { label, show }: SummaryField<unknown>,
  variants: readonly unknown[]
): string | null =>
  variants.length === 0 ? null : (shown.get(label) ?? variants.map(variant => show(variant))).join('; ')

const rowOf = (field: SummaryField<unknown>, one: Side, other: Side, kind: PersonKind): FieldRow | null => {
  const { label } = field
  const [ours, theirs] = [variantsOf(field, one), variantsOf(field, other)]
  if (ours.length === 0 && theirs.length === 0) return null
  const a = shownIn(one, field, ours)
  const b = shownIn(other, field, theirs)
  const sources = {
    sources_a: sourcesStating(field, one, ours),
    sources_b: sourcesStating(field, other, theirs)
  }
  if (ours.length === 0 || theirs.length === 0) {
    const text = MISSING_TEXTS[ours.length === 0 ? 'a' : 'b']
    const code = codeOfMissing(label)
    return {
      row: { field: label, a, b, tone: 'missing', code, text, ...sources },
      speaksFor: null,
      difference: null
    }
  }
  const same = sameOf(field)
  const agreeing = [
    ours.filter(value => theirs.some(their => same(value, their))),
    theirs.filter(value => ours.some(our => same(our, value)))
  ] as const
  const isEverything = agreeing[0].length === ours.length && agreeing[1].length === theirs.length
  const { sentence, ...judged } =
    label === FIELD_LABELS.full_name
      ? judgeNames(ours as PersonName[], theirs as PersonName[])
      : label === FIELD_LABELS.birth_date
        ? judgeDates(ours as PartialDate[], theirs as PartialDate[])
        : judgeValues(field, agreeing[0], isEverything, kind)
  const speaksFor =
    judged.tone === 'agree' && sentence !== null
      ? {
          code: judged.code,
          text: sentence,
          sources_a: sourcesStating(field, one, agreeing[0]),
          sources_b: sourcesStating(field, other, agreeing[1])
        }
      : null
  return {
    row: { field: label, a, b, ...judged, ...sources },
    speaksFor,
    difference: judged.tone === 'differ' ? sentence : null
  }
}

const codeOfMissing = (label: string): FieldCode => {
  if (label === FIELD_LABELS.full_name) return 'no_name'
  return label === FIELD_LABELS.birth_date ? 'no_birth_date' : fieldTexts(label).no
}

const genderText = ({ records }: Side): string | null => {
  const stated = sexOf(records)
  if (stated) return GENDERS[stated]
  const byName = sexByNameOf(records)
  return byName && `${GENDERS[byName]} ${BY_NAME}`
}

/** Compares stated genders. A gender told by the name alone gives no row, and gender links nobody. */
const genderRow = (one: Side, other: Side): FieldRow | null => {
  const [ours, theirs] = [sexOf(one.records), sexOf(other.records)]
  if (!ours && !theirs) return null
  const stating = ({ records }: Side) =>
    sourcesOf(records.filter(({ attributes }) => attributes.gender !== undefined))
  const judged: Pick<ComparedField, 'tone' | 'code' | 'text'> =
    !ours || !theirs
      ? { tone: 'missing', code: 'no_gender', text: GENDER_MISSING_TEXTS[ours ? 'b' : 'a'] }
      : ours === theirs
        ? { tone: 'agree', code: 'same_gender', text: ALL_SAME }
        : { tone: 'differ', code: 'other_gender', text: 'Разный' }
  return {
    row: {
      field: FIELD_LABELS.gender,
      a: genderText(one),
      b: genderText(other),
      ...judged,
      sources_a: stating(one),
      sources_b: stating(other)
    },
    speaksFor: null,
    difference: judged.tone === 'differ' ? 'Пол разный' : null
  }
}

export const compareFields = (
  a: readonly MatchedRecord[],
  b: readonly MatchedRecord[],
  kind: PersonKind = 'person'
): FieldRow[] => {
  const [one, other] = [sideOf(a), sideOf(b)]
  return SUMMARY_FIELDS.flatMap(field => [
    rowOf(field, one, other, kind),
    field.label === FIELD_LABELS.birth_date ? genderRow(one, other) : null
  ]).filter(row => row !== null)
}
