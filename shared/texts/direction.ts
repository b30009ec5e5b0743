const SIGNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g
/** Those that reverse the direction or end it. */
const TURNING = /[\u061C\u200F\u202B\u202D\u202E\u2067]/

/** Writes out signs that would reverse a text («ул. 21» for «ул. 12»). */
export const readableText = (text: string): string =>
  TURNING.test(text) ? text.replace(SIGNS, writtenOut) : text

function writtenOut(run: string): string {
  const codes = [...new Set(run)].map(
    sign => `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  )
  return `[${codes.length > 1 ? 'знаки' : 'знак'} направления ${codes.join(', ')}]`
}

const WRITTEN_OUT = /\[знаки? направления U\+[^\]]*\]/g

export const withoutSigns = (text: string): string => text.replace(WRITTEN_OUT, '')

/** Ids of records and people must not change. */
const IDS = /^(?:from|to|(?:\w+_)?ids?)$/
/** In a record only these are ids; other keys are columns. */
const RECORD_IDS = /^(?:record_id|duplicate_ids)$/

const isText = (data: unknown): data is string => typeof data === 'string'

/** Makes every text readable; returns the same object when nothing changes. */
export function readable<T>(data: T): T
export function readable(data: unknown): unknown {
  return isTurned(data) ? written(data) : data
}

/** Anything else did not come as JSON. */
const isPlain = (data: object): boolean =>
  Array.isArray(data) || Object.getPrototypeOf(data) === Object.prototype

function isTurned(data: unknown): boolean {
  if (isText(data)) return TURNING.test(data)
  return typeof data === 'object' && data !== null && isPlain(data) && Object.values(data).some(isTurned)
}

function written(data: unknown): unknown {
  if (isText(data)) return readableText(data)
  if (Array.isArray(data)) return data.map(written)
  if (typeof data !== 'object' || data === null || !isPlain(data)) return data
  const ids = isText((data as Record<string, unknown>).record_id) ? RECORD_IDS : IDS
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      // A column may be called like an id.
      ids.test(name) && [value].flat().every(isText) ? value : written(value)
    ])
  )
}
