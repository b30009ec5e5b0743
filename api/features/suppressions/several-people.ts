import { HARD_LINK_KINDS, kindReaderOf } from '#shared/identity/identifiers/kinds.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { NO_MATCH } from '#shared/identity/matching/match-record.ts'
import { vetoBetween } from '#shared/identity/people/cannot-link.ts'
import { createNameComparer } from '#shared/identity/people/compare-record-names.ts'
import { makeLinkageRecords } from '#shared/identity/people/make-linkage-records.ts'
import type { StatedPerson } from './linked-values.ts'

/** Two of them cannot be one person by the rules of linkage: another number, birth date, name or gender. */
export function areSeveral(people: readonly StatedPerson[]): boolean {
  const compare = createNameComparer()
  const records = makeLinkageRecords(
    people.map(({ id, source, attributes }) => ({
      record_id: id,
      source,
      asOf: null,
      columns: {},
      fields: {},
      attributes,
      match: NO_MATCH
    })),
    new Set()
  )
  return records.some((one, at) => records.slice(at + 1).some(other => vetoBetween(one, other, compare)))
}

/** Numbers of theirs that are one person's alone. */
export const hardNumbers = ({ attributes }: StatedPerson, kind: (typeof HARD_LINK_KINDS)[number]): string[] =>
  attributes.identifiers[kind].filter(value => kindReaderOf(kind).isValid(value) && !isPlaceholder(value))

export const hasHardNumber = (person: StatedPerson): boolean =>
  HARD_LINK_KINDS.some(kind => hardNumbers(person, kind).length > 0)
