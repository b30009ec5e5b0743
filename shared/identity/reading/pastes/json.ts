import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import { type Field, kindOfLabel } from './record-lines.ts'

const OBJECTS = /^\s*(?:\[\s*)?\{.*\}(?:\s*\])?\s*$/s
const OBJECTS_MAX = 64

/**
 * Records of a JSON object or array of objects, by the keys of their texts and numbers. A key of no kind is not
 * told. Null for other text.
 */
export function recordsOfJson(text: string): Field[][] | null {
  if (!OBJECTS.test(text)) return null
  const objects = [parsed(text)].flat()
  const records = objects.map(one => (typeof one === 'object' && one !== null ? fieldsOf(one) : []))
  const isAny = records.some(record => record.some(({ kind }) => kind !== null))
  return isAny && objects.length <= OBJECTS_MAX ? records : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const fieldsOf = (object: object): Field[] =>
  Object.entries(object).flatMap(([key, held]): Field[] => {
    if (typeof held !== 'string' && typeof held !== 'number') return []
    const value = sanitizeText(String(held)).replaceAll(';', ',')
    const kind = kindOfLabel(key)
    return value === '' ? [] : [{ label: kind === null ? '' : FIELD_LABELS[kind], kind, value }]
  })
