import { ImportError } from '#api/features/imports/import-error.ts'
import type { PreviewWarning } from '#shared/contracts/imports.ts'
import { quoted, quotedList } from '#shared/texts/quoted.ts'
import { NO_NAMES } from './column-names.ts'
import type { Content } from './content.ts'
import { type FileRow, uniqueLabels } from './csv.ts'
import { findHeader } from './header-row.ts'
import { namesByValues } from './nameless-columns.ts'
import { readSheetRows, type SheetRow } from './sheet-rows.ts'
import { noSuchHeader, type ReadOptions, sampleOf, type Table } from './table.ts'
import { readWorkbook, type SheetPart, type Workbook } from './workbook.ts'

const HEADER_ROWS = 30
const SAMPLE_ROWS = 200
const ROW_BYTES = 300

type WorkbookContent = Extract<Content, { is: 'workbook' }>

interface FilledSheet extends SheetPart {
  head: SheetRow[]
}

async function headOfSheet(file: string, book: Workbook, { entry }: SheetPart): Promise<SheetRow[]> {
  const head: SheetRow[] = []
  for await (const rows of readSheetRows(file, entry, book)) {
    head.push(...rows)
    if (head.length >= SAMPLE_ROWS) break
  }
  return head.slice(0, SAMPLE_ROWS)
}

/** The requested sheet, else the first with more than a title. */
async function chooseSheet(file: string, book: Workbook, sheetName: string | undefined) {
  const filled: FilledSheet[] = []
  for (const sheet of book.sheets) {
    const head = await headOfSheet(file, book, sheet)
    if (head.length > 0) filled.push({ ...sheet, head })
  }
  const names = quotedList(filled.map(({ name }) => name))
  if (filled.length === 0) throw new ImportError(`Книга ${file} пуста: ни на одном листе нет данных`)
  const chosen =
    sheetName === undefined
      ? (filled.find(({ head }) => head.length > 1 && head.some(({ cells }) => cells.length > 1)) ??
        filled[0])
      : filled.find(({ name }) => name === sheetName)
  if (!chosen)
    throw new ImportError(`В книге ${file} нет листа ${quoted(sheetName ?? '')} с данными. Есть: ${names}`)
  return { chosen, others: filled.flatMap(({ name }) => (name === chosen.name ? [] : [name])) }
}

/** «A2:B3» */
function rowsOfArea(area: string): [first: number, last: number] {
  const [first = 0, last = first] = area.split(':').map(cell => Number(/\d+$/.exec(cell)?.[0] ?? 0))
  return [first, last]
}

function mergedRemark({ count, first }: { count: number; first: string }): PreviewWarning {
  const areas = `${count.toLocaleString('ru-RU')} (${first}${count > 1 ? ' и другие' : ''})`
  return {
    code: 'merged_cells',
    text:
      `Объединённых ячеек на несколько строк: ${areas}. Excel хранит их значение ` +
      'только в первой строке, у остальных оно пусто. Если оно относится ко всем, снимите объединение и заполните ячейки.'
  }
}

/** Repeated cells and missing texts. */
const doubtfulRemark = ({ count, first }: { count: number; first: number }): PreviewWarning => ({
  code: 'doubtful_cells',
  text:
    `Ячеек, записанных дважды или без своего текста: ${count.toLocaleString('ru-RU')} (первая в строке ${first}). Из двух ` +
    'значений взято последнее, без текста ячейка пуста. Откройте книгу в Excel, проверьте и сохраните заново.'
})

/** @throws ImportError */
export async function openWorkbookTable(
  file: string,
  { archive, size, packed }: WorkbookContent,
  options: ReadOptions,
  again: () => Promise<Table>
): Promise<Table> {
  const book = await readWorkbook(file, archive)
  const { chosen, others } = await chooseSheet(file, book, options.sheet)
  const { entry, head } = chosen
  const width = Math.max(...head.map(({ cells }) => cells.length))
  const padded = (cells: readonly string[]) => [...cells, ...new Array(width - cells.length).fill('')]
  const { header: headerLine } = options
  const from = headerLine ? head.findIndex(({ number }) => number === headerLine) : 0
  if (headerLine && from === -1) throw noSuchHeader(file, headerLine)
  const first = head.slice(from, from + HEADER_ROWS)
  const { header, firstRow, cells, reason } = findHeader(
    first.map(row => padded(row.cells)),
    headerLine === 0 ? 'none' : headerLine && 0
  )
  const values = head.slice(from + firstRow)
  const labels =
    header === null && headerLine === undefined
      ? namesByValues(
          values.map(row => row.cells),
          width
        )
      : uniqueLabels(cells)
  const heading = {
    line: header === null ? null : (first[header]?.number ?? null),
    reason,
    isAsked: headerLine !== undefined,
    hasTitle: from + (header ?? firstRow) > 0
  }
  const lastAbove = first[firstRow - 1]?.number ?? 0
  let bytesRead = 0
  let merged = { count: 0, first: '' }
  let doubtful = { count: 0, first: 0 }

  function toRow({ number, cells: written }: SheetRow): FileRow {
    const raw = written.join(';')
    return written.length > width
      ? { line: number, raw, reason: 'есть значения правее последней колонки' }
      : { line: number, raw, values: padded(written) }
  }

  return {
    format: 'xlsx',
    packed,
    encoding: null,
    delimiter: null,
    sheet: { name: chosen.name, others },
    heading,
    totalBytes: size,
    expectedRows: Math.ceil(entry.size / ROW_BYTES),
    readBytes: () => Math.min(size, Math.round((bytesRead / Math.max(1, entry.size)) * size)),
    labels,
    names: NO_NAMES,
    again,
    sample: sampleOf('xlsx', labels, values.map(toRow)),
    remarks: () => [
      ...(merged.count === 0 ? [] : [mergedRemark(merged)]),
      ...(doubtful.count === 0 ? [] : [doubtfulRemark(doubtful)])
    ],
    async *rows() {
      merged = { count: 0, first: '' }
      doubtful = { count: 0, first: 0 }
      const listener = {
        onRead(bytes: number) {
          bytesRead += bytes
        },
        onDoubtful(row: number) {
          doubtful = { count: doubtful.count + 1, first: doubtful.first || row }
        },
        onMerged(area: string) {
          const [first, last] = rowsOfArea(area)
          if (last <= Math.max(first, lastAbove)) return
          merged = { count: merged.count + 1, first: merged.first || area }
        }
      }
      try {
        for await (const rows of readSheetRows(file, entry, book, listener)) {
          const below = rows.filter(({ number }) => number > lastAbove)
          if (below.length > 0) yield below.map(toRow)
        }
      } finally {
        archive.close()
      }
    }
  }
}
