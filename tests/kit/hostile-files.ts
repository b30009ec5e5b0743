import { HOSTILE_WORKBOOKS, type HostileFile } from './hostile-workbooks.ts'
import { rowOf, workbookOf, zipOf } from './workbook.ts'

const MB = 1024 * 1024
const OVER = 'FILE_OVER_LIMIT'
const REFUSED = 'IMPORT_REFUSED'
const TABLE = 'ФИО;Телефон\nТестов Иван;8 973 204-17-50\n'

const [ENTRY, END] = ['PK\x01\x02', 'PK\x05\x06']

/** An archive with other numbers in its directory. */
function changed(zip: Buffer, change: (zip: Buffer, entry: number, end: number) => void): Buffer {
  const bytes = Buffer.from(zip)
  change(bytes, bytes.indexOf(ENTRY), bytes.indexOf(END))
  return bytes
}

/** An archive whose directory names its one file so many times. */
function overlapping(count: number): Buffer {
  const zip = zipOf({ 'a.csv': crypto.getRandomValues(Buffer.alloc(2_000)) })
  const [entry, end] = [zip.indexOf(ENTRY), zip.indexOf(END)]
  const listing = Buffer.concat(Array(count).fill(zip.subarray(entry, end)))
  const last = Buffer.from(zip.subarray(end))
  last.writeUInt16LE(count, 8)
  last.writeUInt16LE(count, 10)
  last.writeUInt32LE(listing.length, 12)
  return Buffer.concat([zip.subarray(0, entry), listing, last])
}

const ARCHIVES: readonly HostileFile[] = [
  {
    name: 'outside.zip',
    make: () => zipOf({ '../../outside.csv': TABLE }),
    ends: [REFUSED, 'повреждён']
  },
  { name: 'absolute.zip', make: () => zipOf({ '/outside.csv': TABLE }), ends: [REFUSED, 'повреждён'] },
  { name: 'backslash.zip', make: () => zipOf({ '..\\outside.csv': TABLE }), ends: [REFUSED, 'повреждён'] },
  {
    name: 'bomb.csv.gz',
    make: () => Bun.gzipSync(Buffer.alloc(70 * MB, TABLE)),
    ends: [REFUSED, 'больше чем в 100 раз']
  },
  {
    name: 'bomb.zip',
    make: () => zipOf({ 'a.csv': Buffer.alloc(70 * MB, TABLE) }),
    ends: [REFUSED, 'больше чем в 100 раз']
  },
  {
    name: 'says-less.zip',
    make: () =>
      changed(zipOf({ 'a.csv': TABLE.repeat(1_000) }), (zip, entry) => zip.writeUInt32LE(10, entry + 24)),
    ends: [REFUSED, 'повреждён']
  },
  {
    name: 'says-more.zip',
    make: () => changed(zipOf({ 'a.csv': TABLE }), (zip, entry) => zip.writeUInt32LE(0xfffffff0, entry + 24)),
    ends: [REFUSED, 'больше чем в 100 раз']
  },
  { name: 'overlapping.zip', make: () => overlapping(2_000), ends: [REFUSED, 'повреждён'] },
  {
    name: 'nested.zip',
    make: () => zipOf({ 'a.zip': zipOf({ 'b.zip': zipOf({ 'c.csv': TABLE }) }) }),
    ends: [REFUSED, 'другой архив']
  },
  {
    name: 'overfull.zip',
    make: () => zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.csv`, '']))),
    ends: [REFUSED, 'файлов больше']
  },
  {
    name: 'secret.zip',
    make: () =>
      changed(zipOf({ 'a.csv': TABLE }), (zip, entry) => {
        zip.writeUInt16LE(0x801, entry + 8)
        zip.writeUInt16LE(0x801, 6)
      }),
    ends: [REFUSED, 'защищён паролем']
  },
  {
    name: 'cut.xlsx',
    make: () => workbookOf(rowOf('ФИО') + rowOf('Тестов Иван')).subarray(0, 300),
    ends: [REFUSED, 'повреждён']
  }
]

const TEXTS: readonly HostileFile[] = [
  {
    name: 'same-labels2.csv',
    make: () => `${Array(20_000).fill('a').join(';')}\n1\n`,
    ends: [OVER, 'колонок больше 1']
  },
  {
    name: 'same-labels.csv',
    make: () => `${Array(1_000).fill('a').join(';')}\n${Array(1_000).fill('1').join(';')}\n`,
    ends: { rows: 1 }
  },
  {
    name: 'quotes.csv',
    make: () => `ФИО;Прим\n${`Тестов;"${`a${'""'.repeat(2_000)}\n`.repeat(199)}`.repeat(12)}`,
    ends: 'any'
  },
  { name: 'open-quotes.csv', make: () => `ФИО;Прим\n${'a";"\n'.repeat(19_000)}`, ends: { rows: 19_000 } },
  {
    name: 'at-signs.csv',
    make: () => `ФИО;Прим\n${'@'.repeat(200_000)};1\nТестов Иван;2\n`,
    ends: { rows: 2 }
  },
  {
    name: 'deep.ndjson',
    make: () =>
      `{"ФИО":"Тестов Иван","a":${'['.repeat(400_000)}${']'.repeat(400_000)}}\n{"ФИО":"Тестов Пётр"}\n`,
    ends: { rows: 2 }
  }
]

/** As many kinds as a review of the product has tried. */
export const HOSTILE_FILES: readonly HostileFile[] = [...HOSTILE_WORKBOOKS, ...ARCHIVES, ...TEXTS]
