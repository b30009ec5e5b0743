/** Unseen signs that steer the direction of writing. */
const SIGNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g
/** Those among them that turn what is written from left to right, or back what is not. */
const TURNING = /[\u061C\u200F\u202B\u202D\u202E\u2067]/

/**
 * A text that is read in the order in which it is stored: a sign that would turn part of it («ул. 21» for «ул. 12») is
 * written out in its place. Words of right-to-left writing are left to their own direction.
 */
export const readableText = (text: string): string =>
  TURNING.test(text) ? text.replace(SIGNS, writtenOut) : text

function writtenOut(run: string): string {
  const codes = [...new Set(run)].map(
    sign => `U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  )
  return `[${codes.length > 1 ? 'знаки' : 'знак'} направления ${codes.join(', ')}]`
}

const WRITTEN_OUT = /\[знаки? направления U\+[^\]]*\]/g

/** What a readable text says but for signs that were written out: to search for it. */
export const withoutSigns = (text: string): string => text.replace(WRITTEN_OUT, '')

/** Names of properties that hold ids of records and people: they must stay what they are. */
const IDS = /^(?:from|to|(?:\w+_)?ids?)$/
/** The same of a record, whose other properties are columns of its source. */
const RECORD_IDS = /^(?:record_id|duplicate_ids)$/

const isText = (data: unknown): data is string => typeof data === 'string'

/** The same data with every text of it readable; the very same where nothing has to be written out. */
export function readable<T>(data: T): T
export function readable(data: unknown): unknown {
  return isTurned(data) ? written(data) : data
}

/** Whether data came as JSON: anything else is left alone. */
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
      // A source may have the name of an id as well: under that stand no texts.
      ids.test(name) && [value].flat().every(isText) ? value : written(value)
    ])
  )
}
