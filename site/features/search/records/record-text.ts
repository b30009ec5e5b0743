import { SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { LABEL_WORDS, POSSIBLE_NAMESAKE } from '#site/features/search/texts.ts'
import type { ExportedSource } from './export.ts'
import type { RecordView, SourceView } from './results-view.ts'

/** A record as text: one «Поле: значение» a line. */
export function recordText({ fields }: RecordView): string {
  return fields.map(({ label, value }) => `${label}: ${value}`).join('\n')
}

/** All shown records of a source as text, an empty line between them. */
export function sourceText({ title, records }: SourceView): string {
  return [title, ...records.map(recordText)].join('\n\n')
}

/** What is shown, in the words of the page: the shape of the JSON export. */
export function exported(sources: SourceView[]): ExportedSource[] {
  return sources.map(({ key, number, title, kind, origin, asOf, records }) => ({
    key,
    number,
    title,
    kind,
    origin: SOURCE_ORIGINS[origin],
    as_of: asOf,
    records: records.map(record => ({
      record_id: record.id,
      label: wordOf(record),
      score: record.match.score,
      why: record.match.why,
      duplicates: record.duplicates,
      fields: Object.fromEntries(record.fields.map(({ label, value }) => [label, value]))
    }))
  }))
}

/** The word of a record: its person's, and for a name-only entry of a list of losses never more than a namesake. */
function wordOf({ person, possibleNamesake }: RecordView): string {
  return possibleNamesake ? POSSIBLE_NAMESAKE : LABEL_WORDS[person?.label ?? 'namesake']
}
