import { SOURCE_BASES } from '#shared/labels/sources.ts'
import { dateText } from '#site/features/search/texts.ts'
import type { RecordView, Results, SourceView } from './results-view.ts'

/** «Источник: Демо-реестр 07, данные на 14.02.2026; основание: открытый реестр». */
function originText(source: string, { answer }: Results): string {
  const meta = answer.sources_meta[source]
  return meta
    ? `Источник: ${meta.title}, данные на ${dateText(meta.as_of)}; основание: ${SOURCE_BASES[meta.basis]}`
    : source
}

/** A record as text: one «Поле: значение» a line, then its dates, where it has some, and where it is from. */
export function recordText(record: RecordView, results: Results): string {
  const { record_date: date, first_seen } = record.match
  return [
    ...record.fields.map(({ label, value }) => `${label}: ${value}`),
    ...(date ? [`Дата записи: ${dateText(date)}`] : []),
    ...(first_seen ? [`В базе с ${dateText(first_seen)}`] : []),
    originText(record.source, results)
  ].join('\n')
}

/** All shown records of a source as text, an empty line between them. */
export const sourceText = ({ records }: SourceView, results: Results): string =>
  records.map(record => recordText(record, results)).join('\n\n')
