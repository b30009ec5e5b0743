import { detectColumnKind, hasExponent, isNumberingRow, repairCell } from '#api/features/imports/service.ts'
import type { ListColumn } from '#shared/contracts/lists/lists.ts'
import { isPlaceholder } from '#shared/identity/identifiers/placeholder.ts'
import { isIdentifierKind, labelOf } from '#shared/identity/identifiers/words.ts'
import { hasLostZeros, normalizeCell } from '#shared/identity/records/attribute-values.ts'
import type { FieldKind } from '#shared/identity/records/types.ts'
import { sanitizeText } from '#shared/identity/text/sanitize.ts'
import { FIELD_LABELS } from '#shared/labels/fields.ts'
import type { GivenRow } from './draft.ts'

const NAMES: ReadonlySet<FieldKind> = new Set(['last_name', 'first_name', 'middle_name', 'full_name'])
const OF_ORGANISATIONS: ReadonlySet<FieldKind> = new Set(['organization', 'organization_inn'])
/** A header of what tells the rows of somebody's own table apart. */
const OWN_LABEL = /^\s*(?:№|n|no|id|номер|код|ключ|метка|label|key|п\/п|таб|табельн\p{L}*)(?:$|[\s.№])/iu
/** A row that sums others up is nobody. */
const TOTAL = /^(?:итого|всего)(?:$|\s*[:=\d]|\s+(?:человек|строк|запис|по\s))/iu
const folded = (text: string) => text.trim().toLowerCase()
const EXAMPLES = 3
const EXAMPLE_CHARS = 60

interface ColumnsAsked {
  /** The labels that make the line; undefined to be told by what the columns hold. */
  line?: readonly string[] | undefined
  /** The column that is the row's own label, '' for none. */
  label?: string | undefined
}

/** What columns hold, and which of them make the line, as an import tells them. */
export function listColumns(
  labels: readonly string[],
  sample: Parameters<typeof detectColumnKind>[1],
  asked: ColumnsAsked
): ListColumn[] {
  const columns = labels.map(label => {
    const kind = detectColumnKind(label, sample).kind ?? 'other'
    const values = sample.get(label)?.filter(value => folded(value) !== folded(label))
    const different = new Set(values?.map(value => meantIn(kind, value)))
    const examples = [...different].slice(0, EXAMPLES).map(value => value.slice(0, EXAMPLE_CHARS))
    return { label, kind, examples }
  })
  const byKinds = (has: (kind: FieldKind) => boolean) => columns.filter(({ kind }) => has(kind))
  const people = byKinds(kind => NAMES.has(kind) || kind === 'birth_date' || isIdentifierKind(kind))
  const organisations = byKinds(kind => OF_ORGANISATIONS.has(kind))
  const own = columns.find(({ label, kind }) => kind === 'record_number' || OWN_LABEL.test(label))?.label
  const ownLabel = asked.label ?? (asked.line?.includes(own ?? '') ? undefined : own)
  const searched = [people, organisations, columns].find(({ length }) => length > 0) ?? []
  const line = asked.line ?? searched.map(({ label }) => label).filter(label => label !== ownLabel)
  return columns.map(({ label, kind, examples }) => ({
    label,
    kind,
    kind_title: FIELD_LABELS[kind],
    use: line.includes(label) ? 'line' : label === ownLabel ? 'label' : 'none',
    examples
  }))
}

/** What a cell means, where a program has spoilt it: a day that is a number, digits behind an exponent, zeros that are lost. */
function meantIn(kind: FieldKind, cell: string): string {
  const repaired = repairCell(kind, cell)
  // Several values are parted by what parts people in a line.
  const text = repaired.includes(';') ? cell : repaired
  const full = isIdentifierKind(kind) && hasLostZeros(kind, text) ? normalizeCell(kind, text) : null
  return full ?? text
}

/** Whether a row says what the columns are: their numbers, or their headings once more, whatever it says of numbers and dates. */
function isHeading(columns: readonly ListColumn[], cells: readonly string[]): boolean {
  const searched = columns.flatMap(({ label, kind, use }, at) => {
    const cell = folded(cells[at] ?? '')
    return use === 'line' && cell !== '' ? { kind, isLabel: cell === folded(label) } : []
  })
  const names = searched.filter(({ kind }) => NAMES.has(kind))
  const headings = names.length > 0 ? names : searched
  return isNumberingRow(cells) || (headings.length > 0 && headings.every(({ isLabel }) => isLabel))
}

/** The line and the label of a row, by the columns of its cells; a number that has lost digits is no part of the line. */
export function lineOf(columns: readonly ListColumn[], cells: readonly string[]): GivenRow {
  if (isHeading(columns, cells))
    return { line: sanitizeText(cells.join(' ')), label: null, broken: 'NOTHING_TO_SEARCH' }
  const lost: string[] = []
  const values = columns.flatMap(({ kind, use }, at) => {
    const value = meantIn(kind, sanitizeText(cells[at] ?? ''))
    if (use !== 'line' || value === '' || isPlaceholder(value)) return []
    if (isIdentifierKind(kind) && hasExponent(value)) {
      lost.push(value)
      return []
    }
    // A sum in the last row is nobody's name.
    if (NAMES.has(kind) && !/\p{L}/u.test(value)) return []
    // What a bare number is, the column alone knows.
    return isIdentifierKind(kind) && /^[\d\s;-]+$/.test(value) ? `${labelOf(kind)} ${value}` : value
  })
  const label = columns.findIndex(({ use }) => use === 'label')
  const isTotal = columns.some(({ use }, at) => use !== 'none' && TOTAL.test(cells[at]?.trim() ?? ''))
  const row = { line: isTotal ? '' : values.join(' '), label: sanitizeText(cells[label] ?? '') || null }
  return values.length === 0 && lost.length > 0 && !isTotal
    ? { ...row, line: lost.join(' '), broken: 'DIGITS_LOST' }
    : row
}
