import { readSheetRows } from '#api/features/imports/files/sheet-rows.ts'
import { readWorkbook } from '#api/features/imports/files/workbook.ts'
import { openArchive } from '#api/features/imports/files/zip.ts'

/** Reads every sheet of a workbook with the reader of imports, which knows nothing of what wrote it. */
export async function readSheets(bytes: Uint8Array): Promise<Record<string, string[][]>> {
  const archive = await openArchive('книга.xlsx', Buffer.from(bytes))
  const { sheets, ...book } = await readWorkbook('книга.xlsx', archive)
  const read: Record<string, string[][]> = {}
  for (const { name, entry } of sheets) {
    const rows: string[][] = []
    for await (const block of readSheetRows('книга.xlsx', entry, book))
      rows.push(...block.map(({ cells }) => cells))
    read[name] = rows
  }
  archive.close()
  return read
}
