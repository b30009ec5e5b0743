import type { IndexDocument, IndexDocuments } from '#api/engines/external-contract.ts'
import { type ColumnNames, NO_NAMES } from './column-names.ts'
import type { FileRow } from './csv.ts'
import { LINE_MAX_BYTES } from './lines.ts'
import { namedTable } from './named-table.ts'
import { cellsReader, sampleOf, type Table } from './table.ts'

type CopiedDocuments = Pick<IndexDocuments, 'count' | 'pages'>

export const DOCUMENT_ID = '_id'

const SAMPLE_ROWS = 200

export async function openIndexTable(documents: CopiedDocuments, names: ColumnNames): Promise<Table> {
  const head: FileRow[] = []
  for await (const rows of rowsOf(documents)) {
    head.push(...rows)
    if (head.length >= SAMPLE_ROWS) break
  }
  const labels: string[] = []
  const nameColumns = cellsReader({ format: 'ndjson', names: NO_NAMES }, labels)
  for (const { values } of head) if (values) nameColumns(values)
  let rowsRead = 0
  const table: Table = {
    format: 'ndjson',
    packed: null,
    encoding: null,
    delimiter: null,
    sheet: null,
    heading: { line: null, reason: null, isAsked: false, hasTitle: false },
    names: NO_NAMES,
    totalBytes: documents.count,
    readBytes: () => rowsRead,
    expectedRows: documents.count,
    labels,
    again: () => openIndexTable(documents, names),
    sample: sampleOf('ndjson', [], head.slice(0, SAMPLE_ROWS)),
    remarks: () => [],
    async *rows() {
      for await (const rows of rowsOf(documents)) {
        rowsRead += rows.length
        yield rows
      }
    }
  }
  return namedTable(table, names)
}

async function* rowsOf({ pages }: CopiedDocuments): AsyncGenerator<FileRow[]> {
  let line = 0
  for await (const page of pages()) yield page.map(document => rowOf(document, ++line))
}

function rowOf({ id, fields }: IndexDocument, line: number): FileRow {
  const raw = JSON.stringify({ [DOCUMENT_ID]: id, ...fields })
  if (Object.keys(fields).length === 0) return { line, raw, reason: 'в документе ничего нет' }
  if (Buffer.byteLength(raw) > LINE_MAX_BYTES) return { line, raw, reason: 'документ больше 1 МБ' }
  return { line, raw, values: [raw] }
}
