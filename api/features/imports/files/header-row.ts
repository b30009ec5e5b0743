import { kindOfColumn } from '#api/features/imports/columns/office-headers.ts'
import { parseBirthDate } from '#shared/identity/identifiers/birth-date.ts'
import { isListedGiven } from '#shared/identity/names/given-names.ts'
import { quoted } from '#shared/texts/quoted.ts'

const TITLE_FILLED_SHARE = 0.4
const NUMBER_DIGITS = 5
/** RFC 5321. */
const EMAIL_MAX_CHARS = 254
const NAMES_SHOWN = 3
const SHOWN_CHARS = 40

const ASKED_LINE = 'Строка заголовка указана вручную.'
const ASKED_NONE = 'Указано, что заголовка нет: колонки названы по порядку.'
const TWO_ROWS = ' Названия взяты из двух строк.'
const ROW_BELOW = ' Названия взяты из строки под ней.'

const isFilled = (cell: string): boolean => cell.trim() !== ''
const filledOf = (cells: readonly string[]): number => cells.filter(isFilled).length

/** A date, URL or long number. */
function isValue(cell: string): boolean {
  const text = cell.trim()
  if (text.length <= EMAIL_MAX_CHARS && /^\S+@\S+\.\S+$/.test(text)) return true
  const digits = text.replace(/\D/g, '').length
  if (digits * 2 <= text.replace(/\s/g, '').length) return false
  return digits >= NUMBER_DIGITS || parseBirthDate(text)?.day !== undefined
}

const isGivenName = (cell: string): boolean =>
  cell
    .toLowerCase()
    .split(/\s+/)
    .some(word => isListedGiven(word))

const isKnown = (cell: string): boolean => isFilled(cell) && kindOfColumn(cell) !== null

function isDataRow(cells: readonly string[]): boolean {
  const filled = cells.filter(isFilled)
  const nameCount = filled.filter(isKnown).length
  const values = filled.filter(isValue).length
  if (nameCount === 0) return values > 0 || filled.some(isGivenName)
  return values >= nameCount
}

/** «1 | 2 | 3» below the header of forms. */
export const isNumberingRow = (cells: readonly string[]): boolean => {
  const numbers = cells.map(cell => Number.parseInt(cell, 10))
  return (
    filledOf(cells) > 1 &&
    cells.every((cell, at) => /^\s*\d{1,3}\s*\.?\s*$/.test(cell) && numbers[at] === (numbers[0] ?? 0) + at) &&
    (numbers[0] ?? 0) <= 1
  )
}

interface HeaderPlace {
  firstRow: number
  /** Null without one. */
  header: number | null
  cells: string[]
  reason: string
}

/** Index, or `none`. */
type AskedHeader = number | 'none'

function usualWidth(rows: readonly (readonly string[])[]): number {
  const widths = Map.groupBy(
    rows.filter(cells => filledOf(cells) > 0),
    cells => cells.length
  )
  const [width = 1] = [...widths].toSorted((a, b) => b[1].length - a[1].length || b[0] - a[0])[0] ?? []
  return width
}

export function findHeader(rows: readonly (readonly string[])[], requested?: AskedHeader): HeaderPlace {
  const width = usualWidth(rows)
  const isTitle = (cells: readonly string[]) =>
    width > 1 && filledOf(cells) <= Math.max(1, Math.floor(width * TITLE_FILLED_SHARE))
  // With `none` a short row must not be lost.
  const isAbove = (cells: readonly string[]) => isTitle(cells) && !(requested === 'none' && isDataRow(cells))
  const firstFilled = rows.findIndex(cells => filledOf(cells) > 0 && !isAbove(cells))
  const begins = firstFilled === -1 ? Math.max(0, rows.findIndex(isRowFilled)) : firstFilled
  const at = typeof requested === 'number' ? requested : begins
  const first = rows[at] ?? []
  const headless = { firstRow: at, header: null, cells: new Array(width).fill('') }
  if (requested === 'none') return { ...headless, reason: ASKED_NONE }
  if (requested === undefined && isDataRow(first)) return { ...headless, reason: whyData(first) }

  const above = requested === undefined ? rows[at - 1] : undefined
  const below = rows[at + 1]
  const isUpper = below !== undefined && isLowerHeader(first, below)
  const isLower = !isUpper && above !== undefined && isLowerHeader(above, first)
  const lower = isUpper ? below : first
  const cells = isUpper ? merged(first, below) : isLower ? merged(above, first) : [...first]
  const lowerAt = at + (isUpper ? 1 : 0)
  // Titles and groups add no names.
  const isOfTwo = cells.some((cell, place) => cell !== lower[place])
  const guessed = isOfTwo ? lowerAt - 1 : lowerAt
  return {
    firstRow: isNumberingRow(rows[lowerAt + 1] ?? []) ? lowerAt + 2 : lowerAt + 1,
    header: requested ?? guessed,
    cells,
    reason:
      (requested === undefined ? whyHeader(cells) : ASKED_LINE) +
      (isOfTwo ? TWO_ROWS : lowerAt > (requested ?? lowerAt) ? ROW_BELOW : '')
  }
}

const isRowFilled = (cells: readonly string[]): boolean => filledOf(cells) > 0

/** Fills or refines the names above. */
function isLowerHeader(upper: readonly string[], lower: readonly string[]): boolean {
  if (filledOf(upper) === 0 || lower.length !== upper.length || isDataRow(lower)) return false
  if (upper.every(isFilled)) return false
  const named = lower.filter(isFilled)
  const nameCount = named.filter(cell => kindOfColumn(cell) !== null).length
  return (
    named.length > 1 &&
    nameCount * 2 >= named.length &&
    upper.some((cell, at) => !isFilled(cell) && isFilled(lower[at] ?? ''))
  )
}

const merged = (upper: readonly string[], lower: readonly string[]): string[] =>
  lower.map((cell, at) => (isFilled(cell) ? cell : (upper[at] ?? '')))

const shown = (cell: string) => quoted(cell.replace(/\s+/gu, ' ').trim().slice(0, SHOWN_CHARS))

function whyHeader(cells: readonly string[]): string {
  const names = cells.filter(isKnown).slice(0, NAMES_SHOWN)
  return names.length > 0
    ? `Это заголовок: в строке названия колонок ${names.map(shown).join(', ')}.`
    : 'Это заголовок: первая строка таблицы без дат, длинных номеров и имён людей.'
}

function whyData(cells: readonly string[]): string {
  const value = cells.find(cell => isFilled(cell) && (isValue(cell) || isGivenName(cell))) ?? ''
  return `Заголовка нет: первая строка таблицы уже с данными, например ${shown(value)}. Колонки названы по значениям.`
}
