import { subjectKeys } from '#api/lib/subject-keys.ts'
import { recordKeys, surnameKey } from '#shared/identity/lookup/keys.ts'
import { readAttributes } from '#shared/identity/records/attributes.ts'
import { subjectValues } from '#shared/identity/records/subject.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'
import type { StoredRecord } from './contract.ts'

export interface SourceColumn {
  label: string
  kind: FieldKind
}

/** A source as records are made for it. `columns` may grow at its end. */
export interface RecordSource {
  id: number
  key: string
  columns: readonly SourceColumn[]
}

/** Everything that is computed of a record once, when it comes in: its keys for search and for suppression. */
export function createRecordMaker(source: RecordSource, suppressKey: string) {
  const columns: Columns = Object.fromEntries(source.columns.map(column => [column.label, column.kind]))
  const labels = source.columns.map(column => column.label)

  /** `values` stand in the order of the source's columns; '' says that there is none. */
  return (rid: string, values: readonly string[]): StoredRecord => {
    const fields: Record<string, string> = {}
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at]
      const label = labels[at]
      if (value && label !== undefined) fields[label] = value
    }
    const attributes = readAttributes(fields, columns)
    return {
      record_id: `${source.key}:${rid}`,
      source: source.key,
      fields,
      keys: recordKeys(attributes),
      surname: surnameKey(attributes),
      names: attributes.names,
      subjectKeys: subjectKeys(suppressKey, subjectValues(attributes))
    }
  }
}
