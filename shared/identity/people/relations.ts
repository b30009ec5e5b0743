import type { Relation, SummaryRow } from '#shared/contracts/summary.ts'
import { normalizeAddress, sameAddress } from '#shared/identity/records/address.ts'
import { organizationKey } from '#shared/identity/records/attribute-texts.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { FORMER_VALUE_NOTE, RELATION_TEXTS } from '#shared/labels/relations.ts'
import type { Sharing } from './related.ts'

const FIELDS: Record<Relation['kind'], readonly string[]> = {
  phone: [FIELD_LABELS.phone],
  address: [FIELD_LABELS.address],
  workplace: [FIELD_LABELS.workplace, FIELD_LABELS.organization]
}

const isOfRow = ({ kind, normal, written }: Sharing, { value }: SummaryRow): boolean => {
  if (value === written) return true
  if (kind === 'phone') return false
  return kind === 'address' ? sameAddress(normalizeAddress(value), normal) : organizationKey(value) === normal
}

/** Row of the shared value; none when it is only connected with the person. */
const rowOf = (sharing: Sharing, summary: readonly SummaryRow[]): SummaryRow | undefined =>
  summary.find(
    row =>
      FIELDS[sharing.kind].includes(row.field) &&
      row.evidence.some(
        ({ record_id, state }) => state !== 'conflicts' && sharing.own_ids.includes(record_id)
      ) &&
      isOfRow(sharing, row)
  )

const textOf = ({ kind, isFamily }: Sharing): string => RELATION_TEXTS[isFamily ? 'family' : kind]

/** Names shared values as the summary does, and marks those that a later record gives to somebody else. */
export const describeSharings = (
  sharings: readonly Sharing[],
  summary: readonly SummaryRow[],
  ids: readonly string[]
): { related: Relation[]; summary: readonly SummaryRow[] } => {
  if (sharings.length === 0) return { related: [], summary }
  const formerRows = new Map<SummaryRow, NonNullable<SummaryRow['former']>>()
  const related = new Map<string, Relation>()
  for (const sharing of sharings) {
    const { kind, record_ids, other, passedOn } = sharing
    const personId = ids[other] ?? ''
    const row = rowOf(sharing, summary)
    const value = row?.value ?? sharing.written
    const existing = related.get(`${kind} ${value} ${personId}`)
    if (existing) existing.record_ids = [...new Set([...existing.record_ids, ...record_ids])]
    else
      related.set(`${kind} ${value} ${personId}`, {
        kind,
        value,
        person_id: personId,
        record_ids,
        text: textOf(sharing)
      })
    const former = row && formerRows.get(row)
    if (row && passedOn !== null && (!former || passedOn > former.date))
      formerRows.set(row, { person_id: personId, date: passedOn, text: FORMER_VALUE_NOTE })
  }
  return {
    related: [...related.values()],
    summary: summary.map(row => {
      const former = formerRows.get(row)
      return former ? { ...row, former } : row
    })
  }
}
