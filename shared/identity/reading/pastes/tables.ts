import type { FieldKind } from '#shared/identity/records/types.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { recordsOfJson } from './json.ts'
import { type Field, kindOfLabel, lineOfRecord } from './record-lines.ts'

/* Rows pasted with a header: «Фамилия⇥Имя Примеров⇥Илья». */

/** A one-line field has «;» for breaks; tabs show that it is a row. */
const ROW_BREAK = /[\n\r\u2028\u2029]+/
const BREAK_IN_LINE = /;\s*/
const ROWS_MAX = 64
const HEADER_WORDS_MAX = 4
const KNOWN_SHARE = 0.5
const ROW_NUMBER = /^(?:№|n|no)?[ .]*(?:п\/п)?$/i
const IS_LABEL = /[:=]/
const NAMES: ReadonlySet<FieldKind> = new Set<FieldKind>(['full_name', 'last_name', 'first_name'])

type Column = Pick<Field, 'label' | 'kind'>

const cellsOf = (row: string): string[] => row.split('\t').map(sanitizeText)

/** People of a table or JSON as typed lines; null for other text. */
export function linesOfTable(text: string): string[] | null {
  const records = recordsOfJson(text)
  if (records) return recordLines(records)
  const isOfOneLine = !ROW_BREAK.test(text)
  if (isOfOneLine && !text.includes('\t') && !text.includes(';')) return null
  const rows = text.split(isOfOneLine ? BREAK_IN_LINE : ROW_BREAK).filter(row => row.trim() !== '')
  const [head = '', ...others] = rows
  if (others.length === 0 || rows.length > ROWS_MAX) return null
  if (!head.includes('\t')) return linesBelow(rows.map(sanitizeText))
  const columns = columnsOf(head)
  return columns && recordLines(others.map(row => fieldsOf(columns, row)))
}

function columnsOf(head: string): Column[] | null {
  const columns = cellsOf(head).map(label => ({ label, kind: kindOfLabel(label) }))
  const isKnown = ({ kind }: Column) => kind !== null
  const isNamed = columns.some(({ kind }) => kind !== null && NAMES.has(kind))
  if (!isNamed || columns.some(({ label }) => /\d/.test(label))) return null
  return columns.filter(isKnown).length >= columns.length * KNOWN_SHARE ? columns : null
}

/** Header without tabs, «Фамилия Имя Отчество», or one line per column. */
function linesBelow(lines: readonly string[]): string[] | null {
  const kinds = lines.map(kindsOfHeader)
  const from = kinds.indexOf(null)
  const isNamed = kinds.slice(0, from).some(row => row?.some(kind => NAMES.has(kind)))
  return from > 0 && isNamed ? lines.slice(from).filter(Boolean) : null
}

/** Kinds of a line of headers only; null otherwise. */
function kindsOfHeader(line: string): FieldKind[] | null {
  if (IS_LABEL.test(line)) return null
  const words = line.split(/[\s,;|]+/)
  const kinds: FieldKind[] = []
  for (let at = 0; at < words.length; ) {
    let count = Math.min(HEADER_WORDS_MAX, words.length - at)
    const kindAt = () => kindOfLabel(words.slice(at, at + count).join(' '))
    while (count > 0 && kindAt() === null) count -= 1
    const kind = count > 0 ? kindAt() : null
    if (kind !== null) kinds.push(kind)
    else if (!ROW_NUMBER.test(words[at] ?? '')) return null
    at += Math.max(count, 1)
  }
  return kinds
}

const fieldsOf = (columns: readonly Column[], row: string): Field[] =>
  cellsOf(row).flatMap((value, at): Field[] => {
    const { label = '', kind = null } = columns[at] ?? {}
    return value === '' || ROW_NUMBER.test(label) ? [] : [{ label, kind, value: value.replaceAll(';', ',') }]
  })

/** Keeps labels of fields that are not searched. */
function recordLines(records: readonly Field[][]): string[] {
  const filled = records.filter(record => record.length > 0)
  const lines = filled.map(lineOfRecord)
  const isAll = filled.every((record, at) => record.every(field => lines[at]?.kept.includes(field)))
  if (isAll) return lines.map(line => line.text)
  const textOf = ({ label, value }: Field): string => (label === '' ? `, ${value},` : `${label}: ${value}`)
  return [filled.flatMap(record => record.map(textOf)).join(' ')]
}
