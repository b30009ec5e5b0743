import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of these parts, made of nothing but its format: what tests break must be known to the byte. */
export function zipOf(parts: Record<string, string | Uint8Array>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data, { level: 9 })
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800, 2)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(data), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(data.length, 18)
    fields.writeUInt16LE(title.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), fields, rest, title)
    files.push(Buffer.from([0x50, 0x4b, 3, 4]), fields, title, packed)
    offset += 4 + fields.length + title.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, listing, end])
}

export const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

interface BookParts {
  /** The XML of the rows of each sheet. */
  sheets: readonly string[]
  /** How many sheets are named; those without a part lead to the first. */
  names?: number
  styles?: string
  shared?: string
  /** More links between parts. */
  links?: string
  /** What stands before each sheet. */
  head?: string
}

/** A workbook of these parts. */
export function bookOf({
  sheets,
  names = sheets.length,
  styles,
  shared,
  links = '',
  head = ''
}: BookParts): Buffer {
  const named = Array.from({ length: names }, (_, at) => {
    const part = at < sheets.length ? at : 0
    return `<sheet name="Лист${at || ''}" sheetId="${at + 1}" r:id="s${part}"/>`
  })
  const linkTo = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${LINKS}/${type}" Target="${target}"/>`
  const linked = sheets.map((_, at) => linkTo(`s${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  if (styles !== undefined) linked.push(linkTo('styles', 'styles', 'styles.xml'))
  if (shared !== undefined) linked.push(linkTo('shared', 'sharedStrings', 'sharedStrings.xml'))
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="${LINKS}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${linked.join('')}${links}</Relationships>`,
    ...(styles !== undefined && { 'xl/styles.xml': styles }),
    ...(shared !== undefined && { 'xl/sharedStrings.xml': shared }),
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet><sheetData>${rows}</sheetData></worksheet>`
      ])
    )
  })
}

/** A workbook with one sheet. @param rows The XML of its rows. */
export const workbookOf = (rows: string): Buffer => bookOf({ sheets: [rows] })

const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
export const rowOf = (...cells: string[]): string => `<row>${cells.map(textCell).join('')}</row>`
