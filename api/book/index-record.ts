import { createKeyedHash } from '#api/lib/hmac.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { organisationWordsOf } from '#shared/identity/lookup/organisation-words.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import type { ColumnParties } from '#shared/identity/parties/layout.ts'
import { statedParties } from '#shared/identity/parties/stated.ts'
import { subjectsOfPeople } from '#shared/identity/parties/subjects.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { hasTooManyPairs, peopleIn } from '#shared/identity/records/subject.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { hasFaultyNumber, hasUnreadName } from '#shared/identity/records/value-fault.ts'
import { unique } from '#shared/identity/text/lists.ts'
import type { ColumnParty } from '#shared/labels/parties.ts'
import { emptyFields } from './fields.ts'
import { subjectKeys } from './subject-keys.ts'

/**
 * Raised with every change of the keys below (golden-keys test). The next start recomputes stored keys
 * (`record-rule.ts`); until then records may be missed, but suppression holds.
 */
export const RECORD_RULE = 8

/** A record with everything computed for storage. */
export interface IndexRecord {
  source: string
  /** `record_id` without the source key. */
  rid: string
  /** In column order; '' for missing. */
  values: readonly string[]
  keys: string[]
  surname: string | null
  names: readonly PersonName[]
  organisationWords: readonly string[]
  subjectKeys: bigint[]
  /** Some value may not fit its kind. */
  isDoubtful: boolean
  hasTooManyPeople: boolean
}

export interface SourceColumn {
  label: string
  kind: FieldKind
  /** Owner set by people; else by header. */
  party?: ColumnParty
}

/** Owners set by people; undefined when there are none. */
export function partiesOf(columns: readonly SourceColumn[]): ColumnParties | undefined {
  const chosen = columns.flatMap(({ label, party }) => (party ? [[label, party] as const] : []))
  return chosen.length > 0 ? Object.fromEntries(chosen) : undefined
}

/** `columns` may only grow at the end. */
export interface RecordSource {
  key: string
  columns: readonly SourceColumn[]
}

export function createIndexRecords(source: RecordSource, suppressKey: string) {
  const columns: Columns = Object.fromEntries(source.columns.map(column => [column.label, column.kind]))
  const owners = partiesOf(source.columns)
  const labels = source.columns.map(column => column.label)
  const suppressHash = createKeyedHash(suppressKey)

  return (rid: string, values: readonly string[]): IndexRecord => {
    const fields = emptyFields()
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]
      const label = labels[at]
      if (value && label !== undefined) fields[label] = value
    }
    const attributes = readAttributes(fields, columns)
    const parties = statedParties(fields, columns, owners)
    const people = parties ? parties.map(party => party.attributes) : [attributes]
    return {
      source: source.key,
      rid,
      values,
      keys: parties ? unique(people.flatMap(recordKeys)) : recordKeys(attributes),
      surname: people.map(surnameKey).find(key => key !== null) ?? null,
      names: parties ? people.flatMap(({ names }) => names) : attributes.names,
      organisationWords: parties
        ? unique(people.flatMap(organisationWordsOf))
        : organisationWordsOf(attributes),
      subjectKeys: subjectKeys(suppressHash, subjectsOfPeople(attributes, parties)),
      isDoubtful: attributes.unparsed.length > 0 || hasUnreadName(attributes) || hasFaultyNumber(attributes),
      hasTooManyPeople: hasTooManyPairs(peopleIn(attributes))
    }
  }
}
