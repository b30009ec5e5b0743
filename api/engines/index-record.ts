import { createKeyedHash } from '#api/lib/hmac.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { organisationWordsOf } from '#shared/identity/lookup/organisation-words.ts'
import type { PersonName } from '#shared/identity/names/types.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { hasTooManyPairs, peopleIn, subjectValues } from '#shared/identity/records/subject.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import { hasFaultyNumber, hasUnreadName } from '#shared/identity/records/value-fault.ts'
import { emptyFields } from './fields.ts'
import { subjectKeys } from './subject-keys.ts'

/**
 * Raised with every change of the keys below (`tests/shared/identity/lookup/golden-keys.test.ts`): the next start makes
 * those of stored records anew (`record-rule.ts`), which else are not found, while people on the suppression list are. Surnames that were
 * stored without their form are found as of no gender's form, so the forms raised nothing. By which number a record is known
 * is none of the keys.
 */
export const RECORD_RULE = 4

/** A record ready to be stored, with everything that is computed of it once. */
export interface IndexRecord {
  source: string
  /** The part of `record_id` after the source key. */
  rid: string
  /** In the order of the source's columns; '' for a missing value. */
  values: readonly string[]
  keys: string[]
  surname: string | null
  names: readonly PersonName[]
  /** Of the organisations and employers, for the stored spellings. */
  organisationWords: readonly string[]
  subjectKeys: bigint[]
  /** Some value may be doubtful for its column's kind. */
  isDoubtful: boolean
  /** It lists so many people that nobody can tell who of them is suppressed. */
  hasTooManyPeople: boolean
}

export interface SourceColumn {
  label: string
  kind: FieldKind
}

/** `columns` may only grow at the end. */
export interface RecordSource {
  key: string
  columns: readonly SourceColumn[]
}

export function createIndexRecords(source: RecordSource, suppressKey: string) {
  const columns: Columns = Object.fromEntries(source.columns.map(column => [column.label, column.kind]))
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
    return {
      source: source.key,
      rid,
      values,
      keys: recordKeys(attributes),
      surname: surnameKey(attributes),
      names: attributes.names,
      organisationWords: organisationWordsOf(attributes),
      subjectKeys: subjectKeys(suppressHash, subjectValues(attributes)),
      isDoubtful: attributes.unparsed.length > 0 || hasUnreadName(attributes) || hasFaultyNumber(attributes),
      hasTooManyPeople: hasTooManyPairs(peopleIn(attributes))
    }
  }
}
