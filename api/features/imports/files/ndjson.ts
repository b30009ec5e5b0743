import { safeColumnName } from '#shared/rules/column-name.ts'
import { type ColumnNames, NO_NAMES, nameOf } from './column-names.ts'
import { LABEL_MAX_CHARS, type TableReader } from './csv.ts'

const COLUMNS_MAX = 300
const DEPTH_MAX = 3
export const VALUES_JOINT = '; '
/** Bounds the memory of endless new names. */
const NAMES_KEPT = 2 * COLUMNS_MAX
/** A decoded line can hold NUL or lone surrogates only as escapes. */
const ESCAPE = '\\u'

function asText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(item => item === null || typeof item !== 'object')) {
    return value.map(asText).filter(Boolean).join(VALUES_JOINT)
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Parsing is most of the work and done in threads. */
export function createLineReader(): TableReader {
  return {
    labels: [],
    push: lines =>
      lines.map(({ number, text, reason }) =>
        reason === undefined
          ? { line: number, raw: text, values: [text] }
          : { line: number, raw: text, reason }
      ),
    end: () => []
  }
}

interface FoundColumn {
  found: string
  label: string
  at: number | undefined
}

export type RecordParser = (text: string) => { fields: object } | { reason: string }

export const parseObject: RecordParser = text => {
  let object: unknown
  try {
    object = JSON.parse(text)
  } catch {
    return { reason: 'строка не является JSON' }
  }
  const isObject = object !== null && typeof object === 'object' && !Array.isArray(object)
  return isObject ? { fields: object as object } : { reason: 'в строке не объект JSON' }
}

interface ObjectReader {
  read(line: string): string[] | { reason: string }
}

/** Nested objects become «адрес.город», repeated names one column. New columns are appended to `labels`. */
export function createObjectReader(
  labels: string[],
  names: ColumnNames = NO_NAMES,
  parse: RecordParser = parseObject
): ObjectReader {
  const places = new Map(labels.map((label, at) => [label, at]))
  /** Names repeat in every row. */
  const columns = new Map<string, FoundColumn>()

  function columnOf(prefix: string, key: string): FoundColumn {
    const path = prefix + key
    const column = columns.get(path)
    if (column?.at !== undefined) return column
    const name = key
      .toWellFormed()
      .replace(/[\s\0]+/gu, ' ')
      .trim()
    const columnPath = safeColumnName((prefix + name).slice(0, LABEL_MAX_CHARS))
    const label = nameOf(names, columnPath || 'Без названия')
    const fresh = { found: columnPath, label, at: places.get(label) }
    if (columns.size < NAMES_KEPT) columns.set(path, fresh)
    return fresh
  }

  function addColumn(label: string): number | undefined {
    if (labels.length >= COLUMNS_MAX) return undefined
    places.set(label, labels.length)
    labels.push(label)
    return labels.length - 1
  }

  /** False with too many columns. */
  function fillValues(values: string[], object: object, prefix: string, depth: number): boolean {
    for (const [key, value] of Object.entries(object)) {
      const { found, label, at } = columnOf(prefix, key)
      if (value !== null && typeof value === 'object' && !Array.isArray(value) && depth < DEPTH_MAX) {
        if (!fillValues(values, value, `${found}.`, depth + 1)) return false
        continue
      }
      const text = asText(value)
      if (text === '') continue
      const target = at ?? addColumn(label)
      if (target === undefined) return false
      values[target] = values[target] ? `${values[target]}; ${text}` : text
    }
    return true
  }

  return {
    read(line) {
      if (line.trim() === '') return { reason: 'пустая строка' }
      const parsed = parse(line)
      if ('reason' in parsed) return parsed
      const values: string[] = new Array(labels.length).fill('')
      try {
        if (!fillValues(values, parsed.fields, '', 1)) return { reason: `разных полей больше ${COLUMNS_MAX}` }
      } catch (error) {
        // Nested deeper than the stack.
        if (error instanceof RangeError) return { reason: 'значения вложены друг в друга слишком глубоко' }
        throw error
      }
      if (!line.includes(ESCAPE)) return values
      if (values.some(value => value.includes('\0'))) return { reason: 'в значении есть символ NUL' }
      return values.map(value => value.toWellFormed())
    }
  }
}
