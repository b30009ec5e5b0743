import { posix } from 'node:path'
import { ImportError } from '#api/features/imports/import-error.ts'
import { COLUMN_LABEL_MAX_CHARS } from '#shared/constants.ts'
import { type CellFormat, PLAIN, readFormat } from './cell-format.ts'
import { checkLimit } from './limits.ts'
import { readXml } from './xml.ts'
import type { Archive, ZipEntry } from './zip.ts'

/** Longer texts are refused as values later; there is no need to hold all of one. */
export const CELL_KEPT_CHARS = 20_000
/** A sheet is asked for by its name. */
const SHEET_NAME_MAX_CHARS = COLUMN_LABEL_MAX_CHARS

export interface SheetPart {
  name: string
  entry: ZipEntry
}

/** The parts of a workbook that its sheets refer to. */
export interface Workbook {
  /** Those that a person sees, in their order. */
  sheets: SheetPart[]
  since1904: boolean
  formats: CellFormat[]
  shared: string[]
}

interface Listed {
  sheets: { name: string; id: string; hidden: boolean }[]
  since1904: boolean
}

/** Throws an `ImportError` for a broken workbook. */
export async function readWorkbook(name: string, archive: Archive): Promise<Workbook> {
  const parts = new Map(archive.entries.map(entry => [entry.name, entry]))
  const main = parts.get('xl/workbook.xml')
  const links = parts.get('xl/_rels/workbook.xml.rels')
  if (!main || !links) throw new ImportError(`Книга ${name} повреждена: в ней нет списка листов.`)
  const { sheets, since1904 } = await readSheetList(name, main)
  const targets = await readLinks(name, links)
  const partOf = (target: string | undefined) =>
    target === undefined ? undefined : parts.get(posix.join('xl', target).replace(/^xl\/xl\//, 'xl/'))
  const styles = partOf(targets.byType.get('styles'))
  const shared = partOf(targets.byType.get('sharedStrings'))
  /** A part is one sheet, however many names lead to it. */
  const sheetsByPart = new Map<string, SheetPart>()
  for (const sheet of sheets) {
    const entry = partOf(targets.byId.get(sheet.id))
    if (entry && !sheet.hidden) sheetsByPart.getOrInsert(entry.name, { name: sheet.name, entry })
  }
  return {
    sheets: [...sheetsByPart.values()],
    since1904,
    formats: styles ? await readFormats(name, styles) : [],
    shared: shared ? await readShared(name, shared) : []
  }
}

async function readSheetList(name: string, entry: ZipEntry): Promise<Listed> {
  const listed: Listed = { sheets: [], since1904: false }
  await readXml(name, entry.bytes(), {
    open(tag, attributes) {
      if (tag === 'workbookPr') listed.since1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (tag !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? ''
      const hidden = (attributes.state ?? 'visible') !== 'visible'
      listed.sheets.push({ name: (attributes.name ?? '').slice(0, SHEET_NAME_MAX_CHARS), id, hidden })
      checkLimit('sheets', listed.sheets.length, name)
    }
  })
  return listed
}

async function readLinks(name: string, entry: ZipEntry) {
  const byId = new Map<string, string>()
  const byType = new Map<string, string>()
  await readXml(name, entry.bytes(), {
    open(tag, { Id = '', Type = '', Target = '' }) {
      if (tag !== 'Relationship') return
      byId.set(Id, Target)
      byType.set(posix.basename(Type), Target)
      checkLimit('links', byId.size + byType.size, name)
    }
  })
  return { byId, byType }
}

async function readFormats(name: string, entry: ZipEntry): Promise<CellFormat[]> {
  const codes = new Map<number, string>()
  /** By their numbers: each is read once, however many styles use it. */
  const formatsById = new Map([[0, PLAIN]])
  const formats: CellFormat[] = []
  let list = ''
  await readXml(name, entry.bytes(), {
    open(tag, attributes) {
      if (tag === 'numFmts' || tag === 'cellXfs') list = tag
      if (tag === 'numFmt' && list === 'numFmts') {
        const { formatCode = '' } = attributes
        checkLimit('formatSigns', formatCode.length, name)
        codes.set(Number(attributes.numFmtId), formatCode)
        checkLimit('formats', codes.size, name)
      }
      if (tag !== 'xf' || list !== 'cellXfs') return
      checkLimit('styles', formats.length + 1, name)
      const id = Number(attributes.numFmtId ?? 0)
      formats.push(formatsById.getOrInsertComputed(id, () => formatOf(name, id, codes)))
    },
    close(tag) {
      if (tag === list) list = ''
    }
  })
  return formats
}

function formatOf(name: string, id: number, codes: ReadonlyMap<number, string>): CellFormat {
  const format = readFormat(id, codes.get(id))
  checkLimit('formatDigits', format.zeros, name)
  return format
}

/** The texts that cells refer to by number. Phonetic hints beside them are left out. */
async function readShared(name: string, entry: ZipEntry): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let chars = 0
  let isText = false
  let isHint = false
  await readXml(name, entry.bytes(), {
    open(tag) {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') isHint = true
      else if (tag === 't') isText = !isHint
    },
    text(piece) {
      if (isText && text.length < CELL_KEPT_CHARS) text += piece
    },
    close(tag) {
      if (tag === 't') isText = false
      else if (tag === 'rPh') isHint = false
      else if (tag === 'si') {
        texts.push(text)
        chars += text.length
        checkLimit('texts', texts.length, name)
        checkLimit('textSigns', chars, name)
      }
    }
  })
  return texts
}
