import { emptyFields } from '#api/book/fields.ts'
import type { Columns } from '#shared/identity/records/types.ts'

/** Longer values are cut, because matching time grows with words. */
const VALUE_CHARS_MAX = 2_000
const SHOWN_FIELDS_MAX = 200
const SEPARATOR = '; '

/** Values by path, «адрес.город», in order. */
export type DocumentValues = ReadonlyMap<string, readonly string[]>

/** @param path Position in the document. */
export function valuesOf(document: unknown, path = ''): DocumentValues {
  const values = new Map<string, string[]>()
  collect(document, path, values)
  return values
}

function collect(value: unknown, path: string, values: Map<string, string[]>): void {
  if (value === null || value === undefined || value === '') return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, values)
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value))
      collect(inner, path === '' ? name : `${path}.${name}`, values)
  } else if (path !== '') {
    const before = values.get(path)
    if (before) before.push(String(value))
    else values.set(path, [String(value)])
  }
}

/** Lists are joined by «; ». */
export function wholeFields(document: unknown): Record<string, string> {
  const fields = emptyFields()
  for (const [label, values] of valuesOf(document)) fields[label] = values.join(SEPARATOR)
  return fields
}

interface ShownFields {
  /** Lists are joined by «; ». */
  fields: Record<string, string>
  isCut: boolean
}

export function shownFields(values: DocumentValues, columns: Columns): ShownFields {
  const labels = [...values.keys()]
  const isTelling = (label: string) => (columns[label] ?? 'other') !== 'other'
  const byRank = [...labels.filter(isTelling), ...labels.filter(label => !isTelling(label))]
  const chosen = new Set(byRank.slice(0, SHOWN_FIELDS_MAX))
  const fields = emptyFields()
  let isCut = chosen.size < labels.length
  for (const label of labels.filter(own => chosen.has(own))) {
    const text = joinedUpTo(values.get(label) ?? [], VALUE_CHARS_MAX + 1)
    isCut ||= text.length > VALUE_CHARS_MAX
    fields[label] = text.slice(0, VALUE_CHARS_MAX)
  }
  return { fields, isCut }
}

function joinedUpTo(values: readonly string[], chars: number): string {
  let text = values[0] ?? ''
  for (let at = 1; at < values.length && text.length < chars; at += 1) text += SEPARATOR + values[at]
  return text
}
