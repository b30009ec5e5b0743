import type { RecordView, SourceView } from './results-view.ts'

/** A record as text: one «Поле: значение» a line. */
export function recordText({ fields }: RecordView): string {
  return fields.map(({ label, value }) => `${label}: ${value}`).join('\n')
}

/** All shown records of a source as text, an empty line between them. */
export function sourceText({ title, records }: SourceView): string {
  return [title, ...records.map(recordText)].join('\n\n')
}
