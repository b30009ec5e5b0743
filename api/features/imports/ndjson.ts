import { LABEL_MAX_CHARS, type Row, type TableReader } from './csv.ts'

const COLUMNS_MAX = 300
const DEPTH_MAX = 3
/** A file of ever new names must not fill the memory. */
const NAMES_KEPT = 2 * COLUMNS_MAX

/** A value as text: lists are joined, nothing is nothing. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every(item => item === null || typeof item !== 'object')) {
    return value.map(asText).filter(Boolean).join('; ')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One JSON object a line; an object inside gives columns like «адрес.город». Columns are named as they come. */
export function createNdjsonReader(): TableReader {
  const labels: string[] = []
  const places = new Map<string, number>()
  const cleaned = new Map<string, string>()

  /** The same few names come in every row. */
  function labelOf(prefix: string, key: string): string {
    const path = prefix + key
    const known = cleaned.get(path)
    if (known !== undefined) return known
    const name = key
      .toWellFormed()
      .replace(/[\s\0]+/gu, ' ')
      .trim()
    const label = (prefix + name).slice(0, LABEL_MAX_CHARS)
    if (cleaned.size < NAMES_KEPT) cleaned.set(path, label)
    return label
  }

  function place(label: string): number | undefined {
    const known = places.get(label)
    if (known !== undefined) return known
    if (labels.length >= COLUMNS_MAX) return undefined
    places.set(label, labels.length)
    labels.push(label)
    return labels.length - 1
  }

  /** Puts the object's values in their places; false when there are too many different columns. */
  function fill(values: string[], object: object, prefix: string, depth: number): boolean {
    for (const [key, value] of Object.entries(object)) {
      const label = labelOf(prefix, key)
      if (value !== null && typeof value === 'object' && !Array.isArray(value) && depth < DEPTH_MAX) {
        if (!fill(values, value, `${label}.`, depth + 1)) return false
        continue
      }
      const text = asText(value)
      if (text === '' && !places.has(label)) continue
      const at = place(label || 'Без названия')
      if (at === undefined) return false
      values[at] = text
    }
    return true
  }

  function read(line: number, raw: string): Row {
    if (raw.trim() === '') return { line, raw: '', reason: 'пустая строка' }
    let object: unknown
    try {
      object = JSON.parse(raw)
    } catch {
      return { line, raw, reason: 'строка не является JSON' }
    }
    if (object === null || typeof object !== 'object' || Array.isArray(object)) {
      return { line, raw, reason: 'в строке не объект JSON' }
    }
    const values: string[] = []
    if (!fill(values, object, '', 1)) return { line, raw, reason: `разных полей больше ${COLUMNS_MAX}` }
    for (let at = 0; at < labels.length; at += 1) values[at] ??= ''
    if (values.some(value => value.includes('\0'))) return { line, raw, reason: 'в значении есть символ NUL' }
    return { line, raw, values }
  }

  return {
    labels,
    push: lines =>
      lines.map(line =>
        line.reason === undefined
          ? read(line.number, line.text)
          : { line: line.number, raw: line.text, reason: line.reason }
      ),
    end: () => []
  }
}
