import { formatNumber, PLAIN, readXstring } from './cell-format.ts'
import { CELL_KEPT_CHARS, type Workbook } from './workbook.ts'
import { createXmlReader } from './xml.ts'
import type { ZipEntry } from './zip.ts'

export interface SheetRow {
  number: number
  cells: string[]
}

/** Cells further right are ignored. */
const SHEET_COLUMNS_MAX = 1_000
const LETTERS = 26
const A = 65

function columnOf(address: string): number {
  let column = 0
  for (let at = 0; at < address.length; at += 1) {
    const letter = address.charCodeAt(at) - A
    if (letter < 0 || letter >= LETTERS) break
    column = column * LETTERS + letter + 1
  }
  return column - 1
}

interface SheetListener {
  onRead?(bytes: number): void
  /** «A2:A3»; reported after all rows. */
  onMerged?(area: string): void
  /** A repeated address or missing shared text. */
  onDoubtful?(row: number): void
}

/** Streams filled rows; a merged value belongs to the first cell. */
export async function* readSheetRows(
  what: string,
  entry: ZipEntry,
  { shared, formats, since1904 }: Omit<Workbook, 'sheets'>,
  { onRead, onMerged, onDoubtful }: SheetListener = {}
): AsyncGenerator<SheetRow[]> {
  let rows: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [] }
  let column = -1
  let type = ''
  let style = 0
  let raw = ''
  let isValue = false
  let isHint = false

  function cellText(): string {
    if (type === 's') return raw === '' ? '' : (shared[Number(raw)] ?? '')
    if (type === 'b') return raw.trim() === '1' ? 'да' : 'нет'
    if (type === 'e') return ''
    if (type === 'd') return raw
    if (type === 'str' || type === 'inlineStr') return readXstring(raw)
    return raw === '' ? '' : formatNumber(raw, formats[style] ?? PLAIN, since1904)
  }

  const reader = createXmlReader(what, {
    open(tag, attributes) {
      if (tag === 'row') row = { number: Number(attributes.r ?? row.number + 1), cells: [] }
      else if (tag === 'c') {
        column = attributes.r === undefined ? row.cells.length : columnOf(attributes.r)
        type = attributes.t ?? ''
        style = Number(attributes.s ?? 0)
        raw = ''
      } else if (tag === 'mergeCell') onMerged?.(attributes.ref ?? '')
      else if (tag === 'rPh') isHint = true
      else if (tag === 'v' || tag === 't') isValue = !isHint
    },
    text(piece) {
      if (isValue && raw.length < CELL_KEPT_CHARS) raw += piece
    },
    close(tag) {
      if (tag === 'v' || tag === 't') isValue = false
      else if (tag === 'rPh') isHint = false
      else if (tag === 'c') {
        const value = cellText()
        const isMissing = type === 's' && raw !== '' && shared[Number(raw)] === undefined
        if (isMissing || (value !== '' && (row.cells[column] ?? '') !== '')) onDoubtful?.(row.number)
        if (value === '' || column < 0 || column >= SHEET_COLUMNS_MAX) return
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = value
      } else if (tag === 'row' && row.cells.some(cell => cell.trim() !== '')) rows.push(row)
    }
  })
  for await (const chunk of entry.bytes()) {
    onRead?.(chunk.length)
    reader.write(chunk)
    if (rows.length === 0) continue
    yield rows
    rows = []
  }
  reader.end()
  if (rows.length > 0) yield rows
}
