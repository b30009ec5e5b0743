import { recordIdsOf } from '#shared/identity/parties/record-ids.ts'
import type { RecordView, Results } from './results-view.ts'

/** The record of the other side of «Связь по адресу», when this record is named in somebody's related persons. */
export function linkedRecord(record: RecordView, results: Results): RecordView | null {
  for (const person of results.answer.persons) {
    if (!person.related.some(({ kind, record_ids }) => kind === 'address' && record_ids.includes(record.id)))
      continue
    const other = recordIdsOf(person)
      .map(id => results.records.get(id))
      .find(Boolean)
    if (other) return other
  }
  return null
}
