import { parsePatronymic } from './patronymic.ts'
import type { Gender, PersonName } from './types.ts'

/** Machine-readable zone of a passport or card (ICAO Doc 9303). */
interface Mrz {
  /** Document code; «PN» is a Russian internal passport, '' when only the name line is there. */
  document: string
  /** Three letters or «D». */
  issuer: string
  name: PersonName
  /** Ten digits of a Russian internal passport, series first. */
  number?: string
  /** ISO dates. */
  birthDate?: string
  expires?: string
  gender?: Gender
  /** Fields with a wrong check digit. */
  faults: readonly ('number' | 'birth_date' | 'expires' | 'composite')[]
}

interface Layout {
  lines: number
  chars: number
  number: Place
  birth: Place
  sex: Place
  expires: Place
  name: Place
}
type Place = readonly [line: number, from: number, to: number]

const TD1: Layout = {
  lines: 3,
  chars: 30,
  number: [0, 5, 14],
  birth: [1, 0, 6],
  sex: [1, 7, 8],
  expires: [1, 8, 14],
  name: [2, 0, 30]
}
const onTwoLines = (chars: number): Layout => ({
  lines: 2,
  chars,
  number: [1, 0, 9],
  birth: [1, 13, 19],
  sex: [1, 20, 21],
  expires: [1, 21, 27],
  name: [0, 5, chars]
})
const LAYOUTS: readonly Layout[] = [TD1, onTwoLines(36), onTwoLines(44)]

const MRZ_SIGNS = /^[A-Z0-9<\s]+$/
const FIRST_LINE = /^[PIACV][A-Z0-9<][A-Z]{1,3}[A-Z0-9<]*<<[A-Z0-9<]*$/
/** A lone line must not be «PETROV<<PETR». */
const LONE_FIRST_LINE = /^(?:[PIACV]<[A-Z][A-Z<]{2}|PNRUS)[A-Z0-9<]*[A-Z0-9]<<[A-Z0-9<]*$/
const NAME_FIELD = /^[A-Z]{2,}(?:<[A-Z]+)*<<[A-Z]{2,}(?:<[A-Z]+)*<*$/
const FIRST_LINE_OF_CARD = /^[IAC][A-Z0-9<][A-Z]{1,3}<*[A-Z0-9<]{9,}$/

export const mayBeMrz = (text: string): boolean => text.includes('<<')

/** Reads a machine-readable zone with any white space, or its name line alone; null for other text. */
export function readMrz(text: string): Mrz | null {
  if (!mayBeMrz(text)) return null
  const upper = text.trim().toUpperCase()
  if (!MRZ_SIGNS.test(upper)) return null
  const lines = linesOf(upper)
  const layout = LAYOUTS.find(
    ({ lines: count, chars }) => lines.length === count && lines.every(line => line.length === chars)
  )
  const [first = ''] = lines
  if (layout) return FIRST_LINE.test(first) || FIRST_LINE_OF_CARD.test(first) ? zoneOf(lines, layout) : null
  if (lines.length > 1) return null
  if (LONE_FIRST_LINE.test(first))
    return { ...headOf(first), name: nameOf(first.slice(5), isRussianInternal(first), text), faults: [] }
  return NAME_FIELD.test(first)
    ? { document: '', issuer: '', name: nameOf(first, false, text), faults: [] }
    : null
}

/** Lines as written, or cut from one run of signs. */
function linesOf(text: string): string[] {
  const parts = text.split(/\s+/)
  const run = parts.join('')
  const layout = LAYOUTS.find(({ lines, chars }) => run.length === lines * chars)
  if (!layout) return parts
  return Array.from({ length: layout.lines }, (_, at) =>
    run.slice(at * layout.chars, (at + 1) * layout.chars)
  )
}

const unfilled = (text: string): string => text.replace(/<+$/, '')

const headOf = (first: string): Pick<Mrz, 'document' | 'issuer'> => ({
  document: unfilled(first.slice(0, 2)),
  issuer: unfilled(first.slice(2, 5))
})

const isRussianInternal = (first: string): boolean => first.startsWith('PNRUS')

function zoneOf(lines: readonly string[], layout: Layout): Mrz {
  const at = ([line, from, to]: Place) => (lines[line] ?? '').slice(from, to)
  const checkOf = ([line, , to]: Place) => (lines[line] ?? '').charAt(to)
  const [first = ''] = lines
  const faults: Mrz['faults'][number][] = []
  const checked = (place: Place, fault: Mrz['faults'][number]): string => {
    const value = at(place)
    if (!hasCheckDigit(value, checkOf(place))) faults.push(fault)
    return unfilled(value)
  }
  const mrz: Mrz = {
    ...headOf(first),
    name: nameOf(at(layout.name), isRussianInternal(first), lines.join('\n')),
    faults
  }
  const number = checked(layout.number, 'number')
  if (number !== '') mrz.number = isRussianInternal(first) ? withSeries(number, lines[1] ?? '') : number
  const birth = dateOf(checked(layout.birth, 'birth_date'), 0)
  if (birth !== null) mrz.birthDate = birth
  const expires = dateOf(checked(layout.expires, 'expires'), 50)
  if (expires !== null) mrz.expires = expires
  const sex = at(layout.sex)
  if (sex === 'M' || sex === 'F') mrz.gender = sex === 'M' ? 'male' : 'female'
  const composite = layout === TD1 ? compositeOfCard(lines) : compositeOfBook(lines[1] ?? '')
  if (!hasCheckDigit(composite, (lines[1] ?? '').charAt(layout.chars - 1))) faults.push('composite')
  return mrz
}

const compositeOfBook = (line: string): string =>
  line.slice(0, 10) + line.slice(13, 20) + line.slice(21, line.length - 1)
const compositeOfCard = ([first = '', second = '']: readonly string[]): string =>
  first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29)

/** The fourth digit of the series stands first in the optional data. */
const withSeries = (number: string, line: string): string =>
  /^\d{9}$/.test(number) && /^\d$/.test(line.charAt(28))
    ? `${number.slice(0, 3)}${line.charAt(28)}${number.slice(3)}`
    : number

const WEIGHTS = [7, 3, 1]

/** Check digit of ICAO Doc 9303: weights 7, 3, 1; letters from 10, fillers 0. */
export function hasCheckDigit(text: string, digit: string): boolean {
  if (digit === '<') return /^<*$/.test(text)
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum += worthOf(text.charAt(at)) * (WEIGHTS[at % 3] ?? 0)
  return String(sum % 10) === digit
}

const worthOf = (sign: string): number => (sign === '<' ? 0 : Number.parseInt(sign, 36))

/** Takes the century that puts the date before now and so many years. */
function dateOf(text: string, yearsAhead: number): string | null {
  const [, yy = '', month = '', day = ''] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? []
  if (yy === '') return null
  const latest = new Date().getFullYear() + yearsAhead
  const year = Math.floor((latest - Number(yy)) / 100) * 100 + Number(yy)
  const date = `${year}-${month}-${day}`
  return Number.isNaN(Date.parse(date)) || new Date(date).getUTCDate() !== Number(day) ? null : date
}

/** Letters of a Russian internal passport, whose zone has one sign for each. */
const CYRILLIC_OF = new Map(
  [...'ABVGDE2JZIQKLMNOPRSTUFHC34WXY9678'].map((sign, at) => [
    sign,
    'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'.charAt(at)
  ])
)

function nameOf(field: string, isInternal: boolean, written: string): PersonName {
  const spelled = (text: string): string[] =>
    text
      .split('<')
      .filter(word => word !== '')
      .map(word =>
        isInternal ? [...word].map(sign => CYRILLIC_OF.get(sign) ?? sign).join('') : word.toLowerCase()
      )
  const [surname = '', ...others] = field.split('<<')
  const given = others.flatMap(spelled)
  const name: PersonName = { labelled: true, written }
  const family = spelled(surname).join('-')
  if (family !== '') name.surname = family
  const last = given.at(-1) ?? ''
  if (given.length > 1 && (isInternal || parsePatronymic(last))) {
    name.patronymic = last
    given.pop()
  }
  if (given.length > 0) name.given = given.join('-')
  return name
}
