import { describe, expect, test } from 'bun:test'
import { assert, asyncProperty, string } from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { openArchive } from '#api/features/imports/files/zip.ts'
import { dayCell, type Sheet, type SheetCell } from '#site/lib/export/sheet.ts'
import { workbookOf } from '#site/lib/export/workbook.ts'
import { readSheets } from '#tests/kit/read-workbook.ts'

const SHEET: Sheet = {
  name: 'платежи',
  columns: [
    { title: 'Что' },
    { title: 'Сумма', as: 'money' },
    { title: 'День', as: 'day' },
    { title: 'Когда', as: 'moment' }
  ],
  rows: [
    ['=1+1', 1234.5, dayCell('1981-03-14'), new Date('2026-11-21T22:30:00Z')],
    ['0012', 0, dayCell('1981'), null],
    ['+7 973 204-17-40', null, dayCell(''), null]
  ]
}

const partOf = async (bytes: Uint8Array, name: string): Promise<string> => {
  const archive = await openArchive('книга.xlsx', Buffer.from(bytes))
  const pieces: Uint8Array[] = []
  for await (const piece of archive.entries.find(entry => entry.name === name)?.bytes() ?? [])
    pieces.push(piece)
  archive.close()
  return Buffer.concat(pieces).toString()
}

/** A text in a sheet of its own, read back. */
async function readBack(cell: SheetCell): Promise<string | undefined> {
  const rows = [['', cell]]
  const bytes = await workbookOf([{ name: 'лист', columns: [{ title: 'А' }, { title: 'Б' }], rows }])
  return (await readSheets(bytes)).лист?.[1]?.[1]
}

describe('a saved workbook', () => {
  test('has numbers as numbers, days and Moscow moments as dates, and the rest as text', async () => {
    const [sheet] = (await readXlsx(await workbookOf([SHEET]))).sheets
    expect(sheet?.rows).toEqual([
      ['Что', 'Сумма', 'День', 'Когда'],
      ['=1+1', 1234.5, new Date('1981-03-14T00:00:00Z'), new Date('2026-11-22T01:30:00Z')],
      ['0012', 0, '1981', null],
      ['+7 973 204-17-40', null, null, null]
    ])
  })

  test('holds no formula, a frozen row of headings with a filter, and a width for each column', async () => {
    const xml = await partOf(await workbookOf([SHEET]), 'xl/worksheets/sheet1.xml')
    expect(xml).not.toMatch(/<f[ >]/)
    expect(xml).toContain('<pane ySplit="1"')
    expect(xml).toContain('<autoFilter ref="A1:D4"')
    expect(xml.match(/<col [^>]*customWidth/g)).toHaveLength(4)
  })

  test('is read by the import page sheet by sheet, in order', async () => {
    const read = await readSheets(await workbookOf([SHEET, { ...SHEET, name: 'ещё' }]))
    expect(Object.keys(read)).toEqual(['платежи', 'ещё'])
    expect(read.ещё).toEqual(read.платежи as string[][])
    expect(read.платежи?.[1]).toEqual(['=1+1', '1234.5', '14.03.1981', '22.11.2026 01:30'])
  })

  test('gives every text back as it was, also what a reader or a formula would make of it', async () => {
    for (const text of ['_x0041_', '_X000d_', 'a\nb', '\tтаб', ' край ', "'", '"<&>"', '=HYPERLINK("x")'])
      expect(await readBack(text)).toBe(text)
    await assert(
      asyncProperty(string({ unit: 'binary', minLength: 1, maxLength: 40 }), async text => {
        const legible = text.replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '').trim()
        if (legible !== '') expect(await readBack(legible)).toBe(legible)
      }),
      { numRuns: 100 }
    )
  })

  const cellOf = async (text: string) => {
    const bytes = await workbookOf([{ name: 'лист', columns: [{ title: 'А' }], rows: [[text]] }])
    return String((await readXlsx(bytes)).sheets[0]?.rows[1]?.[0])
  }

  test('cuts a text that no cell of Excel can hold, says so and halves no sign', async () => {
    for (const text of ['я'.repeat(40_000), '😀'.repeat(20_000), `я${'😀'.repeat(20_000)}`]) {
      const cell = await cellOf(text)
      expect(cell.length).toBeWithin(32_765, 32_768)
      const [start = '', remark] = cell.split(' … ')
      expect([text.startsWith(start), start.isWellFormed(), remark]).toEqual([true, true, '(сокращено)'])
    }
    expect(await cellOf('я'.repeat(32_767))).toBe('я'.repeat(32_767))
  })

  test('names the columns beyond Z', async () => {
    const columns = Array.from({ length: 28 }, (_, place) => ({ title: `К${place}` }))
    const xml = await partOf(
      await workbookOf([{ name: 'лист', columns, rows: [] }]),
      'xl/worksheets/sheet1.xml'
    )
    expect(xml).toContain('<autoFilter ref="A1:AB1"')
  })
})

describe('a day in a sheet', () => {
  test('is a date only where it is known in full and a sheet can count it', () => {
    expect(dayCell('1981-03-14')).toEqual(new Date('1981-03-14T00:00:00Z'))
    expect(dayCell('1981-03')).toBe('03.1981')
    for (const text of ['1981', '1899-12-31', '2026-02-30', 'неизвестно']) expect(dayCell(text)).toBe(text)
    expect(dayCell(null)).toBeNull()
  })
})
