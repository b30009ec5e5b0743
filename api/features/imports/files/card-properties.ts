import { memoize } from '#shared/identity/text/memoize.ts'

const BEGINS_PROPERTY = /^(?:[\w-]+\.)?[A-Za-z][\w-]*[;:]/

export interface Property {
  name: string
  /** «item1», which groups a value and its label; '' without. */
  group: string
  /** «TYPE=CELL» is «CELL». */
  types: ReadonlySet<string>
  charset: string
  encoding: string
  value: string
}

const QUOTED = /^[^:]*QUOTED-PRINTABLE/i
const HEAD_MAX_CHARS = 2_000

/** Position of the colon after name and parameters, outside quotes; -1 without. */
function endOfHead(text: string): number {
  let isQuoted = false
  for (let at = 0; at < Math.min(text.length, HEAD_MAX_CHARS); at += 1) {
    const sign = text.charAt(at)
    if (sign === '"') isQuoted = !isQuoted
    else if (sign === ':' && !isQuoted) return at
  }
  return -1
}

const PARAMETER = /;((?:[^;"]|"[^"]*")*)/g

function readProperty(text: string): Property | null {
  const end = endOfHead(text)
  const head = text.slice(0, Math.max(0, end))
  const [, group = '', name] = /^(?:([\w-]+)\.)?([\w-]+)/.exec(head.toUpperCase()) ?? []
  if (name === undefined) return null
  const types = new Set<string>()
  let charset = ''
  let encoding = ''
  for (const [, parameter = ''] of head.matchAll(PARAMETER)) {
    const [key = '', setting = key] = parameter.replaceAll('"', '').toUpperCase().split('=')
    if (key === 'CHARSET') charset = setting
    else if (key === 'ENCODING' || setting === 'QUOTED-PRINTABLE' || setting === 'BASE64') encoding = setting
    else if (key === 'TYPE' || key === setting) for (const type of setting.split(',')) types.add(type)
  }
  return { name, group, types, charset, encoding, value: text.slice(end + 1) }
}

export const isContinuation = (text: string): boolean => !BEGINS_PROPERTY.test(text)

/** Unfolded by the rules of the card's version. */
export function propertiesOf(text: string): { properties: Property[]; isOld: boolean } {
  const isOld = /^VERSION:2\.1\s*$/im.test(text)
  const folded: string[][] = []
  for (const line of text.split('\n')) {
    const pieces = folded.at(-1)
    const last = pieces?.at(-1) ?? ''
    if (pieces && last.endsWith('=') && QUOTED.test(pieces[0] ?? ''))
      pieces.splice(-1, 1, last.slice(0, -1), line.trimStart())
    else if (!pieces || !isContinuation(line)) folded.push([line])
    // 2.1 keeps the blank.
    else if (/^[ \t]/.test(line)) pieces.push(isOld ? ` ${line.trimStart()}` : line.slice(1))
    else pieces.push('\n', line)
  }
  return { properties: folded.flatMap(pieces => readProperty(pieces.join('')) ?? []), isOld }
}

const decoderOf = memoize((charset: string) => new TextDecoder(charset, { fatal: true }))

/** Named charset, else UTF-8, else that of old Russian phones. */
function readBytes(bytes: Uint8Array, charset: string): string {
  for (const label of [charset || 'utf-8', 'utf-8'])
    try {
      return decoderOf(label).decode(bytes)
    } catch {
      // Try the next charset.
    }
  return new TextDecoder('windows-1251').decode(bytes)
}

const ENCODER = new TextEncoder()
const EQUALS = 61
/** NaN for other signs. */
const digitOf = (code = 0): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}
const hexAt = (bytes: Uint8Array, at: number): number => digitOf(bytes[at]) * 16 + digitOf(bytes[at + 1])

function bytesOfQuoted(text: string): Uint8Array {
  const bytes = ENCODER.encode(text)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] === EQUALS ? hexAt(bytes, at + 1) : Number.NaN
    bytes[length] = Number.isNaN(byte) ? (bytes[at] ?? 0) : byte
    if (!Number.isNaN(byte)) at += 2
    length += 1
  }
  return bytes.subarray(0, length)
}

function decoded(text: string, { encoding, charset }: Property): string {
  const isBase64 = encoding === 'B' || encoding === 'BASE64'
  if (!isBase64 && encoding !== 'QUOTED-PRINTABLE') return text
  const bytes = isBase64 ? Buffer.from(text, 'base64') : bytesOfQuoted(text)
  return readBytes(bytes, charset)
}

/** A name has five, an address seven. */
const PARTS_MAX = 16
const ESCAPED = /\\([nN,;:\\])/g
const plain = (text: string): string =>
  text
    .replace(ESCAPED, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .trim()

export const textOf = (property: Property): string => plain(decoded(property.value, property))

/** Parts between semicolons; commas separate values except in 2.1. */
export const partsOf = (property: Property, isOld: boolean): string[] =>
  property.value
    .split(/(?<!\\);/, PARTS_MAX)
    .map(part => decoded(part, property))
    .map(part => plain(isOld ? part : part.replace(/(?<!\\),/g, ' ')))
