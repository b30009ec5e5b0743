import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_MAP } from '#api/features/imports/columns/mapping.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { previewOf } from '#api/features/imports/preview.ts'
import { LINKS, rowOf, workbookOf, zipOf } from '#tests/kit/workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'workbooks-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function seen(name: string, content: Uint8Array) {
  const file = join(folder, name)
  writeFileSync(file, content)
  const idOptions = { sourceKey: '', remembered: null, hasRecords: false, requested: undefined }
  return await previewOf(await openTable(file, {}), { map: NO_MAP, idOptions, existing: [], fields: null })
}

const HEADER = rowOf('ФИО', 'Телефон', 'Адрес')
const ROWS = [
  rowOf('Книгин Лев Ильич', '+7 973 204-17-41', 'г. Примерск'),
  rowOf('Книгина Зоя Ильинична', '+7 973 204-17-42', '')
]
const CELLS = [
  ['Книгин Лев Ильич', '+7 973 204-17-41', 'г. Примерск'],
  ['Книгина Зоя Ильинична', '+7 973 204-17-42', '']
]

const sheetOf = (rows: string, behind = '') =>
  `<worksheet><sheetData>${rows}</sheetData>${behind}</worksheet>`
const SHEET = sheetOf(HEADER + ROWS.join(''))
const main = `<workbook xmlns:r="${LINKS}"><sheets><sheet name="Люди" sheetId="1" r:id="s1"/></sheets></workbook>`
const linkTo = (id: string, type: string, target: string) =>
  `<Relationships><Relationship Id="${id}" Type="${LINKS}/${type}" Target="${target}"/></Relationships>`
const rootTo = (target: string) => ({ '_rels/.rels': linkTo('r1', 'officeDocument', target) })
const sheetAt = (target: string) => linkTo('s1', 'worksheet', target)

test.each<[what: string, parts: Record<string, string>]>([
  [
    'another name of its main part',
    {
      ...rootTo('xl/workbook22.xml'),
      'xl/workbook22.xml': main,
      'xl/_rels/workbook22.xml.rels': sheetAt('worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': SHEET
    }
  ],
  [
    'its main part in the root, by a path from it',
    {
      ...rootTo('/book.xml'),
      'book.xml': main,
      '_rels/book.xml.rels': sheetAt('/sheets/people.xml'),
      'sheets/people.xml': SHEET
    }
  ],
  [
    'names of parts in other case than the links',
    {
      '_RELS/.rels': linkTo('r1', 'officeDocument', 'XL/Workbook.XML'),
      'xl/workbook.xml': main,
      'xl/_Rels/Workbook.xml.rels': sheetAt('Worksheets/Sheet1.xml'),
      'xl/worksheets/sheet1.xml': SHEET
    }
  ]
])('reads a workbook with %s', async (_what, parts) => {
  const { samples, format } = await seen('book.xlsx', zipOf(parts))
  expect([format, samples.map(({ values }) => values)]).toEqual(['xlsx', CELLS])
})

test.each<[is: string, root: string, part: string, advice: RegExp]>([
  ['a document of Word', 'document', 'word/document.xml', /документ Word.*сохраните как XLSX/],
  ['a presentation', 'presentation', 'ppt/presentation.xml', /PowerPoint.*сохраните как XLSX/],
  ['another document', 'drawing', 'visio/page.xml', /не книга Excel.*сохраните как XLSX/]
])('refuses %s with what to do', async (_is, root, part, advice) => {
  const links = part.replace(/([^/]*)$/, '_rels/$1.rels')
  const parts = { ...rootTo(part), [part]: `<${root}/>`, [links]: '<Relationships/>' }
  await expect(seen('document.xlsx', zipOf(parts))).rejects.toThrow(advice)
})

test('reads the escapes of a text as what was typed', async () => {
  const typed =
    rowOf('Книгин_x000D_\nЛев', '_x0414_ом', 'а_x005F_x000D_б') + rowOf('а_x0000_б', '_xD83D_', '')
  const { samples } = await seen('escapes.xlsx', workbookOf(HEADER + typed))
  expect(samples.map(({ values }) => values)).toEqual([
    ['Книгин\nЛев', 'Дом', 'а_x000D_б'],
    ['аб', '\uFFFD', '']
  ])
})

describe('merged cells', () => {
  const merged = async (...areas: string[]) => {
    const cells = areas.map(area => `<mergeCell ref="${area}"/>`).join('')
    const rows = sheetOf(HEADER + ROWS.join(''), `<mergeCells>${cells}</mergeCells>`)
    const parts = {
      'xl/workbook.xml': main,
      'xl/_rels/workbook.xml.rels': sheetAt('worksheets/sheet1.xml'),
      'xl/worksheets/sheet1.xml': rows
    }
    const { warnings, samples } = await seen('merged.xlsx', zipOf(parts))
    expect(samples.map(({ values }) => values)).toEqual(CELLS)
    return warnings.find(({ code }) => code === 'merged_cells')?.text ?? null
  }

  test('are told of where a value stands for several rows', async () => {
    expect(await merged('C2:C3')).toMatch(/на несколько строк: 1 \(C2:C3\).*только в первой строке/)
    expect(await merged('C2:C3', 'A2:A3')).toMatch(/: 2 \(C2:C3 и другие\)/)
  })

  test('are none of a person in the header or in one row', async () => {
    expect(await merged('A1:C1', 'B3:C3')).toBeNull()
  })
})

test('cells that are written twice, or whose text is not there, are told of', async () => {
  const cell = (address: string, text: string) => `<c r="${address}" t="str"><v>${text}</v></c>`
  const twice = `<row r="2">${cell('A2', 'Книгин Лев')}${cell('B2', '1')}${cell('B2', '2')}</row>`
  const lost = `<row r="3">${cell('A3', 'Книгина Зоя')}<c r="B3" t="s"><v>99</v></c><c r="C3" t="s"/></row>`
  const warningOf = async (rows: string) => {
    const { warnings } = await seen('doubtful.xlsx', workbookOf(HEADER + rows))
    return warnings.find(({ code }) => code === 'doubtful_cells')?.text ?? null
  }
  expect(await warningOf(twice + lost)).toMatch(/: 2 \(первая в строке 2\)/)
  expect(await warningOf(lost)).toMatch(/: 1 \(первая в строке 3\)/)
  expect(await warningOf(ROWS.join(''))).toBeNull()
})
