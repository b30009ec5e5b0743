import { ImportError } from '#api/features/imports/import-error.ts'

const ZIP = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]
const GZIP = [0x1f, 0x8b]

const startsWith = (head: Uint8Array, bytes: readonly number[], from = 0): boolean =>
  bytes.every((byte, at) => head[from + at] === byte)

const ascii = (text: string): number[] => [...text].map(letter => letter.charCodeAt(0))

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
  { bytes: ascii('MOXCEL'), is: 'таблица «1С» (.mxl)', advice: 'Откройте её в «1С» и сохраните как XLSX' },
  {
    bytes: [0x00, 0x01, 0x00, 0x00, ...ascii('Standard ')],
    is: 'база Microsoft Access',
    advice: 'Откройте её и экспортируйте таблицу в Excel или CSV'
  },
  { bytes: ascii('SQLite format 3'), is: 'база SQLite', advice: 'Выгрузите таблицу из неё в CSV' },
  { bytes: [0xff, 0xd8, 0xff], is: 'изображение', advice: 'Нужна таблица: CSV или XLSX' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], is: 'изображение', advice: 'Нужна таблица: CSV или XLSX' }
]

const OTHER_TEXTS: { begins: RegExp; is: string; advice: string }[] = [
  {
    begins: /^<(?:!doctype html|html|table|head|body|meta|style)/i,
    is: 'веб-страница (HTML), хотя бы и с расширением таблицы',
    advice: 'Откройте её в Excel и сохраните как XLSX или CSV'
  },
  {
    begins: /^<(?:\?xml|\w+[\s>])/i,
    is: 'XML',
    advice: 'Откройте его в Excel (Данные → Из XML) и сохраните как XLSX или выгрузите в CSV'
  },
  {
    begins: /^\[\s*[[{]/,
    is: 'один массив JSON',
    advice:
      'Нужен NDJSON, по объекту в строке, или CSV: выгрузите данные в одном из этих форматов или преобразуйте файл ' +
      "командой jq -c '.[]' файл.json > файл.ndjson"
  },
  {
    begins: /^1CClientBankExchange\b/i,
    is: 'выписка банка для «1С» (1CClientBankExchange), а не таблица',
    advice: 'Откройте её в «1С» или возьмите в банке список платежей в Excel или CSV'
  },
  {
    begins: /^BEGIN:VCALENDAR\b/i,
    is: 'календарь (iCalendar)',
    advice: 'В нём события, а не люди: нужна таблица или телефонная книга (.vcf)'
  },
  {
    begins: /^(?:CREATE|DROP|LOCK|ALTER)\s+(?:TABLE|TABLES|DATABASE|SCHEMA)\b|^INSERT\s+INTO\b/i,
    is: 'дамп базы SQL',
    advice: 'Восстановите его в базе и выгрузите таблицу в CSV с заголовком'
  }
]
/** Before the first table of a dump. */
const ABOVE_DUMP = /^\s*(?:--|\/\*|SET\s|USE\s|START TRANSACTION|BEGIN;|$)/i

export const isZip = (head: Uint8Array): boolean => startsWith(head, ZIP) || startsWith(head, EMPTY_ZIP)
export const isGzip = (head: Uint8Array): boolean => startsWith(head, GZIP)

const DBF_VERSIONS = new Set([0x03, 0x30, 0x31, 0x32, 0x43, 0x83, 0x8b, 0xcb, 0xf5])

/** dBase and FoxPro: version and date of change. */
const isDbf = ([version = 0, , month = 0, day = 0, ...rest]: Uint8Array): boolean =>
  DBF_VERSIONS.has(version) &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= 31 &&
  rest[8] === 0 &&
  rest[9] === 0

const DBF = { is: 'таблица dBase (.dbf)', advice: 'Откройте её в Excel или LibreOffice и сохраните как XLSX' }

export function refuseOthers(name: string, head: Uint8Array): void {
  const other = isDbf(head) ? DBF : OTHERS.find(({ bytes, from }) => startsWith(head, bytes, from))
  if (other) throw new ImportError(`Файл ${name}: это ${other.is}. ${other.advice}.`)
}

export function refuseOtherText(name: string, text: string): void {
  const begin = text.replace(/^\uFEFF/, '').trimStart()
  const lines = begin.split('\n')
  const statement = lines
    .slice(
      Math.max(
        0,
        lines.findIndex(line => !ABOVE_DUMP.test(line))
      )
    )
    .join('\n')
  const other = OTHER_TEXTS.find(({ begins }) => begins.test(begin) || begins.test(statement))
  if (other) throw new ImportError(`Файл ${name}: это ${other.is}. ${other.advice}.`)
}

/** Random bytes have twice as many. */
const CONTROL_SHARE = 0.05
const TEXT_CONTROL = new Set([1, 9, 10, 11, 12, 13, 26, 27])

/** Text of no encoding. */
export function refuseBinary(name: string, head: Uint8Array): void {
  let control = 0
  for (const byte of head) if (byte < 32 && !TEXT_CONTROL.has(byte)) control += 1
  if (control > head.length * CONTROL_SHARE)
    throw new ImportError(
      `Файл ${name}: это не текст и не книга Excel. Сохраните данные как CSV, NDJSON или XLSX.`
    )
}
