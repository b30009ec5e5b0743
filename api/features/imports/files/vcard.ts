import { memoize } from '#shared/identity/text/memoize.ts'
import { ownValue } from '#shared/own-value.ts'
import type { FileRow, TableReader } from './csv.ts'
import type { FileLine } from './lines.ts'
import type { RecordParser } from './ndjson.ts'

const BEGIN = /^BEGIN:VCARD\s*$/i
const END = /^END:VCARD\s*$/i
/** Pictures, sounds and keys are left unread: they are most of a file, and nobody is found by them. */
const BLOB = /^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:]/i
const BEGINS_PROPERTY = /^(?:[\w-]+\.)?[A-Za-z][\w-]*[;:]/
const CARD_MAX_CHARS = 1024 * 1024

const OUTSIDE = 'строка вне визитки: перед ней нет BEGIN:VCARD'
const TOO_LONG = `визитка длиннее ${CARD_MAX_CHARS / 1024 / 1024} МБ`

export const areCards = (text: string): boolean => /^\uFEFF?\s*BEGIN:VCARD\s*(?:\n|$)/i.test(text)

/** A line goes on with the value of the one before: it is indented, or no property begins in it. */
const isContinuation = (text: string): boolean => !BEGINS_PROPERTY.test(text)

/** Gathers the lines of vCard 2.1, 3.0 and 4.0 into one row a card, without its pictures; `parseCard` reads them. */
export function createCardReader(): TableReader {
  let first: FileLine | null = null
  let lines: string[] = []
  let chars = 0
  let isBlob = false
  let reason: string | undefined

  function take(rows: FileRow[]): void {
    if (!first) return
    const raw = lines.join('\n')
    const line = first.number
    if (chars > CARD_MAX_CHARS) rows.push({ line, raw, reason: TOO_LONG })
    else rows.push(reason === undefined ? { line, raw, values: [raw] } : { line, raw, reason })
    first = null
  }

  function readLine(line: FileLine, rows: FileRow[]): void {
    const { number, text } = line
    if (BEGIN.test(text.replace(/^\uFEFF/, ''))) {
      // A card that does not end ends where the next one begins.
      take(rows)
      first = line
      ;[lines, chars, isBlob, reason] = [[], 0, false, undefined]
    } else if (!first) {
      if (text.trim() !== '') rows.push({ line: number, raw: text, reason: line.reason ?? OUTSIDE })
    } else if (END.test(text)) take(rows)
    else {
      isBlob = BLOB.test(text) || (isBlob && isContinuation(text))
      reason ??= isBlob ? undefined : line.reason
      if (isBlob || chars > CARD_MAX_CHARS) return
      lines.push(text)
      chars += text.length
    }
  }

  return {
    labels: [],
    push(block) {
      const rows: FileRow[] = []
      for (const line of block) readLine(line, rows)
      return rows
    },
    end() {
      const rows: FileRow[] = []
      take(rows)
      return rows
    }
  }
}

interface Property {
  name: string
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
  const name = /^(?:[\w-]+\.)?([\w-]+)/.exec(head)?.[1]?.toUpperCase()
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
  return { name, types, charset, encoding, value: text.slice(end + 1) }
}

/** The properties of a card: lines that were folded are one, by the rules of its version. */
function propertiesOf(text: string): { properties: Property[]; isOld: boolean } {
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
function textOf(bytes: Uint8Array, charset: string): string {
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
  return textOf(bytes, charset)
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

/** The parts of a value between semicolons; of several values of a part each, but in 2.1, where a comma is only itself. */
const partsOf = (property: Property, isOld: boolean): string[] =>
  property.value
    .split(/(?<!\\);/, PARTS_MAX)
    .map(part => decoded(part, property))
    .map(part => plain(isOld ? part : part.replace(/(?<!\\),/g, ' ')))

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/
/** Apple writes 1604 for a year that is not known. */
const YEARLESS = /^(?:--|1604-?)(\d{2})-?(\d{2})(?:T.*)?$/

/** A date as a desk writes it; what is none stays as it is. */
const dateOf = (text: string): string =>
  YEARLESS.test(text) ? text.replace(YEARLESS, '$2.$1') : text.replace(DATE, '$3.$2.$1')

const phoneOf = (text: string): string => text.replace(/^tel:/i, '').replace(/;ext=/i, ' доб. ')

const GENDERS: Readonly<Record<string, string>> = { M: 'мужской', F: 'женский' }

/** Properties with one text, by the columns that a desk knows. */
const TEXTS: Readonly<Record<string, string>> = {
  FN: 'ФИО',
  NICKNAME: 'Псевдоним',
  EMAIL: 'E-mail',
  TITLE: 'Должность',
  ROLE: 'Должность',
  NOTE: 'Примечание',
  URL: 'Сайт',
  CATEGORIES: 'Группы',
  IMPP: 'Мессенджер',
  RELATED: 'Связи'
}

function phoneLabel(types: ReadonlySet<string>): string {
  if (types.has('FAX')) return 'Факс'
  if (types.has('CELL')) return 'Телефон'
  if (types.has('WORK')) return 'Рабочий телефон'
  return types.has('HOME') ? 'Домашний телефон' : 'Телефон'
}

/** Adds a value under the label of its column. */
type Add = (label: string, value: string) => void

const addName = (
  [surname = '', given = '', patronymic = '', ...titles]: readonly string[],
  add: Add
): void => {
  // A lone part may be any: phones write all of a name into one.
  if (surname === '' || given === '') return
  add('Фамилия', surname)
  add('Имя', given)
  add('Отчество', patronymic)
  for (const title of titles) add('Обращение', title)
}

function addAddress(parts: readonly string[], types: ReadonlySet<string>, add: Add): void {
  const [box, flat, street, town, region, code, country] = parts
  const address = [code, country, region, town, street, flat, box].filter(Boolean).join(', ')
  add(types.has('WORK') ? 'Адрес организации' : 'Адрес', address)
}

/** The fields of a card by the columns that a desk knows. */
export const parseCard: RecordParser = text => {
  const fields = new Map<string, Set<string>>()
  const add: Add = (label, value) => {
    if (value !== '') fields.getOrInsertComputed(label, () => new Set()).add(value)
  }
  const { properties, isOld } = propertiesOf(text)
  let written = ''
  for (const property of properties) {
    const { name, types } = property
    const readText = () => plain(decoded(property.value, property))
    const readParts = () => partsOf(property, isOld)
    if (name === 'N') {
      const parts = readParts()
      written = parts.slice(0, 3).filter(Boolean).join(' ')
      addName(parts, add)
    } else if (name === 'ADR') addAddress(readParts(), types, add)
    else if (name === 'ORG') {
      const [organization = '', ...departments] = readParts()
      add('Место работы', organization)
      add('Отдел', departments.filter(Boolean).join(', '))
    } else if (name === 'TEL') add(phoneLabel(types), phoneOf(readText()))
    else if (name === 'BDAY') add('Дата рождения', dateOf(readText()))
    else if (name === 'GENDER') add('Пол', ownValue(GENDERS, property.value) ?? property.value)
    else {
      const label = ownValue(TEXTS, name)
      if (label !== undefined) add(label, readText())
    }
  }
  if (!fields.has('ФИО')) add('ФИО', written)
  return { fields: Object.fromEntries([...fields].map(([label, values]) => [label, [...values]])) }
}
