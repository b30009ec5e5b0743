import { SOURCE_BASES } from '#shared/labels/sources.ts'
import { dateText } from '#site/features/search/texts.ts'
import type { RecordView, Results, SourceView } from './results-view.ts'

/** The record's own date, as its person's evidence has it; null of none. */
export const recordDateOf = ({ id, person }: Pick<RecordView, 'id' | 'person'>): string | null =>
  person?.summary.flatMap(({ evidence }) => evidence).find(({ record_id }) => record_id === id)
    ?.record_date ?? null

const fieldsText = ({ fields }: RecordView): string =>
  fields.map(({ label, value }) => `${label}: ${value}`).join('\n')

/** «Источник: Демо-реестр 07, данные на 14.02.2026; основание: открытый реестр». */
function originText(source: string, { answer: { sources_meta } }: Results): string {
  const meta = sources_meta[source]
  if (!meta) return `Источник: ${source}`
  const { title, as_of, basis } = meta
  return `Источник: ${title}, данные на ${dateText(as_of)}; основание: ${SOURCE_BASES[basis]}`
}

/** A record as text: one «Поле: значение» a line, then where it is from and of what date. */
export function recordText(record: RecordView, results: Results): string {
  const date = recordDateOf(record)
  return [
    fieldsText(record),
    originText(record.source, results),
    date === null ? 'Дата записи: нет данных' : `Дата записи: ${dateText(date)}`
  ].join('\n')
}

/** All shown records of a source as text, an empty line between them. */
export function sourceText({ key, records }: SourceView, results: Results): string {
  return [originText(key, results), ...records.map(record => recordText(record, results))].join('\n\n')
}
