import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTable } from '#api/features/imports/files/reader.ts'
import { encodedAs } from '#tests/kit/encoded-as.ts'
import { zipOf } from '#tests/kit/workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'refused-'))
afterAll(() => rmSync(folder, { recursive: true }))

function opened(name: string, content: string | Uint8Array) {
  const file = join(folder, name)
  writeFileSync(file, content)
  return openTable(file, {})
}

const STATEMENT = [
  '1CClientBankExchange',
  'ВерсияФормата=1.02',
  'СекцияДокумент=Платежное поручение',
  'КонецДокумента'
].join('\r\n')
const DUMP = [
  '-- Dump of people',
  '/*!40101 SET NAMES utf8 */;',
  'SET foreign_key_checks = 0;',
  '',
  'DROP TABLE IF EXISTS `people`;',
  "INSERT INTO `people` VALUES (1,'Иванов Иван');"
].join('\n')
/** Version 3, 27.11.2026, one record, a header of 65 bytes. */
const DBASE = Uint8Array.from(
  { length: 200 },
  (_, at) => [0x03, 126, 11, 27, 1, 0, 0, 0, 65, 0, 11, 0][at] ?? (at < 32 ? 0 : 65)
)

test.each<[name: string, content: string | Uint8Array, says: RegExp]>([
  ['statement.txt', encodedAs(STATEMENT, 'windows-1251'), /выписка банка.*список платежей в Excel или CSV/],
  ['statement.csv', STATEMENT, /1CClientBankExchange/],
  ['dump.sql', DUMP, /дамп базы SQL.*выгрузите таблицу в CSV/],
  ['inserts.txt', "INSERT INTO people VALUES (1,'Иванов Иван');\n", /дамп базы SQL/],
  ['plan.ics', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n', /календарь/],
  ['people.dbf', DBASE, /dBase.*сохраните как XLSX/],
  ['people.mxl', 'MOXCEL\0\u0007\0', /«1С».*XLSX/],
  ['people.mdb', Buffer.from('\0\u0001\0\0Standard Jet DB\0'), /Access.*CSV/],
  [
    'people.ods',
    zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }),
    /\.ods.*XLSX|\.ods.*xlsx/
  ],
  ['people.numbers', zipOf({ 'Index/Document.iwa': 'x' }), /Apple.*Excel или CSV/]
])('refuses %s with what to do', async (name, content, says) => {
  await expect(opened(name, content)).rejects.toThrow(says)
})

test.each<[what: string, content: string]>([
  ['of commands in a column', 'Комментарий;ФИО\nDROP TABLE;Иванов Иван\n'],
  ['with comments above', '-- список\nФИО;Телефон\nИванов Иван;1\n'],
  ['that begins with digits and breaks', '1\n\n2\n']
])('reads a table %s', async (_what, content) => {
  expect((await opened('table.csv', content)).format).toBe('csv')
})
