import { memoize } from '#shared/identity/text/memoize.ts'

const BEGINS_PROPERTY = /^(?:[\w-]+\.)?[A-Za-z][\w-]*[;:]/

/** A line of a card, unfolded. */
export interface Property {
  /** In capitals. */
  name: string
  /** «item1», in capitals: what stands with it, as its label; '' without one. */
  group: string
  /** In capitals; «TYPE=CELL» as «CELL». */
  types: ReadonlySet<string>
  charset: string
  encoding: string
  value: string
}

const QUOTED = /^[^:]*QUOTED-PRINTABLE/i
/** Longer ones are none: nobody has so many parameters. */
const HEAD_MAX_CHARS = 2_000

/** The place of the colon that ends the name and the parameters; -1 without. It may stand within quotes too. */
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

/** A line goes on with the value of the one before: it is indented, or no property begins in it. */
export const isContinuation = (text: string): boolean => !BEGINS_PROPERTY.test(text)

/** The properties of a card: lines that were folded are one, by the rules of its version. */
export function propertiesOf(text: string): { properties: Property[]; isOld: boolean } {
  const isOld = /^VERSION:2\.1\s*$/im.test(text)
  const folded: string[][] = []
  for (const line of text.split('\n')) {
    const pieces = folded.at(-1)
    const last = pieces?.at(-1) ?? ''
    if (pieces && last.endsWith('=') && QUOTED.test(pieces[0] ?? ''))
      pieces.splice(-1, 1, last.slice(0, -1), line.trimStart())
    else if (!pieces || !isContinuation(line)) folded.push([line])
    // The blank is a part of the text in 2.1.
    else if (/^[ \t]/.test(line)) pieces.push(isOld ? ` ${line.trimStart()}` : line.slice(1))
    else pieces.push('\n', line)
  }
  return { properties: folded.flatMap(pieces => readProperty(pieces.join('')) ?? []), isOld }
}

const decoderOf = memoize((charset: string) => new TextDecoder(charset, { fatal: true }))

/** In the charset that is named, else in UTF-8 where it can be, else in that of old Russian phones. */
function readBytes(bytes: Uint8Array, charset: string): string {
  for (const label of [charset || 'utf-8', 'utf-8'])
    try {
      return decoderOf(label).decode(bytes)
    } catch {
      // Neither a charset that is known nor bytes of it.
    }
  return new TextDecoder('windows-1251').decode(bytes)
}

const ENCODER = new TextEncoder()
const EQUALS = 61
/** The worth of a hexadecimal digit by its code; NaN of any other sign. */
const digitOf = (code = 0): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}
const hexAt = (bytes: Uint8Array, at: number): number => digitOf(bytes[at]) * 16 + digitOf(bytes[at + 1])

/** A sign that stands for no byte stays as it is. */
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

/** Of a name are five, of an address seven. */
const PARTS_MAX = 16
const ESCAPED = /\\([nN,;:\\])/g
const plain = (text: string): string =>
  text
    .replace(ESCAPED, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .trim()

/** The text of a value. */
export const textOf = (property: Property): string => plain(decoded(property.value, property))

/** The parts of a value between semicolons; of several values of a part each, but in 2.1, where a comma is only itself. */
export const partsOf = (property: Property, isOld: boolean): string[] =>
  property.value
    .split(/(?<!\\);/, PARTS_MAX)
    .map(part => decoded(part, property))
    .map(part => plain(isOld ? part : part.replace(/(?<!\\),/g, ' ')))
