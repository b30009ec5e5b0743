import { SOURCE_ORIGINS } from '#shared/labels/sources.ts'
import { dateText, labelText, POSSIBLE_NAMESAKE, scoreText } from '#site/features/search/texts.ts'
import type { RecordView, SourceView } from './results-view.ts'

/** A source as it leaves the page, with its matches in words. */
export interface ExportedSource {
  key: string
  number: number
  title: string
  kind: string
  origin: string
  /** ISO date. */
  as_of: string
  records: {
    record_id: string
    label: string
    score: number
    why: string[]
    duplicates: number
    fields: Record<string, string>
  }[]
}

/** What is shown, in the words of the page: the shape of the JSON export. */
export function exportedSources(sources: SourceView[]): ExportedSource[] {
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
function wordOf({ person, match, possibleNamesake }: RecordView): string {
  return possibleNamesake ? POSSIBLE_NAMESAKE : labelText(person?.label ?? 'namesake', match.reasons)
}

const OWN_COLUMNS = [
  'Источник',
  'Происхождение',
  'Данные на',
  'Совпадение',
  'Оценка',
  'Причина',
  'Одинаковых записей',
  'ID записи'
]

/**
 * What is shown as CSV for a Russian spreadsheet: UTF-8 with a byte order mark, semicolons, CRLF. A value that a
 * spreadsheet would run as a formula gets an apostrophe (OWASP, «CSV Injection»).
 */
export function csvOf(sources: ExportedSource[]): string {
  const labels = [
    ...new Set(sources.flatMap(({ records }) => records.flatMap(({ fields }) => Object.keys(fields))))
  ]
  const rows = sources.flatMap(({ title, origin, as_of, records }) =>
    records.map(({ record_id, label, score, why, duplicates, fields }) => [
      ...[
        title,
        origin,
        dateText(as_of),
        label,
        scoreText(score),
        why.join(', '),
        `${duplicates}`,
        record_id
      ],
      ...labels.map(name => fields[name] ?? '')
    ])
  )
  const lines = [[...OWN_COLUMNS, ...labels], ...rows].map(row => row.map(cell).join(';'))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n,']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** What is shown as JSON. */
export function jsonOf(query: string, at: number, sources: ExportedSource[]): string {
  return JSON.stringify({ query, searched_at: new Date(at).toISOString(), sources }, null, 2)
}

/** Hands a text to the browser as a file. The name holds no query: it ends up in a download list. */
export function download(text: string, type: string, extension: string, at: number): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = `poisk-${new Date(at).toISOString().slice(0, 16).replaceAll(':', '-')}.${extension}`
  link.click()
  URL.revokeObjectURL(address)
}
