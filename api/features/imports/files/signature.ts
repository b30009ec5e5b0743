import { ImportError } from '#api/features/imports/import-error.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]
const GZIP = [0x1f, 0x8b]

const startsWith = (head: Uint8Array, bytes: readonly number[], from = 0): boolean =>
  bytes.every((byte, at) => head[from + at] === byte)

const ascii = (text: string): number[] => [...text].map(letter => letter.charCodeAt(0))

/** What people send instead of a table, by its first bytes, and what to do. */
const OTHERS: { bytes: number[]; from?: number; is: string; advice: string }[] = [
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    is: 'книга Excel старого вида (.xls) или книга с паролем',
    advice: 'Откройте её и сохраните как «Книга Excel (.xlsx)» без пароля или как «CSV UTF-8»'
  },
  { bytes: ascii('%PDF'), is: 'документ PDF', advice: 'Попросите те же данные таблицей: CSV или XLSX' },
  { bytes: ascii('{\\rtf'), is: 'документ RTF', advice: 'Скопируйте таблицу в Excel и сохраните как XLSX' },
  { bytes: ascii('Rar!'), is: 'архив RAR', advice: 'Распакуйте его и загрузите таблицу из него' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], is: 'архив 7z', advice: 'Распакуйте его и загрузите таблицу из него' },
  { bytes: ascii('BZh'), is: 'архив bzip2', advice: 'Распакуйте его: bunzip2' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], is: 'архив Zstandard', advice: 'Распакуйте его: zstd -d' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58], is: 'архив xz', advice: 'Распакуйте его: unxz' },
  { bytes: ascii('ustar'), from: 257, is: 'архив tar', advice: 'Распакуйте его и загрузите таблицу из него' },
  { bytes: ascii('PAR1'), is: 'файл Parquet', advice: 'Выгрузите те же данные в CSV или NDJSON' },
  { bytes: ascii('SQLite format 3'), is: 'база SQLite', advice: 'Выгрузите таблицу из неё в CSV' },
  { bytes: [0xff, 0xd8, 0xff], is: 'изображение', advice: 'Нужна таблица: CSV или XLSX' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], is: 'изображение', advice: 'Нужна таблица: CSV или XLSX' }
]

const MARKUP = /^\uFEFF?\s*<(?:!doctype html|html|table|head|body|meta|style)/i
const XML = /^\uFEFF?\s*<(?:\?xml|\w+[\s>])/i
const JSON_ARRAY = /^\uFEFF?\s*\[\s*[[{]/

export const isZip = (head: Uint8Array): boolean => startsWith(head, ZIP) || startsWith(head, EMPTY_ZIP)
export const isGzip = (head: Uint8Array): boolean => startsWith(head, GZIP)

/** Refuses what is no table, by the first bytes of its content, with a sentence that says what to do. */
export function refuseOthers(name: string, head: Uint8Array): void {
  const other = OTHERS.find(({ bytes, from }) => startsWith(head, bytes, from))
  if (other) throw new ImportError(`Файл ${name}: это ${other.is}. ${other.advice}.`)
}

/** Refuses text that is no table: pages, XML, one large array of JSON. */
export function refuseOtherText(name: string, text: string): void {
  if (MARKUP.test(text))
    throw new ImportError(
      `Файл ${name}: это веб-страница (HTML), хотя бы и с расширением таблицы. Откройте её в Excel и сохраните как XLSX или CSV.`
    )
  if (XML.test(text))
    throw new ImportError(
      `Файл ${name}: это XML. Откройте его в Excel (Данные → Из XML) и сохраните как XLSX или выгрузите в CSV.`
    )
  if (JSON_ARRAY.test(text))
    throw new ImportError(
      `Файл ${name}: это один массив JSON. Нужен NDJSON, по объекту в строке, или CSV: выгрузите данные в одном из этих ` +
        `форматов или преобразуйте файл командой jq -c '.[]' файл.json > файл.ndjson`
    )
}

/** Random bytes have twice as many, text has none. */
const CONTROL_SHARE = 0.05
/** With the one that parts columns of Hive. */
const TEXT_CONTROL = new Set([1, 9, 10, 11, 12, 13, 26, 27])

/** Refuses bytes that are no text of any encoding. */
export function refuseBinary(name: string, head: Uint8Array): void {
  let control = 0
  for (const byte of head) if (byte < 32 && !TEXT_CONTROL.has(byte)) control += 1
  if (control > head.length * CONTROL_SHARE)
    throw new ImportError(
      `Файл ${name}: это не текст и не книга Excel. Сохраните данные как CSV, NDJSON или XLSX.`
    )
}
