import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import type { ChunkTask } from '#api/features/imports/chunk.ts'
import { chunkTable, type FileChunkTask } from '#api/features/imports/chunker.ts'
import { openTable } from '#api/features/imports/files/reader.ts'
import { findSource } from '#api/features/sources/service.ts'
import { type FileImports, KIT_PASSPORT, openFileImports } from '#tests/kit/file-imports.ts'
import { rowOf, workbookOf, zipOf } from '#tests/kit/workbook.ts'

let desk: FileImports
beforeAll(async () => {
  desk = await openFileImports()
})
afterAll(() => desk.database.close())

const MB = 1024 * 1024
const passport = KIT_PASSPORT

async function refused(key: string, name: string, content: Uint8Array): Promise<string> {
  const file = desk.write(name, content)
  const reason = await desk.load(key, file, { passport }).then(
    () => 'imported',
    (error: Error) => `${error.name}: ${error.message}`
  )
  expect(await findSource(desk.database.owner, key)).toBeNull()
  expect(readdirSync(desk.folder).filter(each => each.startsWith(name))).toEqual([name])
  return reason
}

test('refuses archives that unpack to far too much', async () => {
  const bomb = Buffer.alloc(200 * MB, 'ФИО;Телефон\n')
  const says = 'ImportError: Архив'
  expect(await refused('gzip_bomb', 'bomb.csv.gz', Bun.gzipSync(bomb))).toContain('больше чем в 100 раз')
  expect(await refused('zip_bomb', 'bomb.zip', zipOf({ 'a.csv': bomb }))).toStartWith(says)
  const rows = rowOf('ФИО') + rowOf('Тестов Иван') + ' '.repeat(200 * MB)
  expect(await refused('book_bomb', 'bomb.xlsx', workbookOf(rows))).toContain('больше чем в 100 раз')
})

test('lists a cell of ten megabytes as rejected and stores the rest', async () => {
  const huge = 'д'.repeat(10 * MB)
  const csv = desk.write('cell.csv', `ФИО;Телефон\n${huge};1\nТестов Иван;8 973 204-17-50\n`)
  const book = desk.write(
    'cell.xlsx',
    workbookOf(rowOf('ФИО', 'Телефон') + rowOf(huge, '1') + rowOf('Тестов Иван', '8 973 204-17-50'))
  )
  for (const [key, file] of [
    ['cell_csv', csv],
    ['cell_book', book]
  ] as const) {
    const done = await desk.load(key, file, { passport })
    expect([key, done.stored, done.rejected]).toEqual([key, 1, 1])
  }
  expect(await desk.holders('phone:79732041750')).toHaveLength(2)
})

test('refuses a workbook cut off at any byte, and leaves nothing behind', async () => {
  const whole = workbookOf(
    rowOf('ФИО', 'Телефон') +
      Array.from({ length: 50 }, (_, at) => rowOf('Тестов Иван', `8 973 000-${1000 + at}`)).join('')
  )
  for (let length = 4; length < whole.length; length += 37) {
    const reason = await refused('cut', `cut-${length}.xlsx`, whole.subarray(0, length))
    expect([length, reason]).toEqual([length, expect.stringContaining('повреждён')])
  }
})

test('refuses a workbook whose parts are no XML, or that refers to itself', async () => {
  expect(await refused('no_xml', 'no-xml.xlsx', workbookOf('<row><c></row>'))).toContain('повреждена')
  const entities = zipOf({
    'xl/workbook.xml':
      '<!DOCTYPE a [<!ENTITY x "хх"><!ENTITY y "&x;&x;">]><workbook><sheets>&y;</sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships/>'
  })
  expect(await refused('entities', 'entities.xlsx', entities)).toContain('повреждена')
})

test('refuses a workbook that nests without end', async () => {
  const nested = '<a>'.repeat(1_000) + '</a>'.repeat(1_000)
  const book = workbookOf(rowOf('ФИО') + rowOf('Тестов Иван') + nested)
  expect(await refused('nested', 'nested.xlsx', book)).toContain('повреждена')
})

test('cuts long rows into chunks of few, in their order and without losing one', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `Тестов Иван;${at}${'y'.repeat(1_000_000)}`)
  const table = await openTable(desk.write('long.csv', ['ФИО;Прим', ...lines].join('\n')), {})
  const currentRules = async () => ({ rules: {} as ChunkTask['rules'], revision: 0 })
  const chunks: FileChunkTask[] = []
  for await (const chunk of chunkTable(table, { skip: 0, currentRules, onSkipped: async () => {} }))
    chunks.push(chunk)
  expect(Math.max(...chunks.map(({ rows }) => rows.text.length))).toBeLessThan(6_000_000)
  expect(chunks.flatMap(({ fileRows }) => fileRows.map(({ line }) => line))).toEqual(
    lines.map((_, at) => at + 2)
  )
  expect(chunks.at(-1)?.rowsRead).toBe(40)
})

test('refuses bytes that are no text', async () => {
  const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7 + (at >> 3)) % 31)
  expect(await refused('noise', 'noise.csv', noise)).toContain('это не текст и не книга Excel')
})

test('does not follow names that lead out of an archive', async () => {
  const archive = zipOf({ '../../outside.csv': 'ФИО\nТестов Иван\n' })
  expect(await refused('outside', 'outside.zip', archive)).toContain('повреждён')
})

test('says in Russian what is wrong with an archive, and what to do', async () => {
  const zip = zipOf({ 'a.csv': 'ФИО\nТестов Иван\n'.repeat(500) })
  const changed = (...changes: [at: number, value: number][]) => {
    const bytes = Buffer.from(zip)
    for (const [at, value] of changes) bytes.writeUInt16LE(value, at)
    return bytes
  }
  const [entry, end] = [zip.indexOf('PK\x01\x02'), zip.indexOf('PK\x05\x06')]
  const table: [name: string, bytes: Uint8Array, says: string][] = [
    ['cut', zip.subarray(0, -30), 'повреждён или оборван'],
    ['method', changed([8, 12], [entry + 10, 12]), 'сжат неподдерживаемым способом. Распакуйте'],
    ['disks', changed([end + 4, 1]), 'разделён на части. Распакуйте'],
    ['secret', changed([6, 0x801], [entry + 8, 0x801]), 'защищён паролем. Распакуйте'],
    ['noise', changed([60, 7], [70, 9], [80, 11]), 'повреждён']
  ]
  for (const [name, bytes, says] of table) {
    const reason = await refused(name, `${name}.zip`, bytes)
    expect([name, reason]).toEqual([name, expect.stringContaining(says)])
    const words = reason.replaceAll(/ImportError|\S*\.(?:zip|csv)/g, '')
    expect([name, words]).toEqual([name, expect.not.stringMatching(/[a-z]{2}/i)])
  }
  const gzip = Bun.gzipSync('ФИО\nТестов Иван\n'.repeat(500)).subarray(0, 60)
  const torn = desk.load('torn', desk.write('torn.csv.gz', gzip), { passport })
  await expect(torn).rejects.toThrow('повреждён или оборван. Исправьте')
})
