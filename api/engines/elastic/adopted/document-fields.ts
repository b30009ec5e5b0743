import { emptyFields } from '#api/engines/fields.ts'

/** Longer values are cut: nobody reads them, and matching takes time for each word. */
const VALUE_CHARS_MAX = 2_000
const FIELDS_MAX = 200
const DEPTH_MAX = 8

/** The values of a document under their paths, «адрес.город»; those of a list in one, parted by «; ». */
export function fieldsOf(document: unknown): Record<string, string> {
  const values = new Map<string, string>()
  collect(document, '', 0, values)
  const fields = emptyFields()
  for (const [label, value] of values) fields[label] = value.slice(0, VALUE_CHARS_MAX)
  return fields
}

function collect(value: unknown, path: string, depth: number, values: Map<string, string>): void {
  if (value === null || value === undefined || value === '' || depth > DEPTH_MAX) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, depth + 1, values)
  } else if (typeof value === 'object') {
    for (const [name, inner] of Object.entries(value))
      collect(inner, path === '' ? name : `${path}.${name}`, depth + 1, values)
  } else if (path !== '') {
    const before = values.get(path)
    if (before === undefined && values.size >= FIELDS_MAX) return
    if (before === undefined) values.set(path, String(value))
    else if (before.length < VALUE_CHARS_MAX) values.set(path, `${before}; ${value}`)
  }
}
