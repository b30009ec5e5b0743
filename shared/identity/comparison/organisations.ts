import type { ArgumentAgainst, DecidingCode, PeopleComparison } from '#shared/contracts/compare.ts'
import { numberDifference, type OrganisationCluster } from '#shared/identity/organisations/clusters.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { differencesIn } from './arguments.ts'
import { compareFields, type FieldRow } from './fields.ts'
import {
  DECIDING_TEXTS,
  fieldTexts,
  IN_ONE_CARD,
  NAME_OF_ORGANISATION,
  OTHER_KIND,
  VETO_TEXT
} from './texts.ts'

export interface OrganisationSide {
  kind: 'organisation'
  own: OrganisationCluster
  /** Records with what they state about the organisation alone. */
  records: readonly MatchedRecord[]
  organisation: OrganisationCluster
}

const sourcesOf = (records: readonly MatchedRecord[]): string[] =>
  [...new Set(records.map(({ source }) => source))].sort()

type Stated = readonly MatchedRecord[]

const bare = (
  kind: ArgumentAgainst['kind'],
  code: ArgumentAgainst['code'],
  text: string,
  sources: readonly [Stated, Stated] = [[], []]
): ArgumentAgainst => ({
  kind,
  code,
  text,
  sources_a: sourcesOf(sources[0]),
  sources_b: sourcesOf(sources[1])
})

const comparisonOf = (
  rows: readonly FieldRow[],
  against: readonly ArgumentAgainst[],
  codes: readonly Exclude<DecidingCode, 'full_birth_date'>[]
): PeopleComparison => ({
  fields: rows.map(({ row }) => row),
  for: rows.flatMap(({ speaksFor }) => speaksFor ?? []),
  against: [...against, ...differencesIn(rows)],
  would_decide: codes.map(code => ({ code, text: DECIDING_TEXTS[code] }))
})

/** A person and an organisation are never the same. */
export const compareKinds = (a: Stated, b: Stated): PeopleComparison =>
  comparisonOf(compareFields(a, b), [bare('veto', 'other_kind', OTHER_KIND, [a, b])], [])

/** Compares by the rules of `clusterMentions`. */
export const compareOrganisations = (a: OrganisationSide, b: OrganisationSide): PeopleComparison => {
  const rows = compareFields(a.records, b.records, 'organisation')
  const isOne = a.organisation === b.organisation
  const code = isOne
    ? null
    : (numberDifference(a.own, b.own) ?? numberDifference(a.organisation, b.organisation))
  if (!code) {
    const comparison = comparisonOf(
      rows,
      isOne ? [] : [bare('not_enough', 'name_alone', NAME_OF_ORGANISATION)],
      isOne ? [] : ['organisation_number', 'organisation_contact']
    )
    if (!isOne) return comparison
    const card = { code: 'one_card' as const, text: IN_ONE_CARD }
    const sources = { sources_a: sourcesOf(a.records), sources_b: sourcesOf(b.records) }
    return { ...comparison, for: [{ ...card, ...sources }, ...comparison.for] }
  }
  const label = code === 'other_inn' ? FIELD_LABELS.inn : FIELD_LABELS.ogrn
  const judged = rows.map(row =>
    row.row.field === label && row.row.tone === 'differ'
      ? { ...row, row: { ...row.row, text: `${row.row.text.split('.')[0]}. ${VETO_TEXT}` }, difference: null }
      : row
  )
  const veto = bare('veto', code, fieldTexts(label).different, [a.records, b.records])
  return comparisonOf(judged, [veto], ['nothing_by_rules', 'own_verdict'])
}
