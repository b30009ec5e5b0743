import { posix } from 'node:path'
import { ImportError } from '#api/features/imports/import-error.ts'
import { COLUMN_LABEL_MAX_CHARS } from '#shared/constants.ts'
import { type CellFormat, PLAIN, readFormat, readXstring } from './cell-format.ts'
import { checkLimit } from './limits.ts'
import { readXml } from './xml.ts'
import type { Archive, ZipEntry } from './zip.ts'

/** Longer texts are refused later. */
export const CELL_KEPT_CHARS = 20_000
const SHEET_NAME_MAX_CHARS = COLUMN_LABEL_MAX_CHARS

export interface SheetPart {
  name: string
  entry: ZipEntry
}

/** What sheets refer to. */
export interface Workbook {
  /** Visible ones in order. */
  sheets: SheetPart[]
  since1904: boolean
  formats: CellFormat[]
  shared: string[]
}

interface Listed {
  sheets: { name: string; id: string; hidden: boolean }[]
  since1904: boolean
}

const USUAL_MAIN = 'xl/workbook.xml'

const partsOf = ({ entries }: Archive): ReadonlyMap<string, ZipEntry> =>
  new Map(entries.map(entry => [entry.name.toLowerCase(), entry]))

/** By its relationship; null for other archives. */
export async function findMainPart(name: string, archive: Archive): Promise<ZipEntry | null> {
  const parts = partsOf(archive)
  const links = parts.get('_rels/.rels')
  const target = links && (await readLinks(name, links)).byType.get('officeDocument')
  const named = target === undefined ? undefined : parts.get(posix.join('/', target).slice(1).toLowerCase())
  return named ?? parts.get(USUAL_MAIN) ?? null
}

/** @throws ImportError */
export async function readWorkbook(name: string, archive: Archive): Promise<Workbook> {
  const parts = partsOf(archive)
  const main = await findMainPart(name, archive)
  const { dir, base } = posix.parse(main?.name.toLowerCase() ?? '')
  const links = parts.get(posix.join(dir, '_rels', `${base}.rels`))
  if (!main || !links) throw new ImportError(`Книга ${name} повреждена: в ней нет списка листов.`)
  const { sheets, since1904 } = await readSheetList(name, main)
  const targets = await readLinks(name, links)
  /** Relative to the main part or the root. */
  const partOf = (target = ''): ZipEntry | undefined =>
    parts.get(posix.join(dir, target).toLowerCase()) ??
    parts.get(posix.join('/', target).slice(1).toLowerCase())
  const styles = partOf(targets.byType.get('styles'))
  const shared = partOf(targets.byType.get('sharedStrings'))
  /** Several names may lead to one sheet. */
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
  let root = ''
  await readXml(name, entry.bytes(), {
    open(tag, attributes) {
      root ||= tag
      if (root !== 'workbook') throw notWorkbook(name)
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

const notWorkbook = (name: string) =>
  new ImportError(
    `Файл ${name}: это документ, но не книга Excel. Скопируйте таблицу в Excel и сохраните как XLSX.`
  )

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
  /** Each is read once. */
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
        texts.push(readXstring(text))
        chars += text.length
        checkLimit('texts', texts.length, name)
        checkLimit('textSigns', chars, name)
      }
    }
  })
  return texts
}
