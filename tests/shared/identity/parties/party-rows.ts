import { createIndexRecords } from '#api/book/index-record.ts'
import type { Person } from '#shared/contracts/person.ts'
import { planSearch } from '#shared/identity/lookup/plan.ts'
import { groupPersons } from '#shared/identity/people/group.ts'
import type { MatchedRecord } from '#shared/identity/people/linkage-record.ts'
import { matchPeople } from '#shared/identity/people/match-people.ts'
import { parseQuery } from '#shared/identity/reading/parse.ts'
import { kindOfHeader } from '#shared/identity/records/headers.ts'
import type { Columns, FieldKind } from '#shared/identity/records/types.ts'

export const SUPPRESS_KEY = 'parties'

export type Row = Record<string, string>

export const columnsOf = (row: Row, kinds: Record<string, FieldKind> = {}): Columns =>
  Object.fromEntries(Object.keys(row).map(label => [label, kinds[label] ?? kindOfHeader(label) ?? 'other']))

export const planOf = (line: string) => planSearch(line, parseQuery(line))

export const matched = (rows: readonly Row[], columns: Columns, line: string): MatchedRecord[] =>
  rows
    .map((fields, at) =>
      matchPeople(
        { record_id: `src:${String(at).padStart(2, '0')}`, source: 'src', asOf: null, columns, fields },
        planOf(line)
      )
    )
    .filter(({ match }) => match.score > 0)

export const cards = (rows: readonly Row[], columns: Columns, line: string): Person[] =>
  groupPersons(matched(rows, columns, line), planOf(line))

export const keysOf = (row: Row, columns: Columns): ReadonlySet<string> => {
  const labels = Object.keys(columns)
  const source = { key: 'src', columns: labels.map(label => ({ label, kind: columns[label] ?? 'other' })) }
  const record = createIndexRecords(source, SUPPRESS_KEY)(
    '1',
    labels.map(label => row[label] ?? '')
  )
  return new Set([...record.keys, ...(record.surname === null ? [] : [record.surname])])
}

export const isFound = (row: Row, columns: Columns, line: string): boolean => {
  const keys = keysOf(row, columns)
  return planOf(line).steps.some(step => step.keys.length > 0 && step.keys.every(key => keys.has(key)))
}
